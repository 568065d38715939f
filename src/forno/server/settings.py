"""What whoever runs a server can set."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    pace: float = 0.8  # seconds that a bot waits before it acts, so that people can follow
    threads: int = 2  # in which bots think
    tables_each: int = 20  # unfinished ones that a client may have made
    new_tables: tuple[float, float] = (0.2, 20)  # by one address: a second, and at once
    requests: tuple[float, float] = (20, 100)  # over HTTP, by one address
    messages: tuple[float, float] = (10, 40)  # on one socket
    sockets_each: int = 100  # open at once, by one address
    message_size: int = 4096  # bytes
    body_size: int = 65536
    idle: float = 300  # seconds after which a table that waits for nobody who is here leaves memory
    kept_waiting: float = 7 * 24 * 3600  # and after which one that never started is forgotten
    origins: tuple[str, ...] = ()  # further sites whose pages may play here, like https://example.org
