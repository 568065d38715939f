"""Workers play the deals of a contest."""

from pathlib import Path

import numpy as np
import pytest

from forno import agents
from forno.arena.worker import ROW, ContestWorker, TimedRunner
from forno.matches.agent_loading import AgentFailed
from forno.matches.contest import Contest
from forno.rules import GAMES, chance, find
from forno.rules.game import BadSetup, Game
from forno.table import Table

KEY = bytes(range(32))
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def contest(*names: str, game: str = "chefs-hat", players: int = 4) -> Contest:
    options = {"shifts": 2} if game == "chefs-hat" else {}
    return Contest.make(find(game), names, players=players, options=options, key=KEY)


@games
def test_a_table_with_the_key_of_the_deal_plays_the_same_game(game: Game) -> None:
    """The shuffles are the same, and the agent draws no random numbers."""
    one = contest("arena.contests:FirstLegal", game=game.id)
    rows = ContestWorker(one)([5]).rows
    table = Table(game, 4, one.options, key=one.deal_key(5))
    agents.play_to_end(table, [agents.find("arena.contests:FirstLegal", game)] * 4, chance.stream(KEY))
    assert rows["points"][:4].tolist() == table.scores
    assert np.flatnonzero(rows["rank"][:4] == 0).tolist() == table.winners
    assert set(rows["winners"][:4]) == {len(table.winners)}


@games
def test_compiled_and_timed_games_are_the_same(game: Game) -> None:
    one = contest("uniform", "greedy", game=game.id)
    runner = TimedRunner(one)
    rows = np.zeros((2, 6, 4, 4), ROW)
    for is_timed in (0, 1):
        for deal in range(6):
            for rotation in range(4):
                runner.play(
                    one.rotated_game(deal, rotation), rows[is_timed, deal, rotation], {}, is_timed=bool(is_timed)
                )
    assert (rows[0] == rows[1]).all()
    assert rows["moves"].min() > 0


@games
def test_the_order_of_the_deals_does_not_matter(game: Game) -> None:
    one = contest("uniform", "greedy", game=game.id)
    forth = ContestWorker(one)(range(8)).rows.reshape(8, -1)
    back = ContestWorker(one)(list(reversed(range(8)))).rows.reshape(8, -1)
    assert (forth == back[::-1]).all()


def test_luck_cancels() -> None:
    """Identical deterministic agents get exactly the same points over the rotations of a deal."""
    rows = ContestWorker(contest("larger-value"))(range(20)).rows
    place = (rows["seat"] - rows["rotation"]) % 4  # of the agent in the line-up
    for deal in range(20):
        sums = [rows["points"][(rows["deal"] == deal) & (place == k)].sum() for k in range(4)]
        assert len(set(sums)) == 1


def test_agents_draw_other_random_numbers_in_each_rotation() -> None:
    """So uniform agents play each rotation of a deal differently."""
    rows = ContestWorker(contest("uniform"))(range(5)).rows.reshape(5, 4, 4)
    assert any(rows["moves"][deal, 0].tolist() != rows["moves"][deal, 1].tolist() for deal in range(5))


def test_rows_name_the_agent_of_each_seat() -> None:
    one = contest("greedy", "uniform", "larger-value")
    for row in ContestWorker(one)(range(3)).rows:
        assert one.names[row["agent"]] == one.seating(int(row["deal"]), int(row["rotation"]))[row["seat"]]
        assert row["shuffles"] == 2  # Chef's Hat: the shifts


def test_choices_are_timed_for_every_agent() -> None:
    times = ContestWorker(contest("greedy", "uniform"))(range(2)).times
    assert set(times) == {"greedy", "uniform"}
    assert all(choices > 0 and seconds > 0 for choices, seconds in times.values())


def test_an_unknown_agent_is_refused() -> None:
    with pytest.raises(BadSetup, match="no agent 'gready'"):
        ContestWorker(contest("gready", "uniform")).warm_up()


AGENTS = """
class Raises:
    def __init__(self, game): pass
    def choose(self, view, legal, rng):
        return {}["dough"]

class Illegal(Raises):
    def choose(self, view, legal, rng):
        return 10_000

class Negative(Raises):
    def choose(self, view, legal, rng):
        return -1

class Scribbler(Raises):
    def choose(self, view, legal, rng):
        answer = int(legal[-1])
        legal[:] = 0
        view[0].seat = 3
        return answer

class Last(Raises):
    def choose(self, view, legal, rng):
        return legal[-1]
"""


@pytest.fixture
def own_agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kitchen_agents.py").write_text(AGENTS, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("own_agents")
@pytest.mark.parametrize(
    ("agent", "sentence"),
    [
        ("Raises", r"KeyError: 'dough' \[kitchen_agents\.py:5\]\."),
        ("Negative", r"its answer -1 is not one of the legal actions \["),
        ("Illegal", r"its answer 10000 is not one of the legal actions \["),
    ],
)
def test_a_failing_agent_is_named_with_its_game(agent: str, sentence: str) -> None:
    with pytest.raises(AgentFailed, match=sentence) as caught:
        ContestWorker(contest(f"kitchen_agents:{agent}", "uniform"))([3])
    assert str(caught.value).startswith(
        f"the agent kitchen_agents:{agent} failed in game 0 (deal 0, rotation 0, seat 0)"
    )


@pytest.mark.usefixtures("own_agents")
def test_agents_may_write_to_what_they_are_given() -> None:
    last = ContestWorker(contest("kitchen_agents:Last", "greedy"))(range(3)).rows
    scribbler = ContestWorker(contest("kitchen_agents:Scribbler", "greedy"))(range(3)).rows
    assert (last == scribbler).all()
