"""Tables drawn for the terminal, one file per game. Other games get the plain drawing."""

from forno.cli.drawing.base import Drawing, RulesPage
from forno.cli.drawing.chefs_hat import ChefsHatDrawing
from forno.cli.drawing.mamma_mia import MammaMiaDrawing, MammaMiaPlusDrawing
from forno.cli.drawing.plain import PlainDrawing
from forno.rules.game import Game

__all__ = ["DRAWINGS", "Drawing", "RulesPage", "drawing_of"]

DRAWINGS: dict[str, Drawing] = {
    "chefs-hat": ChefsHatDrawing(),
    "mamma-mia": MammaMiaDrawing(),
    "mamma-mia-plus": MammaMiaPlusDrawing(),
}


def drawing_of(game: Game) -> Drawing:
    return DRAWINGS.get(game.id, PlainDrawing())
