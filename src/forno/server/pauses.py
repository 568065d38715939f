"""How long a bot waits before it acts, so that people can follow. It depends only on what everybody knows."""

from collections.abc import Collection, Iterable
from typing import Any

from forno.rules.chefs_hat.rules import EMPTY, PIZZA
from forno.rules.game import Game
from forno.table import Event

_JOKERS = 2
_OPENING = 16  # so much shorter are pauses in the opening
_THOUGHTFUL_OPENING = 4  # and those of bots whose thinking takes a while, which the pause hides


def bot_pause(pace: float, game: Game, public: Any, *, again: bool) -> float:
    """Seconds. `public` is the view record of spectators; `again` if the last open decision was the same bot's."""
    if game.id == "chefs-hat" and must_pass(public):
        return pace / 4
    return pace / (2 if again else 1)


def opening_pause(pace: float, *, thoughtful: bool) -> float:
    """Seconds, in the opening. The page shows the moves one by one all the same."""
    return pace / (_THOUGHTFUL_OPENING if thoughtful else _OPENING)


def is_opening(people: Collection[int], events: Iterable[Event]) -> bool:
    """Whether the people at a table still wait for the first of their turns. `people` are their seats, `events` what spectators have seen."""
    return bool(people) and not any(getattr(event.data, "seat", None) in people for event in events)


def must_pass(public: Any) -> bool:
    """Whether everybody sees that the seat to act cannot top the pizza of a game of Chef's Hat.

    Number n has n cards, so at most n - 1 cards and the jokers can top it (CH-1, CH-8). A small hand may not do either.
    """
    if public.phase != PIZZA or public.number == EMPTY:
        return False
    most = min(int(public.number) - 1 + _JOKERS, int(public.held[public.actor]))
    return int(public.number) == 1 or int(public.count) > most
