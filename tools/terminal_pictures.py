"""Draw docs/images/*.svg: a table of each game as the terminal shows it, in the middle of a game. Run it with `make pictures`."""

import io
from pathlib import Path

from rich.console import Console
from rich.text import Text

from forno import agents
from forno.cli.action_list import ActionList
from forno.cli.drawing import drawing_of
from forno.rules import OWN_GAMES, chance
from forno.rules.game import Game
from forno.table import Table
from forno.words import Words

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
MOVES = {"chefs-hat": 145, "mamma-mia": 40, "mamma-mia-plus": 40}  # moves made before the picture
NAMES = ("Ada", "Bruno", "Carla", "Dario")
# Rich's own template fetches a web font.
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" class="rich-terminal">
<style>{styles} .{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace; font-size: {char_height}px; white-space: pre; }}</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/></clipPath>{lines}</defs>
<rect width="{width}" height="{height}" rx="8" fill="#1e1a17"/>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>"""


def draw(game: Game, moves: int, seat: int) -> str:
    """The table as the seat sees it at its first decision after that many moves."""
    table = Table(game, 4, key=bytes(range(32)), names=NAMES)
    seats = [agents.find("greedy", game)] * 4
    rng = chance.stream(table.key, 1)
    while len(table.moves) < moves or table.actor != seat:
        agents.take_turn(table, seats, rng)
    drawing, words = drawing_of(game), Words("en")
    console = Console(record=True, width=96, file=io.StringIO(), force_terminal=True)
    for event in table.events_for(seat)[-9:]:
        sentence = words.sentence(game, event, NAMES, seat)
        if sentence is not None:
            console.print(Text(sentence))
    console.print()
    console.print(drawing.table(words, table, NAMES, seat))
    console.print(Text("Your hand  ", "bold").append(drawing.hand(words, table, seat)))
    legal = table.legal().tolist()
    texts, labels = [table.text(action) for action in legal], [words.label(table, action) for action in legal]
    console.print(ActionList(drawing.groups(words, table), texts, labels))
    console.print("Your action, or help: ", end="")
    return console.export_svg(title=game.title, code_format=SVG, unique_id=game.id)


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    for game in OWN_GAMES:
        (IMAGES / f"{game.id}.svg").write_text(draw(game, MOVES[game.id], 0), encoding="utf-8")


if __name__ == "__main__":
    main()
