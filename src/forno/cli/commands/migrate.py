"""`forno migrate`: bring a database up to date."""

import asyncio

from forno.cli.console import is_terminal, stdout_console
from forno.cli.errors import CommandError


def migrate(*, database: str | None = None, yes: bool = False) -> None:
    """Bring the schema of a server's database up to date. The plan is shown first.

    *forno serve* does the same at each start. This command is for those who want to see what will happen, and to make a backup before.

    Try:

    - forno migrate --database postgresql://forno@localhost/forno

    Parameters
    ----------
    database
        The database, as for forno serve.
    yes
        Do not ask.

    """
    from forno.server.store import BadDatabase, database_url  # noqa: PLC0415  slow to import: other commands do not need the server
    from forno.server.store.migrating import apply, plan  # noqa: PLC0415

    console = stdout_console()
    try:
        url = database_url(database)
        shown = url.render_as_string(hide_password=True)
        current, steps = asyncio.run(plan(url))
        if not steps:
            console.print(f"{shown} is up to date (schema {current}).", soft_wrap=True)
            return
        console.print(f"{shown} has schema {current or 'none'}. These steps will bring it up to date:", soft_wrap=True)
        for number, description in steps:
            console.print(f"  {number}  {description}", soft_wrap=True)
        if not yes:
            if not is_terminal():
                raise CommandError("Nothing has changed. --yes takes these steps.", 1)
            if console.input("Go on? [y/N] ").strip().lower() not in {"y", "yes"}:
                raise CommandError("Nothing has changed.", 1)
        asyncio.run(apply(url))
        console.print("Done.")
    except BadDatabase as error:
        raise CommandError(str(error)) from None
