"""`forno trace`: one whole game as JSON lines."""

import sys

from forno import agents
from forno.cli import arguments
from forno.cli.commands.preheat import begin_plain, compile_search
from forno.cli.trace import trace as lines_of
from forno.rules import chance


def trace(
    game: arguments.GameId,
    /,
    *,
    players: arguments.Players = None,
    key: str | None = None,
    option: arguments.GameOptions = None,
    agent: str = "uniform",
) -> None:
    """Let agents play one game, and print everything that happens as JSON lines, with all hands open.

    Use it to check the rules against another implementation. docs/trace.md describes the lines.

    Try:

    - forno trace chefs-hat --key 0000000000000000000000000000000000000000000000000000000000000000 | head -3

    Parameters
    ----------
    key
        64 hexadecimal digits that decide every shuffle and every random choice of the agents. The default is a random key.
    agent
        The agent that plays all seats.

    """
    chosen = arguments.game_named(game)
    begin_plain(chosen)
    options = arguments.options_from(chosen, option or [])
    count = players if players is not None else chosen.usual_players
    secret = arguments.bytes_from_hex(key, "A key") if key is not None else chance.new_key()
    player = agents.find(arguments.agent_named(agent, chosen), chosen)
    chosen.check(count, options)
    compile_search(chosen, [player])
    for line in lines_of(chosen, count, options, secret, agent):
        sys.stdout.write(line + "\n")
