"""`forno games`: the games, their options and agents."""

import json
import sys
from typing import Any

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from forno.agents import AGENTS, agents_for
from forno.cli.console import stdout_console
from forno.rules import GAMES
from forno.rules.game import Game, text_of


def games(*, json_: bool = False) -> None:
    """List the games with their numbers of players, options and agents.

    Try:

    - forno games
    - forno games --json

    Parameters
    ----------
    json_
        Print JSON.

    """
    if json_:
        sys.stdout.write(json.dumps([_facts(game) for game in GAMES], indent=2) + "\n")
        return
    console = stdout_console()
    for game in GAMES:
        _show(console, game)
    console.print(f"Play one: forno play {GAMES[0].id}")


def _facts(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "rules": game.version,
        "players": list(game.players),
        "options": [
            {"name": option.name, "help": option.help, "default": option.default, "allowed": option.allowed}
            for option in game.options
        ],
        "agents": list(agents_for(game)),
    }


def _show(console: Console, game: Game) -> None:
    low, high = game.players[0], game.players[-1]
    who = f"{low} players" if low == high else f"{low} to {high} players"
    console.print(Text(game.title, "bold").append(f"  {game.id}", "cyan").append(f"  {who}", "not bold"))
    grid = RichTable.grid(padding=(0, 2))
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column()
    for option in game.options:
        allowed = f"{option.help}: {option.allowed} (default: {text_of(option.default)})"
        grid.add_row(f"  --option {option.name}=…", allowed)
    for entry in AGENTS:
        if entry.plays(game):
            grid.add_row(f"  --agents {entry.name}", entry.help)
    console.print(grid)
    console.print()
