"""What the operator of a server can set."""

from dataclasses import dataclass

from forno.server.limits import AtOnce
from forno.server.store import RETRY

_DAY = 24 * 3600
_SOCKETS = AtOnce(person=20, address=100, total=10_000)
_SILENT = AtOnce(person=0, address=50, total=2000)
_REPLAYS = AtOnce(person=4, address=20, total=100)


@dataclass(frozen=True)
class Settings:
    """Rates are pairs: how many a second, and how many at once. Times are seconds."""

    pace: float = 0.8  # that a bot waits before it acts, so that people can follow
    workers: int | None = None  # processes in which strong bots think; None: one for each processor but one
    tables_each: int = 20  # unfinished tables that a guest can have made
    tables_total: int = 20_000  # unfinished tables
    new_tables: tuple[float, float] = (0.2, 20)  # by address
    requests: tuple[float, float] = (20, 100)  # over HTTP, by address
    messages: tuple[float, float] = (10, 40)  # by socket
    resyncs: tuple[float, float] = (0.2, 5)  # by person; each sends the whole game
    emotes: tuple[float, float] = (0.5, 3)  # by person at a table
    sockets: AtOnce = _SOCKETS
    silent: AtOnce = _SILENT  # connections without a request
    silence: float = 10  # after which such a connection is closed
    replays: AtOnce = _REPLAYS  # that wait to be made
    message_size: int = 4096  # bytes
    body_size: int = 65536  # bytes
    grace: float = 20  # after which others can let a bot play for somebody who is not connected
    idle: float = 300  # after which a table leaves memory if nobody is connected
    kept_waiting: float = 7 * _DAY  # after which a table that never started is deleted
    kept_unused: float = (
        90 * _DAY
    )  # after which an unfinished table without a move, and a guest who was not seen, is deleted
    retry: tuple[float, float] = RETRY
    origins: tuple[str, ...] = ()  # other sites whose pages can play here, like https://example.org
    hosts: tuple[str, ...] = ()  # names of this server, without port; none: any name
    base_path: str = ""  # where the server lives on its host, like /forno
    bus: str | None = None  # URL of a Valkey or Redis server; None: the database's own
    metrics: bool = False  # whether /metrics answers
    hsts: int = 0  # for which browsers are told to use https only
