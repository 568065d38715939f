"""Guests. A guest is a browser, identified by a cookie that nobody can guess."""

import hashlib
import secrets
import unicodedata
from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection

from forno.server.problems import Problem
from forno.table.record import NAME_LENGTH

COOKIE = "forno"
_BYTES = 32
_YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Guest:
    id: str  # SHA-256 of the cookie; the server does not store the cookie itself
    cookie: str | None = None  # a header to send to a new guest


def identify(connection: HTTPConnection[Any]) -> Guest:
    """The guest of a request or socket; a new one if it has no cookie of ours."""
    token = connection.cookies.get(COOKIE, "")
    if 40 <= len(token) <= 64:
        return Guest(_digest(token))
    token = secrets.token_urlsafe(_BYTES)
    secure = "; Secure" if connection.url.scheme in {"https", "wss"} else ""
    header = f"{COOKIE}={token}; Max-Age={_YEAR}; Path=/; HttpOnly; SameSite=Lax{secure}"
    return Guest(_digest(token), header)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A name that can be shown anywhere: no control or direction characters, single spaces, not too long.

    Raises Problem if nothing is left.
    """
    name = unicodedata.normalize("NFC", name)
    shown = "".join(letter if unicodedata.category(letter)[0] != "C" else " " for letter in name)
    shown = " ".join(shown.split())[:NAME_LENGTH].strip()
    if not shown:
        raise Problem("bad-name", most=NAME_LENGTH)
    return shown
