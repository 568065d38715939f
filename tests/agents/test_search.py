"""The search: what it finds, what it knows, and what its choice depends on."""

import os
import subprocess
import sys
import time
from itertools import count

import numpy as np
import pytest

from agents.search_choices import choices, main, specs_for
from forno.agents import find, view_for
from forno.agents.beliefs import can_explain
from forno.agents.search import simulation
from forno.agents.search.agent import BLOCK, SearchAgent
from forno.rules import GAMES, OWN_GAMES, chance
from forno.rules import find as find_game
from forno.rules.game import BadSetup, Game
from forno.table import Table
from positions.chefs_hat import GAME, ChefsHatPosition, set_up
from positions.position import key

EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
GAMES_WITH_NETWORKS = pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.id)


def choice(spec: str, position: ChefsHatPosition, number: int = 0) -> str:
    stream = chance.stream(key(number))
    return position.describe(find(spec, GAME).choose(position.view(position.actor), position.legal_actions(), stream))


@pytest.mark.parametrize("spec", ["search:sims=60", "search:sims=60,rollout=uniform", "search:sims=200,depth=4"])
@pytest.mark.parametrize("number", range(3))
def test_goes_out_when_it_can(spec: str, number: int) -> None:
    """Its last two cards are one placement; any other action leaves a card behind."""
    assert choice(spec, set_up("9x2 / 5x2 6 / 4x2 8 / 3x2 10"), number) == "9x2"


@pytest.mark.parametrize("spec", ["search:sims=200", "search:sims=400,depth=4"])
@pytest.mark.parametrize("number", range(3))
def test_plays_first_what_nobody_can_top(spec: str, number: int) -> None:
    """The others go out as soon as they may place a card, so only the 1, which keeps the lead, gets rid of both cards."""
    position = set_up("1 11 / 10 / 9 / 8")
    assert choice(spec, position, number) == "1x1"


@pytest.mark.parametrize(
    ("game", "spec"),
    [(game, spec) for game in GAMES for spec in specs_for(game)],
    ids=lambda value: getattr(value, "id", value),
)
def test_the_number_of_threads_changes_nothing(game: Game, spec: str) -> None:
    spec = spec.replace("sims=", "sims=1")
    assert choices(game, f"{spec},threads=3", 12) == choices(game, spec, 12)


@EVERY_GAME
def test_it_knows_only_what_its_seat_sees(game: Game) -> None:
    """The same view leads to the same choice, whatever the hidden cards are."""
    table, rng = Table(game, 4, key=bytes(32)), chance.stream(bytes(32), 9)
    for _ in range(20):
        seat = table.actor
        assert seat is not None
        table.act(seat, find("greedy", game).choose(table.view(seat), table.legal(), rng))
    agent, seat = find("search:sims=40", game), table.actor
    assert seat is not None
    true, found = table.view(seat), set()
    for world in range(5):
        states, views = table.state, table.view(seat)
        game.resample(true, 0, chance.stream(bytes([world]) * 32), True, states, 0)
        game.view(states, 0, seat, views, 0)
        legal = np.zeros(game.n_actions, np.int16)
        n = game.legal(states, 0, legal)
        found.add(agent.choose(views, legal[:n], chance.stream(bytes(32))))
    assert len(found) == 1


@pytest.mark.parametrize("game", [game for game in GAMES if can_explain(game)], ids=lambda game: game.id)
def test_the_moves_of_the_others_count(game: Game) -> None:
    """The history is in the view, and the worlds depend on it; without it the search still chooses."""
    table, rng = Table(game, 4, key=bytes(32)), chance.stream(bytes(32), 9)
    while len(table.moves) < 30 or len(table.legal()) == 1:
        seat = table.actor
        assert seat is not None
        table.act(seat, find("greedy", game).choose(table.view(seat), table.legal(), rng))
    agent, seat = find("search:sims=40,pool=400,belief=moves", game), table.actor
    assert seat is not None
    assert isinstance(agent, SearchAgent)
    worlds = []
    for view in (view_for(agent, table, seat), table.view(seat)):
        assert agent.choose(view, table.legal(), chance.stream(bytes(32))) in table.legal()
        worlds.append([tree.pool.tobytes() for tree in agent.trees])
    assert worlds[0] != worlds[1]
    assert not find("search:sims=40", game).recalls  # type: ignore[attr-defined]


