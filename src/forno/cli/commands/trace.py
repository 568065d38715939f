"""`forno trace`: one game as JSON lines."""

import sys
from typing import Annotated

from cyclopts import Parameter

from forno.cli import arguments
from forno.cli.commands.preheat import compile_if_needed
from forno.cli.trace import trace as lines_of
from forno.rules import chance


def trace(
    game: str,
    /,
    *,
    players: int | None = None,
    key: str | None = None,
    option: Annotated[list[str] | None, Parameter(negative_iterable="")] = None,
    agent: str = "uniform",
) -> None:
    """Play one game by itself and print everything that happens, as JSON lines, all hands open.

    For checking the rules against another implementation; docs/trace.md describes the lines.

    Try:

    - forno trace chefs-hat --key 0000000000000000000000000000000000000000000000000000000000000000 | head -3

    Parameters
    ----------
    game
        Which game (see forno games).
    players
        Seats at the table.
    key
        64 hexadecimal digits that decide the shuffles and the agents' chance; drawn if it is missing.
    option
        An option of the game as name=value; may be given several times.
    agent
        Who plays all seats.

    """
    chosen = arguments.game_named(game)
    options = arguments.options_from(chosen, option or [])
    count = players if players is not None else arguments.usual_players(chosen)
    secret = arguments.digits(key, "A key") if key is not None else chance.new_key()
    arguments.agent_named(agent, chosen)
    chosen.check(count, options)
    compile_if_needed(chosen)
    for line in lines_of(chosen, count, options, secret, agent):
        sys.stdout.write(line + "\n")
