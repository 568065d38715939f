"""A table replays many moves in one compiled call. That is the same as move by move."""

import random
from collections.abc import Callable

import pytest

from conformance.cases import CASES, SAMPLES, Case, cases
from forno.table import Refusal, Table
from forno.table.shared import Shared


def play(case: Case, number: int) -> tuple[Table, list[bytes], list[int]]:
    """A whole game at random, with the states and the numbers of events before each move and at the end."""
    table, rng = case.table(number), random.Random(number)  # noqa: S311  the same each time
    states, n_events = [table.state.tobytes()], [len(table.events)]
    while table.actor is not None:
        table.act(table.actor, rng.choice(table.legal().tolist()))
        states.append(table.state.tobytes())
        n_events.append(len(table.events))
    return table, states, n_events


def same(one: Table, other: Table) -> None:
    assert one.state.tobytes() == other.state.tobytes()
    assert (one.actor, one.moves, one.texts, one.events) == (other.actor, other.moves, other.texts, other.events)
    assert one.legal().tolist() == other.legal().tolist()


@cases
def test_a_replayed_game_is_the_same_at_every_move(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    table, states, n_events = play(case, 1)
    moves = table.record().moves
    for first in sorted({0, len(moves) // 3, len(moves) - 1}):
        again = case.table(1)
        for move in moves[:first]:
            again.act(*move)
        for time in ("texts are read", "texts are known", "the log is small"):
            replayed = case.table(1)
            if time == "texts are read":
                monkeypatch.setattr(replayed, "_shared", Shared(case.game, case.new()))
            if time == "the log is small":
                monkeypatch.setattr("forno.table.table._LOG_ROWS", 5 * case.game.max_events)
            replayed.replay(moves[:first])
            same(replayed, again)
            course = replayed.replay(moves[first:])
            same(replayed, table)
            assert [course.states[k : k + 1].tobytes() for k in range(len(course.states))] == states[first:]
            assert course.n_events.tolist() == n_events[first:]
            monkeypatch.undo()


def _refusal(call: Callable[[], object]) -> tuple[str, str] | None:
    try:
        call()
    except Refusal as refusal:
        return refusal.code, refusal.sentence
    return None


@cases
def test_a_replay_stops_at_what_is_not_allowed(case: Case) -> None:
    """By any kind of mistake. What came before it is done, as if move by move, and the refusal is the same."""
    table, _, _ = play(case, 2)
    moves, rng = list(table.record().moves), random.Random(3)  # noqa: S311
    table.replay([])  # nothing happens
    known = list(dict.fromkeys(moves))
    for _ in range(SAMPLES):
        at = rng.randrange(len(moves))
        seat, text = moves[at]
        wrong = rng.choice([((seat + 1) % case.players, text), (seat, "nonsense"), rng.choice(known)])
        one, other = case.table(2), case.table(2)
        for move in moves[:at]:
            one.act(*move)
        refusal = _refusal(lambda: one.act(*wrong))  # noqa: B023  called at once
        if refusal is not None:
            found = _refusal(lambda: other.replay([*moves[:at], wrong, *moves[at + 1 :]]))  # noqa: B023
            assert found == refusal
            same(one, other)
    with pytest.raises(Refusal, match="over"):
        case.table(2).replay([*moves, moves[0]])


def test_other_spellings_are_read_and_not_kept() -> None:
    case = CASES[0]
    table, _, _ = play(case, 1)
    moves = table.record().moves
    again = case.table(1)
    shared = Shared(case.game, case.new())
    again._shared = shared  # noqa: SLF001  of its own
    again.replay([(seat, f"  {text.upper()} ") for seat, text in moves])
    same(again, table)
    assert set(shared.actions) <= set(moves)