@pytest.mark.parametrize(("ms", "blocks"), [(10, range(8, 15)), (100, range(90, 105))])
def test_it_searches_while_there_is_time(ms: int, blocks: range, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock advances by a millisecond whenever it is read."""
    ticks = count()
    monkeypatch.setattr(time, "perf_counter", lambda: next(ticks) / 1000)
    table = Table(GAME, 4, key=bytes(32))
    seat, agent = table.actor, find(f"search:ms={ms}", GAME)
    assert seat is not None
    assert isinstance(agent, SearchAgent)
    assert agent.choose(table.view(seat), table.legal(), chance.stream(bytes(32))) in table.legal()
    assert sum(tree.tried for tree in agent.trees) // BLOCK in blocks


@EVERY_GAME
def test_earlier_choices_change_nothing(game: Game) -> None:
    """The memory is reused, also for tables of other sizes."""
    agent = find("search:sims=40,pool=40,depth=3", game)
    for players in (game.players[-1], game.players[0]):
        table = Table(game, players, key=bytes(32))
        for k in range(8):
            seat, rng = table.actor, chance.stream(bytes(32), k)
            assert seat is not None
            view, legal = table.view(seat), table.legal()
            action = agent.choose(view, legal, rng.copy())
            assert action == find("search:sims=40,pool=40,depth=3", game).choose(view, legal, rng)
            table.act(seat, action)


def test_each_choice_starts_with_an_empty_tree() -> None:
    table, agent = Table(GAME, 4, key=bytes(32)), find("search:sims=40,depth=3", GAME)
    seat = table.actor
    assert seat is not None
    assert isinstance(agent, SearchAgent)
    visits = []
    for _ in range(2):
        agent.choose(table.view(seat), table.legal(), chance.stream(bytes(32)))
        visits.append([int(tree.tree["visits"].sum()) for tree in agent.trees])
    assert visits[0] == visits[1]
    assert sum(visits[0]) > 0


@EVERY_GAME
def test_plain_python_chooses_the_same(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    main(game.id)
    here = capsys.readouterr().out
    plain = subprocess.run(
        [sys.executable, "-m", "agents.search_choices", game.id],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout == here
    assert len(here.splitlines()) == len(specs_for(game))


def test_it_does_better_than_its_rollout_policy() -> None:
    """In 40 shifts against three `uniform` agents, which are also its rollout policy and make 1.5 points a shift among themselves."""
    game, total = find_game("chefs-hat"), 0
    for seat in range(4):
        table = Table(game, 4, {"shifts": 10}, key=bytes(32))
        agents = [find("uniform", game)] * 4
        agents[seat] = find("search:sims=60,rollout=uniform", game)
        rng = chance.quick_stream(bytes(32), 7)
        while (who := table.actor) is not None:
            table.act(who, agents[who].choose(table.view(who), table.legal(), rng))
        total += table.scores[seat]
    assert total / 40 > 2.2


def test_the_view_is_not_changed() -> None:
    table = Table(GAME, 4, key=bytes(32))
    seat = table.actor
    assert seat is not None
    view, legal = table.view(seat), table.legal()
    find("search:sims=20", GAME).choose(view, legal, chance.stream(bytes(32)))
    assert view.tobytes() == table.view(seat).tobytes()
    assert legal.tolist() == table.legal().tolist()


def test_one_version_is_compiled_whatever_the_number_of_simulations() -> None:
    """Machine code depends on the layout of the arrays, and NumPy chooses that by their shapes."""
    position = set_up("1 2 3 4 5 / 10 / 9 / 8")
    for sims in (1, 2, 9, 100):
        choice(f"search:sims={sims}", position)
    payoffs = {signature[6].layout for signature in simulation.try_out.signatures}  # type: ignore[attr-defined]
    assert payoffs == {"C"}


@GAMES_WITH_NETWORKS
def test_with_the_highest_prior_it_plays_as_the_network_does(game: Game) -> None:
    assert choices(game, "search:sims=8,pool=0,own=policy,prior=1000", 20, every=7) == choices(
        game, "policy", 20, every=7
    )


@GAMES_WITH_NETWORKS
def test_the_prior_leaves_out_what_the_network_finds_bad(game: Game) -> None:
    """The candidates are those to which it gives enough, the best one first."""
    table, rng = Table(game, 4, key=bytes(32)), chance.stream(bytes(32))
    counts = []
    while (seat := table.actor) is not None and len(table.moves) < 60:
        view, legal = table.view(seat), table.legal()
        best = find("policy", game).choose(view, legal, rng)
        candidates = []
        for prior in (0, 10, 500):
            agent = find(f"search:own=policy,prior={prior}", game)
            assert isinstance(agent, SearchAgent)
            candidates.append(agent.candidates(view, legal, rng).tolist())
        assert {tried[0] for tried in candidates} == {best}
        assert set(candidates[0]) == set(legal.tolist()) >= set(candidates[1]) >= set(candidates[2])
        assert len(candidates[2]) <= 2
        counts.append([len(tried) for tried in candidates])
        table.act(seat, best)
    assert np.all(np.array(counts).sum(axis=0)[:-1] > np.array(counts).sum(axis=0)[1:])


def test_a_prior_without_the_network_is_refused() -> None:
    with pytest.raises(BadSetup, match="prior needs the network: add own=policy"):
        find("search:prior=5", GAME)
    assert isinstance(find("search:rollout=policy,prior=5", GAME), SearchAgent)  # the own seat plays by it, too


def test_a_network_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadSetup, match="no network is shipped for Tiny"):
        find("search:own=policy", find_game("tiny-game"))
