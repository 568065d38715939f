"""Guests. A guest is a browser, identified by a cookie that nobody can guess."""

import hashlib
import hmac
import secrets
import unicodedata
from dataclasses import dataclass
from typing import Any

from starlette.requests import HTTPConnection

from forno.server.problems import Problem
from forno.table.record import NAME_LENGTH

_BYTES = 32
_SIGNATURE_BYTES = 16
_YEAR = 365 * 24 * 3600


@dataclass(frozen=True)
class Guest:
    id: str  # SHA-256 of the cookie; the server does not store the cookie itself
    cookie: str | None = None  # a header to send to a new guest


def identify(connection: HTTPConnection[Any]) -> Guest:
    """The guest of a request or socket; a new one if it has no cookie of ours."""
    secret: bytes = connection.state["store"].secret
    is_secure = connection.url.scheme in {"https", "wss"}
    name = "__Host-forno" if is_secure else "forno"  # with this prefix, no other host can set it
    token = connection.cookies.get(name, "")
    if is_own_token(token, secret):
        return Guest(_digest(token))
    token = new_token(secret)
    header = f"{name}={token}; Max-Age={_YEAR}; Path=/; HttpOnly; SameSite=Lax{'; Secure' if is_secure else ''}"
    return Guest(_digest(token), header)


def new_token(secret: bytes) -> str:
    """A random text with a signature, so that nobody can plant a cookie whose guest they know."""
    text = secrets.token_urlsafe(_BYTES)
    return f"{text}.{_signature(text, secret)}"


def is_own_token(token: str, secret: bytes) -> bool:
    text, _, signature = token.rpartition(".")
    return hmac.compare_digest(_signature(text, secret).encode(), signature.encode())


def _signature(text: str, secret: bytes) -> str:
    return hmac.new(secret, text.encode(), "sha256").hexdigest()[: 2 * _SIGNATURE_BYTES]


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
