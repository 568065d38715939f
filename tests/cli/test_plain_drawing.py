"""The drawing of a game that has none of its own."""

from dataclasses import replace

import pytest
from rich.console import Console

from forno.cli.drawing import drawing_of
from forno.cli.drawing.plain import PlainDrawing
from forno.rules import GAMES, find
from forno.rules.chefs_hat.names import CARDS
from forno.rules.game import SPECTATOR, Game
from forno.table import Table
from forno.words import Words

NEW_GAME = replace(find("chefs-hat"), id="new-game", cards=CARDS)
NAMES = ("Ada", "Bruno", "Carla", "Dario")
WORDS = Words("en")


def drawn(table: Table, seat: int) -> dict[str, str]:
    """The lines of the drawing: values by field."""
    console = Console(width=200)
    with console.capture() as capture:
        console.print(PlainDrawing().table(WORDS, table, NAMES, seat))
    lines = (line.strip().partition("  ") for line in capture.get().splitlines())
    return {field: value.strip() for field, _, value in lines if value}


def test_a_game_without_a_drawing_gets_the_plain_one() -> None:
    assert isinstance(drawing_of(NEW_GAME), PlainDrawing)


def test_fields_and_seats_are_named() -> None:
    table = Table(NEW_GAME, 4, key=bytes(32), names=NAMES)
    fields = drawn(table, 0)
    assert fields["seats"] == "0 Ada, 1 Bruno, 2 Carla, 3 Dario"
    assert fields["actor"] == "1"
    assert fields["held"] == "17 17 17 17"
    assert "hand" not in fields
    assert "last" not in fields  # -1: nobody has placed a card
    table.act(1, "11x4")
    assert drawn(table, 0)["last"] == "1"


def test_seat_0_to_act_is_shown() -> None:
    table = Table(NEW_GAME, 4, key=bytes(32), names=NAMES)
    while table.actor != 0:
        table.act(table.actor or 0, int(table.legal()[-1]))
    assert drawn(table, 0)["actor"] == "0"


def test_cards_in_hand_are_named() -> None:
    hand = PlainDrawing().hand(WORDS, Table(NEW_GAME, 4, key=bytes(32)), 0)
    assert hand.plain == "1 3 4 5 6 7 7 8 9 9 9 9 10 10 11 11 joker"


def test_a_hand_without_cards_says_so() -> None:
    assert PlainDrawing().hand(WORDS, Table(NEW_GAME, 4, key=bytes(32)), SPECTATOR).plain == "no cards"


def test_without_names_the_hand_is_shown_in_numbers() -> None:
    table = Table(replace(NEW_GAME, cards=()), 4, key=bytes(32))
    assert PlainDrawing().hand(WORDS, table, 0).plain == "1 0 1 1 1 1 2 1 4 2 2 0 1"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_any_game_can_be_drawn(game: Game) -> None:
    table = Table(game, game.players[-1], key=bytes(32))
    for _ in range(30):
        assert table.actor is not None
        for seat in (SPECTATOR, table.actor):
            assert drawn(table, seat)["seats"]
            assert PlainDrawing().hand(WORDS, table, seat).plain
        groups = PlainDrawing().groups(WORDS, table)
        assert sorted(k for _, positions in groups for k in positions) == list(range(len(table.legal())))
        table.act(table.actor, int(table.legal()[-1]))
