"""What the server stores: tables, who sits at them, and every move. SQLite and PostgreSQL have the same schema."""

from forno.server.store.database import database_url
from forno.server.store.errors import BadDatabase, Outdated, TooMany, Unavailable
from forno.server.store.leases import Elsewhere, Leases
from forno.server.store.store import RETRY, Store

__all__ = [
    "RETRY",
    "BadDatabase",
    "Elsewhere",
    "Leases",
    "Outdated",
    "Store",
    "TooMany",
    "Unavailable",
    "database_url",
]
