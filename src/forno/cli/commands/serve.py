"""`forno serve`: the games in the browser."""

import threading
import webbrowser
from typing import Annotated, Literal

from cyclopts import Parameter, validators

from forno import agents
from forno.cli.console import stdout_console
from forno.cli.errors import CommandError
from forno.rules import GAMES


def serve(
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | None = None,
    open_: Annotated[bool, Parameter(name="--open")] = False,
    pace: Annotated[float, Parameter(validator=validators.Number(gte=0, lte=60))] = 0.8,
    origin: Annotated[list[str] | None, Parameter(negative_iterable="")] = None,
    allow_agent: Annotated[list[str] | None, Parameter(negative_iterable="")] = None,
    tables_each: Annotated[int, Parameter(validator=validators.Number(gte=1))] = 20,
    log_json: bool = False,
    log_level: Literal["debug", "info", "warning", "error"] = "warning",
) -> None:
    """Serve the games as a web page: play against bots, or send friends a link.

    Every move is stored before anybody sees it. Stop the server whenever you like: all tables continue at the next start.

    Try:

    - forno serve --open
    - forno serve --open --allow-agent mine=my_module:MyAgent
    - forno serve --host 0.0.0.0 --port 8080 --database postgresql://forno@localhost/forno

    Parameters
    ----------
    host
        The address to listen on. 0.0.0.0 lets others on your network in.
    port
        The port. The default is 8000 or the next free one; 0 means any free port.
    database
        An SQLite file or the URL of a PostgreSQL database. The default is a file in your data folder.
    open_
        Open the page in the browser.
    pace
        How many seconds a bot waits before it acts, so that people can follow.
    origin
        Another site whose pages may connect, such as https://example.org. Can be repeated.
    allow_agent
        An agent that people can choose as a bot, as NAME=TEXT: see docs/agents.md for the texts. It runs on this machine with your rights. Can be
        repeated.
    tables_each
        How many unfinished tables one guest may have.
    log_json
        Log JSON lines instead of text.
    log_level
        How much to log.

    """
    from forno.server import logs, page  # noqa: PLC0415  slow to import: other commands do not need the server
    from forno.server.serve import BadPort, address, check, listen  # noqa: PLC0415
    from forno.server.serve import serve as run  # noqa: PLC0415
    from forno.server.settings import Settings  # noqa: PLC0415
    from forno.server.store import BadDatabase, database_url  # noqa: PLC0415

    console = stdout_console()
    for word in allow_agent or ():
        name, equals, text = word.partition("=")
        if not equals:
            raise CommandError(
                f"An allowed agent is written NAME=TEXT, for example mine=my_module:MyAgent, not {word!r}."
            )
        agents.allow_agent(name.strip(), text.strip(), GAMES)
    try:
        url = database_url(database)
        check(url)
        listening = listen(host, port)
        where = address(host, listening)
        logs.configure(as_json=log_json, level=log_level)

        def begun() -> None:
            console.print(f"Forno is running at {where}", soft_wrap=True)
            if not page.is_built():
                console.print(page.HOW_TO_BUILD, soft_wrap=True)
            console.print("Stop it with Ctrl+C. All tables are saved.")
            if open_:
                threading.Thread(target=webbrowser.open, args=(where,), daemon=True).start()

        at_once = max(Settings.new_tables[1], tables_each)
        settings = Settings(
            pace=pace,
            origins=tuple(origin or ()),
            tables_each=tables_each,
            new_tables=(Settings.new_tables[0], at_once),
        )
        run(url, settings, listening, begun)
    except (BadPort, BadDatabase) as error:
        raise CommandError(str(error)) from None
