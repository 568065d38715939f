"""What everybody saw since the last shuffle, for agents that recall it."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from forno.agents import Agent, find, play_to_end
from forno.matches.contest import Contest, ContestGame
from forno.matches.runner import GameRunner
from forno.rules import GAMES, chance
from forno.rules import find as find_game
from forno.rules.game import NOBODY, SPECTATOR, Actions, Game
from forno.server.thinking import tasks
from forno.table import Table

EVERY_GAME = pytest.mark.parametrize("game", [game for game in GAMES if game.open_phases], ids=lambda game: game.id)


def positions(game: Game, decisions: int) -> Iterator[Table]:
    """A table before each decision of a game of `greedy` agents."""
    table, agent, rng = Table(game, 4, key=bytes(32)), find("greedy", game), chance.stream(bytes(32), 9)
    while len(table.moves) < decisions and (seat := table.actor) is not None:
        yield table
        table.act(seat, agent.choose(table.view(seat), table.legal(), rng))


@EVERY_GAME
def test_the_history_has_what_a_spectator_saw_before_each_open_decision(game: Game) -> None:
    expected: list[tuple[bytes, int]] = []
    shuffles, last = 0, b""  # what a spectator saw before the last decision, if it was an open one
    for table in positions(game, 250):
        if last:
            expected.append((last, table.moves[-1][1]))
        begins = sum(event.name == "begins" for event in table.events)
        if begins != shuffles:
            shuffles, expected = begins, []
        views, actions = table.history()
        assert [(view.tobytes(), action) for view, action in zip(views, actions.tolist(), strict=True)] == expected
        seen = table.view_record(SPECTATOR)
        last = seen[0].tobytes() if seen[0].phase in game.open_phases else b""
        assert not last or seen[0].actor == table.actor  # everybody knows who decides
    assert shuffles > 1


@EVERY_GAME
def test_a_table_that_is_loaded_from_its_record_has_the_same_history(game: Game) -> None:
    for table in positions(game, 120):
        if len(table.moves) % 30 == 0:
            views, actions = table.history()
            again = Table(game, 4, key=bytes(32))
            again.replay([(seat, text) for (seat, _), text in zip(table.moves, table.texts, strict=True)])
            assert again.history().views.tobytes() == views.tobytes()
            assert again.history().actions.tolist() == actions.tolist()


@EVERY_GAME
def test_only_views_that_are_asked_for_it_have_a_history(game: Game) -> None:
    table = Table(game, 4, key=bytes(32))
    assert table.view(0).history is None
    assert table.view(0, recall=True).history is not None
    assert table.view(0, recall=True).copy().history is None


class Recaller:
    """Plays like `greedy`, and keeps what it was told where it had a choice: a contest asks nobody who has none."""

    recalls = True

    def __init__(self, game: Game) -> None:
        self.agent = find("greedy", game)
        self.told: list[tuple[bytes, list[int]]] = []

    def choose(self, view: Any, legal: Actions, rng: Any) -> int:
        if len(legal) > 1:
            self.told.append((view.history.views.tobytes(), view.history.actions.tolist()))
        return self.agent.choose(view, legal, rng)


@EVERY_GAME
def test_agents_in_contests_are_told_the_same_as_at_tables(game: Game) -> None:
    contest = Contest.make(game, ("greedy", "mine"), players=4, options={}, key=bytes(32))
    mine = Recaller(game)
    runner = GameRunner(contest, given={"mine": mine})
    runner.begin(ContestGame(0, 0, 0))
    seat = runner.advance()
    while seat != NOBODY:
        seat = runner.advance(runner.ask(seat)[0])
    table, other = Table(game, 4, key=contest.deal_key(0)), Recaller(game)
    agents: list[Agent] = [other if name == "mine" else find("greedy", game) for name in contest.seating(0, 0)]
    play_to_end(table, agents, chance.stream(bytes(32)))
    assert mine.told == other.told
    assert len(mine.told) > 20


def test_workers_get_the_history() -> None:
    game, spec = find_game("chefs-hat"), "search:sims=40,pool=800,belief=moves"
    table = next(table for table in positions(game, 60) if len(table.moves) > 24 and len(table.legal()) > 1)
    seat, agent = table.actor, find(spec, game)
    assert seat is not None
    view, legal = table.view(seat, recall=True), table.legal()
    question = tasks.Question.of(game, 4, view, legal, chance.stream(bytes(32)))
    assert tasks.choose(spec, question, 1.0) == agent.choose(view, legal, chance.stream(bytes(32)))
    tree = tasks.agent_for(spec, game.id, 4, 1.0).trees[0]  # type: ignore[attr-defined]
    assert np.array_equal(tree.history.actions, view.history.actions)
    assert tree.history.views.tobytes() == view.history.views.tobytes()
