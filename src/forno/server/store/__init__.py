"""What the server stores: tables, who sits at them, and every move. SQLite and PostgreSQL have the same schema."""

from forno.server.store.database import database_url
from forno.server.store.errors import BadDatabase, Unavailable
from forno.server.store.rows import ListedTable, Move, SeatRow, TableRow
from forno.server.store.store import RETRY, Store

__all__ = ["RETRY", "BadDatabase", "ListedTable", "Move", "SeatRow", "Store", "TableRow", "Unavailable", "database_url"]
