"""Views that can be read by name."""

from typing import Any

from forno.rules.game import Game
from forno.rules.records import Records
from forno.table.views.base import GameView, readable_names, seat_or_none, view_to_json
from forno.table.views.chefs_hat import ChefsHatView
from forno.table.views.mamma_mia import MammaMiaView

__all__ = ["ChefsHatView", "GameView", "MammaMiaView", "named_view", "readable_names", "seat_or_none", "view_to_json"]

_CLASSES: dict[str, type[GameView]] = {
    "chefs-hat": ChefsHatView,
    "mamma-mia": MammaMiaView,
    "mamma-mia-plus": MammaMiaView,
}


def named_view(view: Records[Any], game: Game) -> Any:
    """The same view, readable by name. Nothing is copied."""
    return view.view(_CLASSES.get(game.id, GameView))
