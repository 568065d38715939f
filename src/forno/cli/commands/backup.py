"""`forno backup`: a server's database as one file."""

import asyncio
from pathlib import Path

from forno.cli.console import stdout_console
from forno.cli.errors import CommandError


def backup(file: Path, /, *, database: str | None = None) -> None:
    """Write everything in a server's database to a file, while the server runs.

    *forno restore* reads it, also into a database of another kind. The file contains what the server needs to recognize its guests, so
    only you can read it.

    Try:

    - forno backup games.backup
    - forno backup games.backup --database postgresql://forno@localhost/forno

    Parameters
    ----------
    file
        The file to write. It is replaced if it exists.
    database
        The database, as for forno serve.

    """
    from forno.server.store import BadDatabase, database_url  # noqa: PLC0415  slow to import: other commands do not need the server
    from forno.server.store.backup import backup as write  # noqa: PLC0415

    try:
        rows = asyncio.run(write(database_url(database), file))
    except BadDatabase as error:
        raise CommandError(str(error)) from None
    stdout_console().print(f"{file}: {rows:,} rows.", soft_wrap=True)
