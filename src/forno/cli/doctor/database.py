"""The server's database. Looking at it creates and changes nothing in it."""

import os
import sqlite3
from pathlib import Path

from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from forno.cli.doctor.part import Part
from forno.server.store import BadDatabase, database_url
from forno.server.store.version import read_version, versions

_PATIENCE = 10  # seconds


def examine(wish: str | None) -> Part:
    part = Part(
        "database", "Database", {"url": None, "reachable": False, "schema": None, "needed_schema": versions()[0]}
    )
    try:
        url = database_url(wish)
        part.facts["url"] = url.render_as_string(hide_password=True)
        part.add("URL", part.facts["url"])
        _look(part, url)
    except BadDatabase as error:
        part.add_problem("State", "cannot be used", str(error))
    except ModuleNotFoundError as error:
        advice = 'PostgreSQL needs another package. Install it: pip install "forno[postgres]"'
        part.add_problem("State", f"{error.name} is missing", advice)
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        said = " ".join(str(getattr(error, "orig", None) or error).split()) or type(error).__name__
        advice = "Check that it runs, its address and your rights, or choose another with --database."
        part.add_problem("State", f"cannot be reached: {said}", f"The database cannot be reached: {said}. {advice}")
    return part


def _look(part: Part, url: URL) -> None:
    file = Path(str(url.database)) if url.get_backend_name() == "sqlite" else None
    if file is not None and not os.access(file if file.exists() else file.parent, os.W_OK):
        raise PermissionError(f"{file} cannot be written")
    if file is not None and not file.exists():
        part.facts["reachable"] = True
        part.add("State", "does not exist yet: the first forno serve creates it")
        return
    schema = read_version(url, _PATIENCE)
    part.facts |= {"reachable": True, "schema": schema}
    if schema is None:
        part.add("State", "reachable and empty: forno serve creates the tables")
    elif schema not in versions():
        advice = "Update Forno, or choose another database with --database."
        problem = f"The database belongs to a newer version of Forno (its schema is {schema}). {advice}"
        part.add_problem("State", f"schema {schema}, which this version does not know", problem)
    elif schema != versions()[0]:
        part.add("State", f"reachable, schema {schema}: the next forno serve updates it to {versions()[0]}", "note")
    else:
        part.add("State", f"reachable, schema {schema}")
