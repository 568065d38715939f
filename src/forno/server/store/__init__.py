"""What the server keeps: tables, who sits at them, and every move. One schema for SQLite and PostgreSQL."""

from forno.server.store.rows import Listed, SeatRow, TableRow
from forno.server.store.store import BadDatabase, Store, database_url

__all__ = ["BadDatabase", "Listed", "SeatRow", "Store", "TableRow", "database_url"]
