"""A table accepts legal actions and refuses all others with a code and a sentence."""

import numpy as np
import pytest

from forno.rules import find
from forno.rules.game import SPECTATOR, BadSetup
from forno.table import Event, Over, Refusal, Table

GAME = find("chefs-hat")


@pytest.fixture
def table() -> Table:
    return Table(GAME, 4, key=bytes(32))


def finished() -> Table:
    table = Table(GAME, 4, {"shifts": 1}, key=bytes(32))
    while table.actor is not None:
        table.act(table.actor, int(table.legal()[-1]))
    return table


def refuse(table: Table, seat: int, action: int | str) -> Refusal:
    """The refusal of `act`, which `check` raises too. Neither changes anything."""
    before = contents(table)
    refusals = []
    for verb in (table.check, table.act):
        with pytest.raises(Refusal) as caught:
            verb(seat, action)
        assert contents(table) == before
        assert str(caught.value) == caught.value.sentence
        refusals.append(caught.value)
    checked, acted = refusals
    assert (checked.code, checked.sentence, checked.facts) == (acted.code, acted.sentence, acted.facts)
    return acted


def contents(table: Table) -> tuple[bytes, list[Event], list[tuple[int, int]], list[str]]:
    return table.state.tobytes(), list(table.events), list(table.moves), list(table.texts)


def test_check_returns_the_number_and_changes_nothing(table: Table) -> None:
    before = contents(table)
    for action in table.legal().tolist():
        assert table.check(1, action) == action
        assert table.check(1, table.text(action)) == action
    assert contents(table) == before


def test_texts_and_numbers_mean_the_same(table: Table) -> None:
    other = Table(GAME, 4, key=bytes(32))
    table.act(1, "11x2")
    other.act(1, GAME.parse(other.state, 0, "11x2"))
    assert table.state.tobytes() == other.state.tobytes()
    assert table.moves == other.moves


def test_not_your_turn(table: Table) -> None:
    assert table.actor == 1
    for seat in (0, 2, 3, 4, SPECTATOR, -2):
        refusal = refuse(table, seat, "11x1")
        assert (refusal.code, refusal.sentence) == ("not-your-turn", "It is not your turn.")


def test_unknown_action(table: Table) -> None:
    refusal = refuse(table, 1, "12x1")
    assert refusal.code == "unknown-action"
    assert refusal.sentence.startswith("'12x1' is no action of Chef's Hat. Examples: pass, 8x3")


@pytest.mark.parametrize("action", ["pass", "10x1", "jx1", "give 7", "food-fight"])
def test_illegal_action_names_what_is_allowed(table: Table, action: str) -> None:
    refusal = refuse(table, 1, action)
    assert refusal.code == "illegal-action"
    assert refusal.sentence == f"{action} is not allowed now. Allowed: 11x1, 11x2, 11x3, 11x4."


def test_a_long_list_of_legal_actions_is_cut(table: Table) -> None:
    while len(table.legal()) < 9:
        table.act(table.actor or 0, int(table.legal()[0]))
    texts = [table.text(action) for action in table.legal()]
    refusal = refuse(table, table.actor or 0, "keep-still")
    assert refusal.sentence.endswith(f"Allowed: {', '.join(texts[:7])} and {len(texts) - 7} more.")


@pytest.mark.parametrize("action", [-1, 10_000, 2**70])
def test_numbers_outside_the_action_space(table: Table, action: int) -> None:
    refusal = refuse(table, 1, action)
    assert refusal.code == "illegal-action"
    assert refusal.sentence.startswith(f"action {action} is not allowed now.")


def test_game_over() -> None:
    table = finished()
    assert table.is_over
    assert table.actor is None
    assert len(table.legal()) == 0
    for seat in range(4):
        refusal = refuse(table, seat, "pass")
        assert (refusal.code, refusal.sentence) == ("game-over", "The game is over.")


