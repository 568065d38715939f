"""`forno serve`: the games in the browser."""

import contextlib
import re
import threading
import webbrowser
from importlib import import_module
from typing import Annotated, Literal

from cyclopts import Parameter, validators

from forno.cli.console import stdout_console
from forno.cli.errors import CommandError

_DAY = 24 * 3600
_YEAR = 365 * _DAY


def serve(
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    database: str | None = None,
    open_: Annotated[bool, Parameter(name="--open")] = False,
    pace: Annotated[float, Parameter(validator=validators.Number(gte=0, lte=60))] = 0.8,
    origin: Annotated[list[str] | None, Parameter(negative_iterable="")] = None,
    allow_agent: Annotated[list[str] | None, Parameter(negative_iterable="")] = None,
    allowed_host: Annotated[list[str] | None, Parameter(negative_iterable="")] = None,
    base_path: str = "",
    hsts: bool = False,
    workers: Annotated[int | None, Parameter(validator=validators.Number(gte=1))] = None,
    tables_each: Annotated[int, Parameter(validator=validators.Number(gte=1))] = 20,
    max_tables: Annotated[int, Parameter(validator=validators.Number(gte=1))] = 20_000,
    max_sockets: Annotated[int, Parameter(validator=validators.Number(gte=1))] = 10_000,
    forget_after: Annotated[float, Parameter(validator=validators.Number(gt=0))] = 90,
    processes: Annotated[int, Parameter(validator=validators.Number(gte=1, lte=256))] = 1,
    bus: str | None = None,
    metrics: bool = False,
    log_json: bool = False,
    log_level: Literal["debug", "info", "warning", "error"] = "warning",
) -> None:
    """Serve the games as a web page: play against bots, or send friends a link.

    Every move is stored before anybody sees it. Stop the server whenever you like: all tables continue at the next start.

    Try:

    - forno serve --open
    - forno serve --open --allow-agent mine=my_module:MyAgent
    - forno serve --host 0.0.0.0 --port 8080 --database postgresql://forno@localhost/forno
    - forno serve --processes 4 --database postgresql://forno@localhost/forno

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
    allowed_host
        The name of the server in its links, without a port. Requests for another name are refused. Can be repeated. The default is any.
    base_path
        Where the server lives on its host, such as /forno, if not at its root.
    hsts
        Tell browsers to use https only, for a year. Only for a server that will stay behind https.
    workers
        How many processes may think for the strong bots. They start when they are needed. The default is one for each processor but one.
    tables_each
        How many unfinished tables one guest may have.
    max_tables
        How many unfinished tables there may be in total.
    max_sockets
        How many people and programs may be connected at once.
    forget_after
        After how many days an unfinished game without a move, and a guest who has not come back, is deleted.
    processes
        How many processes serve, on a PostgreSQL database. Each also listens at a port of its own on this machine: the next ones after the port.
    bus
        The URL of a Valkey or Redis server, such as redis://localhost:6379, by which processes tell each other what happens (needs
        forno[redis]). The default is the PostgreSQL database itself.
    metrics
        Answer at /metrics, for Prometheus (needs forno[metrics]). Let your proxy hide it from others.
    log_json
        Log JSON lines instead of text.
    log_level
        How much to log.

    """
    from forno.server import page  # noqa: PLC0415  slow to import: other commands do not need the server
    from forno.server.cluster.bus import BadBus  # noqa: PLC0415
    from forno.server.processes import Plan, Supervisor  # noqa: PLC0415
    from forno.server.serve import BadPort, address, check, listen, reserved  # noqa: PLC0415
    from forno.server.serve import serve as run  # noqa: PLC0415
    from forno.server.settings import Settings  # noqa: PLC0415
    from forno.server.store import BadDatabase, database_url  # noqa: PLC0415

    console, path = stdout_console(), _clean(base_path)
    allowed = [_allowed(word) for word in allow_agent or ()]
    try:
        url = database_url(database)
        if processes > 1 and url.get_backend_name() == "sqlite":
            raise CommandError("Several processes need a PostgreSQL database: --database postgresql://…")
        at_once = max(Settings.new_tables[1], tables_each)
        settings = Settings(
            pace=pace,
            origins=tuple(origin or ()),
            hosts=tuple(allowed_host or ()),
            base_path=path,
            hsts=_YEAR if hsts else 0,
            bus=bus,
            metrics=metrics,
            workers=workers,
            tables_each=tables_each,
            tables_total=max_tables,
            sockets=Settings.sockets._replace(total=max_sockets),
            kept_unused=forget_after * _DAY,
            new_tables=(Settings.new_tables[0], at_once),
        )
        if metrics:
            import_module("prometheus_client")
        plan = Plan(url, settings, allowed, log_json, log_level)
        plan.prepare()
        with contextlib.ExitStack() as stack:
            stack.enter_context(reserved(url))
            check(url, bus)
            listening = stack.enter_context(listen(host, port))
            where = address(host, listening)
            first = listening.getsockname()[1] + 1 if port != 0 else 0
            own = [
                stack.enter_context(listen("127.0.0.1", first and first + number))
                for number in range(processes if processes > 1 else 0)
            ]

            def begun() -> None:
                console.print(f"Forno is running at {where}{path}", soft_wrap=True)
                if own:
                    ports = ", ".join(str(one.getsockname()[1]) for one in own)
                    console.print(f"Its processes also listen at ports of their own on this machine: {ports}.")
                if not page.is_built():
                    console.print(page.HOW_TO_BUILD, soft_wrap=True)
                console.print("Stop it with Ctrl+C. All tables are saved.")
                if open_:
                    threading.Thread(target=webbrowser.open, args=(where + path,), daemon=True).start()

            if own:
                Supervisor(plan, listening, own, begun).run()
            else:
                run(url, settings, [listening], begun)
    except (BadPort, BadDatabase, BadBus) as error:
        raise CommandError(str(error)) from None
    except ModuleNotFoundError as error:
        if error.name != "prometheus_client":
            raise
        raise CommandError('--metrics needs another package: pip install "forno[metrics]".') from None


def _allowed(word: str) -> tuple[str, str]:
    """Name and text of an agent. Raises CommandError."""
    name, equals, text = word.partition("=")
    if not equals:
        raise CommandError(f"An allowed agent is written NAME=TEXT, for example mine=my_module:MyAgent, not {word!r}.")
    return name.strip(), text.strip()


def _clean(base_path: str) -> str:
    """With a slash at its beginning, without one at its end; empty for the root. Raises CommandError."""
    path = f"/{base_path.strip('/')}".rstrip("/")
    if not re.fullmatch(r"(/[\w.~-]+)*", path, re.ASCII):
        raise CommandError(f"--base-path is a path such as /forno, not {base_path!r}.")
    return path
