"""`forno join`: an agent at a table on a server."""

import asyncio
import json
import sys

from forno import agents
from forno.cli import arguments
from forno.cli.commands.preheat import begin_plain, compile_search
from forno.cli.console import printable, stdout_console
from forno.cli.errors import CommandError
from forno.matches.agent_loading import CheckedAgent
from forno.rules.game import Game


def join(address: str, /, *, agent: str = "greedy", name: str = "Bot", json_: bool = False) -> None:
    """Let an agent join a table on a server and play to the end.

    Make a table with an open seat on the page, and give its link to this command. docs/protocol.md explains how to write such a
    client in any language.

    Try:

    - forno join http://localhost:8000/t/AbCd3fGh1jKl --agent greedy

    Parameters
    ----------
    address
        The link to the table.
    agent
        The agent that plays (see forno games).
    name
        The name of the agent at the table.
    json_
        Print the result as JSON.

    """
    from forno.server.join import BadTable  # noqa: PLC0415  slow to import: other commands do not need the server
    from forno.server.join import join as play  # noqa: PLC0415

    console = stdout_console()

    def make(game: Game) -> agents.Agent:
        begin_plain(game)
        player = agents.find(arguments.agent_named(agent, game), game)
        compile_search(game, [player])
        return CheckedAgent(agent, player, game)

    def show(sentence: str) -> None:
        if not json_:
            console.print(printable(sentence), soft_wrap=True)

    try:
        room = asyncio.run(play(address, make, name, show))
    except BadTable as error:
        raise CommandError(str(error)) from None
    scores, seat = room["result"]["scores"], room["seat"]
    if json_:
        facts = {"game": room["game"], "seat": seat, "scores": scores, "winners": room["result"]["winners"]}
        sys.stdout.write(json.dumps(facts) + "\n")
        return
    for number, one in enumerate(room["seats"]):
        won = ", won" if number in room["result"]["winners"] else ""
        show(f"{one['name']}{' (this bot)' if number == seat else ''}: {scores[number]}{won}")