def test_the_last_event_has_scores_and_winners() -> None:
    table = finished()
    last = table.events[-1]
    assert last.name == "over"
    assert last.audience is None
    assert last.data == Over(table.scores, table.winners)
    assert sorted(table.scores) == [0, 1, 2, 3]
    assert table.winners == [table.scores.index(3)]


def test_the_state_is_a_copy(table: Table) -> None:
    table.state[0].points[0] = 99
    assert table.scores == [0, 0, 0, 0]


def test_legal_is_a_copy(table: Table) -> None:
    legal = table.legal()
    legal[:] = 0
    assert 0 not in table.legal()


@pytest.mark.parametrize("seat", [-2, 4, 100])
def test_the_view_of_an_unknown_seat_is_an_error(table: Table, seat: int) -> None:
    with pytest.raises(IndexError, match=f"there is no seat {seat}: seats are 0 to 3, and -1 for spectators"):
        table.view(seat)


def test_a_view_shows_the_hand_of_its_seat_only(table: Table) -> None:
    for seat in (SPECTATOR, 0, 1, 2, 3):
        view = table.view(seat)
        assert view.dtype == GAME.view_dtype
        assert view[0].seat == seat
        own = np.zeros(13) if seat == SPECTATOR else table.state[0].hand[seat]
        assert (view[0].hand == own).all()


@pytest.mark.parametrize("players", [-1, 0, 3, 5])
def test_wrong_number_of_players(players: int) -> None:
    with pytest.raises(BadSetup, match=f"^Chef's Hat is for 4 players, not {players}.$"):
        Table(GAME, players)


def test_unknown_option() -> None:
    with pytest.raises(BadSetup, match=r"^Chef's Hat has no option 'speed': its options are target, shifts\.$"):
        Table(GAME, 4, {"speed": 1})


@pytest.mark.parametrize("value", [0, -1, 1001, True, None, "none", "many", "1.5", 2.5, "٣"])
def test_bad_targets(value: str | int | None) -> None:
    with pytest.raises(BadSetup, match=r"^option target cannot be '.*': it takes a whole number from 1 to 1000\.$"):
        Table(GAME, 4, {"target": value})


@pytest.mark.parametrize("value", [0, False, "off", "1001"])
def test_bad_shifts(value: str | int) -> None:
    with pytest.raises(BadSetup, match=r"it takes none or a whole number from 1 to 1000\.$"):
        Table(GAME, 4, {"shifts": value})


@pytest.mark.parametrize(("value", "read"), [("7", 7), (7, 7), (" 7 ", 7), ("None", None), (None, None)])
def test_options_from_texts(value: str | int | None, read: int | None) -> None:
    assert Table(GAME, 4, {"shifts": value}).options == {"target": 15, "shifts": read}


def test_names() -> None:
    assert Table(GAME, 4, names=["Ada", "Bo", "Cy", "Di"]).names == ("Ada", "Bo", "Cy", "Di")
    assert Table(GAME, 4).names == ("seat 0", "seat 1", "seat 2", "seat 3")
    with pytest.raises(BadSetup, match=r"^4 players need 4 names, not 3\.$"):
        Table(GAME, 4, names=["Ada", "Bo", "Cy"])


def test_the_default_key_is_random() -> None:
    assert Table(GAME, 4).key != Table(GAME, 4).key


def test_unknown_game() -> None:
    with pytest.raises(BadSetup, match=r"there is no game 'chess': the games are .*chefs-hat"):
        find("chess")


@pytest.mark.parametrize(
    ("text", "read"), [("on", True), ("True", True), ("yes", True), ("off", False), ("false", False)]
)
def test_boolean_options_from_texts(text: str, read: bool) -> None:
    assert find("mamma-mia-plus").check(3, {"helping": text})["helping"] is read


def test_the_text_null_means_none() -> None:
    assert GAME.check(4, {"shifts": "null"})["shifts"] is None
