"""What the operator of a server can set."""

from dataclasses import dataclass

from forno.server.store import RETRY


@dataclass(frozen=True)
class Settings:
    """Rates are pairs: how many a second, and how many at once."""

    pace: float = 0.8  # seconds that a bot waits before it acts, so that people can follow
    threads: int = 2  # for bots
    tables_each: int = 20  # unfinished tables that a guest can have made
    new_tables: tuple[float, float] = (0.2, 20)  # by address
    requests: tuple[float, float] = (20, 100)  # over HTTP, by address
    messages: tuple[float, float] = (10, 40)  # by socket
    sockets_each: int = 100  # open at once, by address
    message_size: int = 4096  # bytes
    body_size: int = 65536  # bytes
    idle: float = 300  # seconds after which a table leaves memory if nobody is connected
    kept_waiting: float = 7 * 24 * 3600  # seconds after which a table that never started is deleted
    retry: tuple[float, float] = RETRY
    origins: tuple[str, ...] = ()  # other sites whose pages can play here, like https://example.org
