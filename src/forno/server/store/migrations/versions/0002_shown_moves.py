"""How many moves spectators have noticed: the lobby may not count secret ones."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("moves", sa.Column("shown", sa.Integer))
    op.execute("UPDATE moves SET shown = seq + 1")


def downgrade() -> None:
    op.drop_column("moves", "shown")
