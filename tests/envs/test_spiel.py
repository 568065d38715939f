"""OpenSpiel's own tests and algorithms."""

import json

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
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


def dealt(name: str, seed: int, moves: int) -> pyspiel.State:
    """A position after some random moves."""
    rng = np.random.RandomState(seed)
    state = pyspiel.load_game(name).new_initial_state()
    while moves > 0 or state.is_chance_node():
        moves -= not state.is_chance_node()
        state.apply_action(rng.choice(256 if state.is_chance_node() else state.legal_actions()))
    return state


@games
def test_a_resampled_state_looks_the_same_to_the_player(name: str) -> None:
    state = dealt(name, 1, 9)
    player = state.current_player()
    sampler = np.random.default_rng(1).random
    worlds = [state.resample_from_infostate(player, sampler) for _ in range(4)]
    assert len({str(world) for world in worlds}) == 4
    for world in worlds:
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_string(player) == state.observation_string(player)
        assert world.legal_actions() == state.legal_actions()
        world.apply_action(world.legal_actions()[0])
    assert state.legal_actions()  # the worlds are copies


@pytest.mark.parametrize("use_observation_string", [False, True])
def test_their_search_for_imperfect_information_plays(use_observation_string: bool) -> None:
    game = pyspiel.load_game("forno_chefs_hat(shifts=1)")
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, rng),
        uct_c=2.0,
        max_simulations=20,
        random_state=rng,
        use_observation_string=use_observation_string,
        allow_inconsistent_action_sets=True,
    )
    state = dealt("forno_chefs_hat(shifts=1)", 2, 4)
    for _ in range(3):
        state.apply_action(bot.step(state))


def test_an_information_state_contains_ones_own_past() -> None:
    """Two ways to the same observation are different information states."""
    state = dealt("forno_mamma_mia(players=2,starter=0)", 5, 0)
    player = state.current_player()
    others = [state.clone(), state.clone()]
    others[1].apply_action(others[1].legal_actions()[0])
    assert len({one.information_state_string(player) for one in (state, *others)}) == 2
    done = state.clone()
    texts = [done.action_to_string(action) for action in done.legal_actions()]
    done.apply_action(done.legal_actions()[texts.index(next(text for text in texts if text.startswith("place 1")))])
    assert "memory= " in state.information_state_string(player)
    assert "memory= " not in done.information_state_string(player)
    assert "memory" not in done.observation_string(player)
    copied = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(done.get_game(), done))[1]
    assert copied.information_state_string(player) == done.information_state_string(player)


def test_structured_observations() -> None:
    state = dealt("forno_mamma_mia(players=3)", 1, 6)
    seen = state.to_observation_struct()
    assert seen.seat == state.current_player()
    assert sum(seen.hand.values()) == seen.n_ingredients[seen.seat]
    facts = json.loads(seen.to_json())
    assert facts == seen.to_dict()
    assert {"name", "needs"} <= set(facts["orders"][0])
    assert state.to_observation_struct(1).seat == 1


def test_rewards_before_the_end_are_refused() -> None:
    with pytest.raises(Exception, match="OpenSpiel pays at the end of a game"):
        pyspiel.load_game("forno_chefs_hat(reward=shift)")
