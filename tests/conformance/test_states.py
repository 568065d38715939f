"""States and steps: random play in every game."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from conformance import conservation
from conformance.cases import CASES, COMPILED, Case, cases, copied, legal, play_out, sample, walk
from forno.rules import chance
from forno.rules.game import CHANCE, NOBODY
from forno.rules.log import SILENT, new_log

GAMES_EACH = 5 if COMPILED else 2


@cases
def test_copy_and_step_commute(case: Case) -> None:
    """Stepping a copy gives the same bytes and the same log, and the state that was copied stays as it was."""
    for number in range(GAMES_EACH):
        for step in walk(case, number):
            copy, log, kept = copied(step.before), new_log(case.game.max_events), step.before.tobytes()
            step.repeat(case.game, copy, log)
            assert copy.tobytes() == step.after.tobytes()
            assert (log == step.log).all()
            assert step.before.tobytes() == kept


@cases
def test_without_a_log_a_step_does_the_same(case: Case) -> None:
    for step in walk(case, 0):
        copy = copied(step.before)
        step.repeat(case.game, copy, SILENT)
        assert copy.tobytes() == step.after.tobytes()


@cases
def test_a_state_is_its_bytes(case: Case) -> None:
    for step in walk(case, 0):
        again: Any = np.frombuffer(step.before.tobytes(), case.game.state_dtype).copy()
        assert legal(case.game, again) == step.legal
        step.repeat(case.game, again, SILENT)
        assert again.tobytes() == step.after.tobytes()


@cases
def test_only_the_indexed_state_changes(case: Case) -> None:
    """A state in the middle of an array steps like one alone, and its neighbours stay as they are."""
    game = case.game
    for step in walk(case, 1):
        if step.seat == CHANCE:
            continue
        three: Any = np.concatenate([step.before, step.before, step.before])
        game.step(three, 1, step.action, SILENT)
        assert three[1].tobytes() == step.after[0].tobytes()
        assert three[0].tobytes() == three[2].tobytes() == step.before[0].tobytes()


@cases
def test_legal_actions(case: Case) -> None:
    """Ascending, without repetition, in range; some if and only if a seat is to decide."""
    for number in range(GAMES_EACH):
        step = None
        for step in walk(case, number):
            assert step.legal == sorted(set(step.legal))
            assert bool(step.legal) == (step.seat >= 0)
            assert all(0 <= action < case.game.n_actions for action in step.legal)
            assert step.seat in range(CHANCE, case.players)
        assert step is not None
        assert legal(case.game, step.after) == []
        assert case.game.is_over(step.after, 0)


@pytest.mark.parametrize("case", [case for case in CASES if not case.options], ids=str)
def test_every_action_has_one_text(case: Case) -> None:
    game = case.game
    for step in sample(walk(case, 0), 5):
        texts = [game.describe(step.after, 0, action) for action in range(game.n_actions)]
        assert len(set(texts)) == len(texts)
        for action, text in enumerate(texts):
            assert game.parse(step.after, 0, text) == action
            assert game.parse(step.after, 0, f"  {text.upper()} ") == action
            assert text == text.strip().lower()


@pytest.mark.parametrize("case", [case for case in CASES if case.game.id in conservation.COUNT], ids=str)
def test_cards_are_conserved(case: Case) -> None:
    count = conservation.COUNT[case.game.id]
    deck = conservation.DECK[case.game.id](case.players, case.game.check(case.players, case.options))
    for number in range(GAMES_EACH):
        for step in walk(case, number):
            assert count(step.after, 0) == deck


@cases
def test_the_log_has_room(case: Case) -> None:
    for number in range(GAMES_EACH):
        for step in walk(case, number):
            log = new_log(2000)  # more than max_events, so that an overflow is seen and not written elsewhere
            copy = copied(step.before)
            step.repeat(case.game, copy, log)
            assert log[0, 0] <= case.game.max_events
            rows = log[1 : log[0, 0] + 1]
            assert ((rows[:, 0] >= 0) & (rows[:, 0] < len(case.game.event_types))).all()


@cases
def test_a_game_ends_in_time_with_scores_in_range(case: Case) -> None:
    game = case.game
    most = game.max_decisions(case.players, game.check(case.players, case.options))
    ends: Counter[int] = Counter()
    for number in range(GAMES_EACH):
        states = case.new()
        moves = play_out(game, states, chance.stream(bytes([number]) * 32))
        assert moves <= most
        scores, ranks = np.zeros(case.players, np.int64), np.zeros(case.players, np.int64)
        game.score(states, 0, scores)
        game.rank(states, 0, ranks)
        if not case.options:
            assert all(score in game.scores for score in scores)
        _check_ranks(scores.tolist(), ranks.tolist())
        ends[game.actor(states, 0)] += 1
    assert set(ends) == {NOBODY}


def _check_ranks(scores: list[int], ranks: list[int]) -> None:
    """A rank is the number of seats that did better; more points are always better."""
    assert min(ranks) == 0
    for mine, my_rank in zip(scores, ranks, strict=True):
        assert my_rank >= sum(other > mine for other in scores)
        assert my_rank == sum(rank < my_rank for rank in ranks)
        for other, other_rank in zip(scores, ranks, strict=True):
            assert my_rank <= other_rank or other >= mine
