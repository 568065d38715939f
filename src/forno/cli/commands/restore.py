"""`forno restore`: a database from a backup."""

import asyncio
from pathlib import Path

from forno.cli.console import stdout_console
from forno.cli.errors import CommandError


def restore(file: Path, /, *, database: str | None = None, replace: bool = False) -> None:
    """Fill a database with a backup that *forno backup* has made. No server may use the database meanwhile.

    Either everything is restored or nothing changes.

    Try:

    - forno restore games.backup --database postgresql://forno@localhost/forno

    Parameters
    ----------
    file
        The backup.
    database
        The database, as for forno serve.
    replace
        Delete what the database holds.

    """
    from forno.server.store import BadDatabase, database_url  # noqa: PLC0415  slow to import: other commands do not need the server
    from forno.server.store.backup import BadBackup  # noqa: PLC0415
    from forno.server.store.backup import restore as read  # noqa: PLC0415

    try:
        rows = asyncio.run(read(database_url(database), file, replace=replace))
    except (BadBackup, BadDatabase) as error:
        raise CommandError(str(error)) from None
    stdout_console().print(f"{rows:,} rows restored from {file}.", soft_wrap=True)
