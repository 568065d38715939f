"""Running the app: one process, one loop."""

import asyncio
import contextlib
import socket
from collections.abc import Callable
from typing import Literal

import uvicorn
from sqlalchemy.engine import URL

from forno.server.app import make_app
from forno.server.settings import Settings
from forno.server.store import Store

PORT = 8000
_TRIED = 20  # ports, where the usual one is taken


class BadPort(Exception):
    """Nobody can listen there; the sentence says why."""


def listen(host: str, port: int | None) -> socket.socket:
    """A socket at this port (0: any); None: the usual one, or the next that is free."""
    if port is not None and port not in range(65536):
        raise BadPort(f"A port is a number from 0 to 65535, not {port}.")
    wanted = range(PORT, PORT + _TRIED) if port is None else (port,)
    reason = ""
    for number in wanted:
        made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((host, number))
        except OSError as error:
            made.close()
            reason = error.strerror or str(error)
        else:
            return made
    where = f"port {wanted[0]}" if len(wanted) == 1 else f"ports {wanted[0]} to {wanted[-1]}"
    raise BadPort(f"Nobody can listen at {host}, {where}: {reason}. Choose another by --port, or 0 for any.")


def address(host: str, listening: socket.socket) -> str:
    """What to type into a browser."""
    shown = "localhost" if host in {"127.0.0.1", "::1", "0.0.0.0", "::"} else host  # noqa: S104  compared, not bound
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{listening.getsockname()[1]}"


class Server(uvicorn.Server):
    """Says when it has begun."""

    def __init__(self, config: uvicorn.Config, begun: Callable[[], None]) -> None:
        super().__init__(config)
        self._begun = begun

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._begun()


def server(
    database: URL,
    settings: Settings | None = None,
    begun: Callable[[], None] = lambda: None,
    *,
    loop: Literal["auto", "asyncio"] = "auto",
) -> Server:
    chosen = settings or Settings()
    config = uvicorn.Config(
        make_app(database, chosen),
        loop=loop,
        ws="websockets-sansio",
        ws_max_size=chosen.message_size,
        ws_per_message_deflate=False,  # messages are short, and each socket would keep some 100 KB for it
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    return Server(config, begun)


def serve(database: URL, settings: Settings, listening: socket.socket, begun: Callable[[], None]) -> None:
    """Until somebody stops it."""
    with contextlib.suppress(KeyboardInterrupt):
        server(database, settings, begun).run(sockets=[listening])


def check(database: URL) -> None:
    """BadDatabase if it cannot be used. (At the server's own start uvicorn would show that as a page of tracebacks.)"""

    async def try_it() -> None:
        store = Store(database)
        await store.open()
        await store.close()

    asyncio.run(try_it())
