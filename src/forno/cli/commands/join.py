"""`forno join`: a bot of one's own at a table on a server."""

import asyncio
import json
import sys

from forno import agents
from forno.cli import arguments
from forno.cli.commands.preheat import compile_if_needed
from forno.cli.screen import printable, screen
from forno.cli.trouble import Trouble
from forno.rules.game import Game


def join(address: str, /, *, agent: str = "greedy", name: str = "Bot", json_: bool = False) -> None:
    """Seat an agent at a table of a server, and let it play to the end.

    Make a table with an open seat on the page, and give its link to this command. docs/protocol.md tells how to write such a
    client in any language.

    Try:

    - forno join http://localhost:8000/t/AbCd3fGh1jKl --agent greedy

    Parameters
    ----------
    address
        The address of the table's page.
    agent
        Who plays; see forno games.
    name
        Its name at the table.
    json_
        Print the result as JSON.

    """
    from forno.server.join import BadTable  # noqa: PLC0415  other commands do not wait for the web's packages
    from forno.server.join import join as play  # noqa: PLC0415

    console = screen()

    def make(game: Game) -> agents.Agent:
        compile_if_needed(game)
        return agents.find(arguments.agent_named(agent, game), game)

    def tell(sentence: str) -> None:
        if not json_:
            console.print(printable(sentence), soft_wrap=True)

    try:
        room = asyncio.run(play(address, make, name, tell))
    except BadTable as error:
        raise Trouble(str(error)) from None
    scores, seat = room["result"]["scores"], room["seat"]
    if json_:
        facts = {"game": room["game"], "seat": seat, "scores": scores, "winners": room["result"]["winners"]}
        sys.stdout.write(json.dumps(facts) + "\n")
        return
    for number, one in enumerate(room["seats"]):
        won = ", won" if number in room["result"]["winners"] else ""
        tell(f"{one['name']}{' (this bot)' if number == seat else ''}: {scores[number]}{won}")
