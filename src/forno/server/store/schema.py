"""The schema. A change here needs a migration: see migrations/versions."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column(
        "id", String(64), primary_key=True
    ),  # SHA-256 of the cookie, so that reading the database gives nobody a seat
    Column("name", String(80), nullable=False),
    Column("seen", Float, nullable=False),  # seconds since 1970, a day late at most
    Index("guests_seen", "seen"),
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", String(64), nullable=False),  # hexadecimal
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),  # version of the game's rules
    Column("options", Text, nullable=False),  # JSON
    Column("key", String(64), nullable=False),
    Column("state", String(10), nullable=False),
    Column("host", String(64)),
    Column("clock", Integer),
    Column("public", Boolean, nullable=False),
    Column("rematch", String(32)),
    Column("created", Float, nullable=False),  # seconds since 1970
    Column("owner", String(32)),  # the process that has the table in memory; see leases.py
    Column("fence", Integer, nullable=False, server_default="0"),  # grows with each change of the owner
    Column("version", Integer, nullable=False, server_default="1"),  # grows with each change of the row or its seats
    CheckConstraint("state IN ('waiting', 'playing', 'finished')", name="known_state"),
    Index("tables_listed", "public", "state", "created"),
    Index("tables_host", "host", "state"),
    Index("tables_state", "state", "created"),
)

processes = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("expires", Float, nullable=False),  # seconds since 1970, by the database's clock
    Column("is_leaving", Boolean, nullable=False),  # it hands its tables over
    Column("n_sockets", Integer, nullable=False),
    Column("busy", Text, nullable=False),  # JSON: persons and addresses with many sockets, and how many
)

seats = Table(
    "seats",
    metadata,
    Column("table", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String(10), nullable=False),
    Column("guest", String(64)),
    Column("name", String(80), nullable=False),
    Column("level", String(40)),
    Column("away", Boolean, nullable=False),
    PrimaryKeyConstraint("table", "seat"),
    Index("seats_guest", "guest"),
)

moves = Table(
    "moves",
    metadata,
    Column("table", String(32), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", String(80), nullable=False),
    Column("time", Float, nullable=False),  # of the last act that somebody could notice, in seconds since 1970
    Column("shown", Integer),  # moves that spectators have noticed; null: nothing is shown after this move
    PrimaryKeyConstraint("table", "seq"),  # append-only: each number is stored once
)

finished_games = Table(
    "finished_games",
    metadata,
    Column("table", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("moves", Text, nullable=False),  # all moves, packed: see packing.py. They are then no longer in `moves`
    Column("shown", Integer, nullable=False),  # moves that spectators have noticed
    Column("time", Float, nullable=False),  # of the last one, in seconds since 1970
)
