"""Run the app in one process, with one event loop."""

import asyncio
import contextlib
import gc
import os
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import uvicorn
from filelock import FileLock, Timeout
from sqlalchemy.engine import URL

from forno.server.app import make_app
from forno.server.cluster.choice import make_bus
from forno.server.connections import DirectSocket, limited_protocol
from forno.server.settings import Settings
from forno.server.store import BadDatabase, Store

PORT = 8000
_PORTS = 20  # tried if nobody asks for one
_BACKLOG = 2048  # connections that wait
# New objects before the young ones are looked at, and how often before the older ones are. More would take too long at once.
_COLLECTIONS = (10_000, 5, 100)


class BadPort(Exception):
    """The server cannot listen at this port; the sentence says why."""


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens at this port (0 for any), or at the first free one from `PORT` on. Raises BadPort.

    It listens from the beginning: another program could have the same port until then. Whoever connects early waits.
    """
    if port is not None and port not in range(65536):
        raise BadPort(f"A port is a number from 0 to 65535, not {port}.")
    wanted = range(PORT, PORT + _PORTS) if port is None else (port,)
    reason = ""
    for number in wanted:
        made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
        try:
            if os.name == "posix":  # on Windows it would let two programs listen at one port
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((host, number))
            made.listen(_BACKLOG)
        except OSError as error:
            made.close()
            reason = error.strerror or str(error)
        else:
            return made
    where = f"port {wanted[0]}" if len(wanted) == 1 else f"ports {wanted[0]} to {wanted[-1]}"
    raise BadPort(f"Cannot listen on {host}, {where}: {reason}. Choose another with --port, or 0 for any.")


def address(host: str, listening: socket.socket) -> str:
    """The URL for a browser."""
    shown = "localhost" if host in {"127.0.0.1", "::1", "0.0.0.0", "::"} else host  # noqa: S104  compared, not bound
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{listening.getsockname()[1]}"


class Server(uvicorn.Server):
    """Calls `started_serving` as soon as it accepts connections, and `warmed_up`, in another thread, when the warm-up has ended."""

    def __init__(
        self, config: uvicorn.Config, started_serving: Callable[[], None], warmed_up: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(config)
        self._started_serving = started_serving
        self._warmed_up = warmed_up

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in any more, hand the tables over to other processes, and close the sockets."""
        for listening in self.servers:
            listening.close()
        if (cluster := self.lifespan.state.get("cluster")) is not None:
            await cluster.leave()
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._started_serving()
            threading.Thread(target=self._wait_for_the_warmup, name="warm-up's end", daemon=True).start()

    def _wait_for_the_warmup(self) -> None:
        self.lifespan.state["rooms"].warmup.ended.wait()
        self._warmed_up()


def server(
    database: URL,
    settings: Settings | None = None,
    started_serving: Callable[[], None] = lambda: None,
    warmed_up: Callable[[], None] = lambda: None,
    *,
    loop: str = "auto",
) -> Server:
    chosen = settings or Settings()
    config = uvicorn.Config(
        make_app(database, chosen),
        loop=loop,
        http=limited_protocol(chosen),
        ws=DirectSocket,
        ws_max_size=chosen.message_size,
        ws_per_message_deflate=False,  # messages are short, and it would take about 100 KB per socket
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    return Server(config, started_serving, warmed_up)


def serve(
    database: URL,
    settings: Settings,
    sockets: list[socket.socket],
    started_serving: Callable[[], None],
    warmed_up: Callable[[], None] = lambda: None,
) -> None:
    """Serve until interrupted."""

    def begin() -> None:
        _spare_collector()
        started_serving()

    with contextlib.suppress(KeyboardInterrupt):
        server(database, settings, begin, warmed_up).run(sockets=sockets)


def _spare_collector() -> None:
    """Modules and compiled functions stay until the end. Python's garbage collector would look at all of them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECTIONS)


@contextlib.contextmanager
def reserved(database: URL) -> Iterator[None]:
    """Keep an SQLite file for this process. Raises BadDatabase if another server uses it."""
    is_file = database.get_backend_name() == "sqlite" and not database.host
    with contextlib.ExitStack() as stack:
        if is_file and Path(str(database.database)).parent.is_dir():  # otherwise the lock would make the folder
            try:
                stack.enter_context(FileLock(f"{database.database}.lock", timeout=0))
            except Timeout:
                raise BadDatabase(
                    f"Another server uses {database.database}. Stop it, or choose another file with --database. "
                    "Several processes can share a PostgreSQL database."
                ) from None
            except (OSError, ValueError):
                pass  # the file cannot be used either, and `check` says why
        yield


def check(database: URL, bus: str | None = None) -> None:
    """Raises BadDatabase or BadBus if they cannot be used. (If the app raised it, uvicorn would print a traceback.)"""

    async def open_once() -> None:
        made = make_bus(database, bus)
        store = Store(database)
        await store.open()
        await store.close()
        if made is not None:
            await made.open("check", lambda _: None)
            await made.close()

    asyncio.run(open_once())
