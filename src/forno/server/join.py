"""Play at a server's table with an agent of your own: a client of the protocol."""

import asyncio
import json
from collections.abc import Callable
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import numpy as np
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from forno.agents import Agent
from forno.rules import chance, find
from forno.rules.game import Game
from forno.rules.records import Records, new_records
from forno.table import named_view

MakeAgent = Callable[[Game], Agent]
Report = Callable[[str], None]


_MAX_RETRIES, _RETRY_DELAY = 60, 1.0  # delay in seconds
_FATAL = {"no-such-table", "seat-taken", "not-waiting", "bad-name", "too-old"}


class BadTable(Exception):
    """The agent cannot play at this table; the sentence says why."""


def socket_url(address: str) -> str:
    """The URL of a table's socket, from the URL of its page or of the socket itself. Raises BadTable."""
    try:
        parts = urlsplit(address if "://" in address else f"http://{address}")
        place, _, table = parts.path.rstrip("/").rpartition("/")
        base_path = place.removesuffix("/t").removesuffix("/ws/tables").rstrip("/")
        fits = parts.scheme in {"http", "https", "ws", "wss"} and parts.hostname and parts.port != 0 and table
    except ValueError:  # brackets that are not closed, or a port that is no number
        fits = False
    if not fits:
        raise BadTable(
            f"This is not the address of a table: {address}. One looks like http://localhost:8000/t/AbCd3fGh1jKl."
        )
    scheme = "wss" if parts.scheme in {"https", "wss"} else "ws"
    return urlunsplit((scheme, parts.netloc, f"{base_path}/ws/tables/{table}", "seen=1", ""))


async def join(address: str, make_agent: MakeAgent, name: str, report: Report) -> dict[str, Any]:
    """Take a seat, play to the end, and return the last `room`. A lost connection is opened again. Raises BadTable."""
    url, player = socket_url(address), _Player(make_agent, name, report)
    headers: dict[str, str] = {}
    retries = 0  # none before the first connection
    while player.result is None:
        try:
            async with connect(url, additional_headers=headers, max_size=2**22) as socket:
                assert socket.response is not None
                headers |= _cookie(socket.response.headers.get("Set-Cookie", ""))  # the same guest gets the same seat
                retries = _MAX_RETRIES
                await player.play(socket)
        except ConnectionClosed:
            pass
        except (OSError, InvalidHandshake, InvalidURI, ValueError) as error:  # the last one for impossible host names
            if retries == 0:
                raise BadTable(f"There is no Forno server at {address}: {error}") from None
        if player.result is None:
            if player.problem or retries == 0:
                raise BadTable(player.problem or "The server has closed the connection.")
            report("Connection lost. Trying again.")
            retries -= 1
            await asyncio.sleep(_RETRY_DELAY)
    return player.result


def _cookie(header: str) -> dict[str, str]:
    pairs = [f"{name}={cookie.value}" for name, cookie in SimpleCookie(header).items()]
    return {"Cookie": "; ".join(pairs)} if pairs else {}


class _Player:
    def __init__(self, make_agent: MakeAgent, name: str, report: Report) -> None:
        self.make_agent = make_agent
        self.name = name
        self.report = report
        self.result: dict[str, Any] | None = None
        self.problem = ""
        self._game: Game | None = None
        self._agent: Agent | None = None
        self._rng = chance.stream(chance.new_key())

    async def play(self, socket: Any) -> None:
        async for text in socket:
            message = json.loads(text)
            match message["type"]:
                case "room":
                    await self._enter(socket, message)
                    if message["state"] == "finished":
                        self.result = message
                        return
                case "position" if message["legal"]:
                    await socket.send(
                        json.dumps({"type": "act", "number": message["number"], "action": self._choose(message)})
                    )
                case "error" | "refused":
                    if message["code"] in _FATAL:
                        self.problem = message["sentence"]
                        return
                    self.report(message["sentence"])

    async def _enter(self, socket: Any, room: dict[str, Any]) -> None:
        if self._game is None:
            self._game = find(room["game"])
            self._agent = self.make_agent(self._game)
            await socket.send(json.dumps({"type": "rename", "name": self.name}))
            if room["seat"] is None:
                await socket.send(json.dumps({"type": "sit"}))
            self.report(f"Joined a table of {self._game.title}.")

    def _choose(self, position: dict[str, Any]) -> str:
        assert self._game is not None
        assert self._agent is not None
        view = named_view(_record(self._game, position["seen"]), self._game)
        texts = [choice["action"] for choice in position["legal"]]
        legal = np.array([self._game.parse(view, 0, text) for text in texts], np.int16)
        action = self._agent.choose(view, legal, self._rng)
        return str(texts[legal.tolist().index(action)])


def _record(game: Game, fields: dict[str, Any]) -> Records:
    view = new_records(1, game.view_dtype)
    for name, value in fields.items():
        view[0][name] = value
    return view
