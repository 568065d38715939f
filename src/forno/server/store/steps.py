"""The steps that bring a database's schema up to date. They are Alembic's, which takes long to import."""

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from forno.server.store.database import check_version
from forno.server.store.version import MIGRATIONS


def take(connection: Connection, schema: str) -> None:
    """Take all steps to this schema."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, schema)


def missing(connection: Connection) -> list[tuple[str, str]]:
    """The numbers and descriptions of the steps that a database lacks, in their order."""
    known = ScriptDirectory.from_config(_config())
    found = list(known.iterate_revisions("head", check_version(connection) or "base"))
    return [(step.revision, step.doc) for step in reversed(found)]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config
