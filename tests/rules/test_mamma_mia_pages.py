"""The pages of the Mamma Mia! games name every option, every form of order and every field of a view."""

from pathlib import Path

import pytest
from kitchens import CLASSIC, PLUS, new

from forno.rules.game import Game

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = {CLASSIC.id: ["mamma-mia"], PLUS.id: ["mamma-mia-plus", "mamma-mia"]}


@pytest.mark.parametrize("game", [CLASSIC, PLUS], ids=lambda game: game.id)
def test_a_page_is_complete(game: Game) -> None:
    text = "\n".join((DOCS / "games" / f"{page}.md").read_text(encoding="utf-8") for page in PAGES[game.id])
    fields = [name for name in game.seen.names or () if game is PLUS or name not in PLUS_ONLY]
    orders = [name for name in new(game, 2).names[0] if not name[0].isdigit()]
    for name in (*fields, *orders, *(option.name for option in game.options)):
        assert f"`{name}`" in text, name


PLUS_ONLY = ("helping", "holds", "chosen", "asking", "asked", "helper", "refused")
