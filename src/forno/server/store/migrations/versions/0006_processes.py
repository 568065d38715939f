"""Several processes: who owns a table, and versions of its row."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("expires", sa.Float, nullable=False),
        sa.Column("is_leaving", sa.Boolean, nullable=False),
        sa.Column("n_sockets", sa.Integer, nullable=False),
        sa.Column("busy", sa.Text, nullable=False),
    )
    op.add_column("tables", sa.Column("owner", sa.String(32)))
    op.add_column("tables", sa.Column("fence", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("version", sa.Integer, nullable=False, server_default="1"))
