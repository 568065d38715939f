"""Arbitrary input is either accepted or refused with the right error."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forno.rules import GAMES
from forno.rules.game import BadSetup, BadText, Game
from forno.table import BadRecord, Record, Refusal, Table

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
WORDS = st.text("0123456789xj+ -givepassuorderaskokn\t", max_size=20)


@cache
def started(game: Game) -> Table:
    return Table(game, game.players[-1], key=bytes(32))


@cache
def record_text(game: Game) -> str:
    table = Table(game, game.players[0], key=bytes(32))
    for _ in range(12):
        if table.actor is not None:
            table.act(table.actor, int(table.legal()[-1]))
    return table.record().dumps()


@games
@given(text=st.one_of(st.text(max_size=30), WORDS))
def test_parse(game: Game, text: str) -> None:
    state = started(game).state
    try:
        action = game.parse(state, 0, text)
    except BadText:
        return
    assert 0 <= action < game.n_actions
    assert game.describe(state, 0, action) == " ".join(text.lower().split())


@games
@given(name=st.text(max_size=60))
def test_any_name_survives_a_record(game: Game, name: str) -> None:
    """Line breaks in a name must not look like other fields."""
    names = [name, *("Ada" for _ in range(game.players[0] - 1))]
    table = Table(game, game.players[0], key=bytes(32), names=names)
    assert Record.loads(table.record().dumps()).replay().names == table.names


@games
@given(text=st.text(max_size=200))
def test_any_text_as_a_record(game: Game, text: str) -> None:
    with pytest.raises(BadRecord):
        Record.loads(text)


@games
@given(data=st.data())
def test_a_changed_record(game: Game, data: st.DataObject) -> None:
    """A record with a part removed, repeated or replaced can be replayed or raises BadRecord."""
    text = record_text(game)
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, min(len(text), begin + 40)))
    piece = data.draw(st.one_of(st.just(""), st.just(text[begin:end] * 2), st.text(max_size=8), WORDS))
    try:
        record = Record.loads(text[:begin] + piece + text[end:])
        table = record.replay()
    except BadRecord:
        return
    assert Record.loads(table.record().dumps()).replay().state.tobytes() == table.state.tobytes()


@games
@given(seat=st.integers(), action=st.one_of(st.integers(), st.text(max_size=20), WORDS))
def test_act(game: Game, seat: int, action: int | str) -> None:
    table = started(game)
    before = table.state.tobytes()
    try:
        table.act(seat, action)
    except Refusal:
        assert table.state.tobytes() == before
    else:
        assert table.state.tobytes() != before
        started.cache_clear()


@games
@given(data=st.data())
def test_act_in_turn(game: Game, data: st.DataObject) -> None:
    """For a few turns, the seat to decide tries arbitrary action numbers."""
    table = Table(
        game, data.draw(st.sampled_from(list(game.players))), key=data.draw(st.binary(min_size=32, max_size=32))
    )
    for action in data.draw(st.lists(st.integers(-2, game.n_actions + 1), max_size=12)):
        legal = table.legal().tolist()
        try:
            events = table.act(table.actor or 0, action)
        except Refusal:
            assert action not in legal
        else:
            assert action in legal
            assert events == table.events[len(table.events) - len(events) :]


VALUES: Any = st.one_of(
    st.integers(),
    st.booleans(),
    st.none(),
    st.text(max_size=12),
    st.floats(),
    st.sampled_from(["on", "off", "none", "7"]),
)


@games
@given(data=st.data(), value=VALUES)
def test_options(game: Game, data: st.DataObject, value: Any) -> None:
    name = data.draw(st.one_of(st.sampled_from([option.name for option in game.options]), st.text(max_size=8)))
    players = data.draw(st.one_of(st.sampled_from(list(game.players)), st.integers(-3, 9)))
    try:
        options = game.check(players, {name: value})
    except BadSetup:
        return
    assert list(options) == [option.name for option in game.options]
    assert game.check(players, options) == options
    for option in game.options:
        assert option.read(options[option.name]) == options[option.name]
