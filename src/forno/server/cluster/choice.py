"""Which bus the processes use."""

from sqlalchemy.engine import URL

from forno.server.cluster.bus import BadBus, Bus
from forno.server.cluster.postgres_bus import PostgresBus
from forno.server.cluster.redis_bus import RedisBus


def make_bus(database: URL, wish: str | None) -> Bus | None:
    """The bus that a user asks for, or PostgreSQL's own; None for SQLite, which has one process. Raises BadBus."""
    if database.get_backend_name() == "sqlite":
        if wish is not None:
            raise BadBus(
                "A bus is for several processes on a PostgreSQL database. An SQLite file belongs to one process."
            )
        return None
    return PostgresBus(database) if wish is None else RedisBus(wish)
