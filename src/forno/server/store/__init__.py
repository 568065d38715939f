"""What the server stores: tables, who sits at them, and every move. SQLite and PostgreSQL have the same schema."""

from forno.server.store.rows import ListedTable, Move, SeatRow, TableRow
from forno.server.store.store import STORE_ERRORS, BadDatabase, Store, database_url

__all__ = ["STORE_ERRORS", "BadDatabase", "ListedTable", "Move", "SeatRow", "Store", "TableRow", "database_url"]
