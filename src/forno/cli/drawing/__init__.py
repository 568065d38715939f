"""Drawings of tables for the terminal, one file a game."""

from forno.cli.drawing.chefs_hat import ChefsHatDrawing
from forno.cli.drawing.drawing import Drawing, Rules
from forno.cli.drawing.mamma_mia import MammaMiaDrawing, MammaMiaPlusDrawing
from forno.cli.drawing.plain import PlainDrawing
from forno.rules.game import Game

__all__ = ["DRAWINGS", "Drawing", "Rules", "drawing_of"]

DRAWINGS: dict[str, Drawing] = {
    "chefs-hat": ChefsHatDrawing(),
    "mamma-mia": MammaMiaDrawing(),
    "mamma-mia-plus": MammaMiaPlusDrawing(),
}


def drawing_of(game: Game) -> Drawing:
    return DRAWINGS.get(game.id, PlainDrawing())
