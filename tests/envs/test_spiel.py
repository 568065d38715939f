"""OpenSpiel's own tests and algorithms."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation

import forno.envs  # noqa: F401  registers the games
from forno.observations import layout_of

GAMES = (
    "forno_chefs_hat(shifts=1)",
    "forno_chefs_hat(target=2,reward=difference)",
    "forno_mamma_mia(players=2,starter=1)",
    "forno_mamma_mia_plus(players=2,reward=points)",
    "forno_mamma_mia_plus(players=3,reward=win)",
)
games = pytest.mark.parametrize("name", GAMES)


@games
def test_random_simulation(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()


@games
def test_rl_environment(name: str) -> None:
    env = rl_environment.Environment(pyspiel.load_game(name), seed=1)
    rng = np.random.default_rng(1)
    time_step = env.reset()
    steps = 0
    while not time_step.last():
        seat = time_step.observations["current_player"]
        assert len(time_step.observations["info_state"][seat]) == env.observation_spec()["info_state"][0]
        time_step = env.step([rng.choice(time_step.observations["legal_actions"][seat])])
        steps += 1
    assert steps > 20
    if "points" not in name:
        assert sum(time_step.rewards) == pytest.approx(0)


def test_search_finds_the_action_that_ends_the_shift() -> None:
    """Seat 0 holds its last card in Chef's Hat. Placing the card makes it first, and passing may make it last."""
    game = pyspiel.load_game("forno_chefs_hat(shifts=1)")
    rng = np.random.RandomState(3)
    bot = mcts.MCTSBot(game, 2, 60, mcts.RandomRolloutEvaluator(2, rng), random_state=rng)
    state = game.new_initial_state()
    chosen = None
    while chosen is None and not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(256))
            continue
        seat, legal = state.current_player(), state.legal_actions()
        record = state._states[0]  # noqa: SLF001  to search for a position
        last = [action for action in legal if action and record.held[seat] == 1]
        if last and record.out == 0 and len(legal) > 1:
            chosen = state.action_to_string(seat, bot.step(state))
            assert chosen != "pass"
        else:
            state.apply_action(rng.choice(legal))
    assert chosen is not None


def test_parts_of_an_observer() -> None:
    game = pyspiel.load_game("forno_chefs_hat(shifts=1)")
    state = game.new_initial_state()
    for byte in (1, 2, 3, 4):
        assert state.is_chance_node()
        assert state.action_to_string(byte) == f"shuffle {byte}"
        state.apply_action(byte)
    observer = make_observation(game)
    observer.set_from(state, player=2)
    assert observer.dict["hand"].sum() == 17
    assert observer.dict["hand"].tolist() == state._states[0].hand[2].tolist()  # noqa: SLF001
    assert observer.tensor.shape == (layout_of("chefs-hat").size,)
    assert "held=[17,17,17,17]" in observer.string_from(state, player=2)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(clone) != str(state)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)


def test_bad_parameters() -> None:
    with pytest.raises(Exception, match="Chef's Hat is for 4 players, not 3"):
        pyspiel.load_game("forno_chefs_hat(players=3)")
