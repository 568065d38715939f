"""When guests were last seen, and secrets of the server."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("guests") as guests:
        guests.add_column(sa.Column("seen", sa.Float))
    op.execute(sa.text("UPDATE guests SET seen = :now").bindparams(now=time.time()))
    with op.batch_alter_table("guests") as guests:
        guests.alter_column("seen", existing_type=sa.Float, nullable=False)
        guests.create_index("guests_seen", ["seen"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
