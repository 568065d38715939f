"""Networks at play time: what compiled code computes, the file, and the agents by text."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from forno import arena
from forno.agents import CompiledNetworkAgent, PolicyAgent, find, play_to_end
from forno.agents.networks import (
    Network,
    NetworkFile,
    file,
    load_network,
    shipped_games,
    shipped_path,
    table_of,
    with_scratch,
)
from forno.agents.networks.forward import CLOSEST, NO_ADVICE, evaluate, rate_all
from forno.agents.networks.sight import see_one
from forno.observations import layout_of, observe
from forno.rules import GAMES, OWN_GAMES, chance
from forno.rules import find as find_game
from forno.rules.compiling import is_compiling, jit
from forno.rules.game import BadSetup, Game
from forno.table import Table
from networks import random_network, saved_network

GAME = find_game("chefs-hat")
ALL = np.arange(GAME.n_actions, dtype=np.int16)


def reference(network: Network, seen: Any, advice: int = NO_ADVICE, closeness: Any = None) -> Any:
    """The outputs in double precision, straight from the description of `Network`."""
    features = [float(x) for x in seen]
    features += [float(x >= t) for x, n in zip(seen, network.thresholds, strict=True) for t in range(1, n + 1)]
    first = np.array(features) @ network.first.astype(float) + network.first_bias
    if advice != NO_ADVICE:
        first += network.advice[advice]
    if closeness is not None:
        first += closeness @ network.ratings.astype(float)
    second = np.maximum(np.maximum(first, 0) @ network.second.astype(float) + network.second_bias, 0)
    outputs = network.last.astype(float) @ second + network.last_bias
    if advice != NO_ADVICE:
        outputs[advice] += network.advice_bias[advice]
    if closeness is not None:
        outputs[:-1] += closeness * network.rating_weights
    return outputs


def observations(n: int = 20) -> Any:
    """Any numbers that the layout allows."""
    layout = layout_of(GAME.id)
    return (
        np.random.default_rng(5).integers(layout.low, layout.high, size=(n, layout.size), endpoint=True).astype(np.int8)
    )


def test_the_outputs_are_those_of_the_description() -> None:
    networks = [random_network(GAME, seed, hidden) for seed, hidden in ((0, 16), (1, 24), (3, 16), (2, 8))]
    table = table_of(networks)
    table.closeness[: len(ALL)] = np.random.default_rng(6).integers(256, size=len(ALL))
    for seen in [*observations(), *(-observations(2))]:
        for number, network in enumerate(networks):
            advice = 7 if network.is_advised else NO_ADVICE
            value = evaluate(table, number, seen, ALL, len(ALL), advice)
            closeness = table.closeness[: len(ALL)] / 255 if network.is_rated else None
            wanted = reference(network, seen, advice, closeness)
            assert np.allclose(table.logits[: len(ALL)], wanted[:-1], rtol=1e-4, atol=1e-2)
            assert value == pytest.approx(wanted[-1], rel=1e-4, abs=1e-2)


def test_plain_python_computes_the_same_bytes() -> None:
    if not is_compiling():
        return
    table, other = (table_of([random_network(GAME, 3)]) for _ in range(2))
    for one in (table, other):
        one.closeness[: len(ALL)] = np.arange(len(ALL)) % 256
    for seen in observations():
        plain = evaluate.py_func  # type: ignore[attr-defined]
        assert evaluate(table, 0, seen, ALL, len(ALL), 3) == plain(other, 0, seen, ALL, len(ALL), 3)
        assert table.logits.tobytes() == other.logits.tobytes()


def test_threads_do_not_share_scratch_space() -> None:
    table = table_of([random_network(GAME)])
    other = with_scratch(table)
    assert other.weights is table.weights
    evaluate(table, 0, observations()[0], ALL, len(ALL), NO_ADVICE)
    assert not other.logits.any()


def test_an_agent_takes_the_legal_action_with_the_highest_output(tmp_path: Path) -> None:
    network = random_network(GAME)
    agent = find(f"policy:{saved_network(tmp_path / 'net.npz', GAME.id)}", GAME)
    table = Table(GAME, 4, {"shifts": 1}, key=bytes(32))
    rng = chance.stream(bytes(32))
    for _ in range(30):
        seat = table.actor
        assert seat is not None
        legal, view = table.legal(), table.view(seat)
        outputs = reference(network, observe(view))[:-1]
        action = agent.choose(view, legal, rng)
        assert outputs[action] == pytest.approx(outputs[legal].max(), abs=1e-2)
        table.act(seat, action)


@pytest.mark.parametrize("is_plain", [False, True])
def test_a_network_sees_what_the_game_adds_unless_it_was_trained_before(is_plain: bool, tmp_path: Path) -> None:
    game, path = find_game("mamma-mia"), tmp_path / "net.npz"
    network = random_network(game, is_plain=is_plain)
    NetworkFile(game.id, (3,), network).save(path)
    agent, table, rng = find(f"policy:{path}", game, 3), Table(game, 3, key=bytes(32)), chance.stream(bytes(32))
    for _ in range(30):
        seat = table.actor
        assert seat is not None
        legal, view = table.legal(), table.view(seat)
        seen, names = (observe(view), legal) if is_plain else see_one(game.id, view, legal)
        outputs = reference(network, seen)[names]
        action = agent.choose(view, legal, rng)
        assert outputs[list(legal).index(action)] == pytest.approx(outputs.max(), abs=1e-2)
        table.act(seat, action)


def test_a_temperature_makes_the_actions_vary(tmp_path: Path) -> None:
    path = saved_network(tmp_path / "net.npz", GAME.id)
    table = Table(GAME, 4, {"shifts": 1}, key=bytes(32))
    seat = table.actor
    assert seat is not None
    view, legal, rng = table.view(seat), table.legal(), chance.stream(bytes(32))
    for text, least, most in ((f"policy:{path}", 1, 1), (f"policy:{path},temperature=100", 3, 99)):
        chosen = {find(text, GAME).choose(view, legal, rng) for _ in range(50)}
        assert least <= len(chosen) <= most


def test_a_file_keeps_everything(tmp_path: Path) -> None:
    path = saved_network(tmp_path / "net.npz", GAME.id)
    found = load_network(path, GAME)
    assert found.provenance == {"command": "a test"}
    assert found.players == (4,)
    for name, array in random_network(GAME).parameters.items():
        assert np.array_equal(getattr(found.network, name), array)


@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.id)
def test_a_network_is_told_what_greedy_would_do_and_how_close_the_other_actions_are(game: Game) -> None:
    greedy, rng = find("greedy", game), chance.stream(bytes(32))
    worths, closeness = np.zeros(game.n_actions), np.zeros(game.n_actions, np.uint8)
    seen, phases = set(), set()
    for players in game.players:
        table = Table(game, players, key=bytes(32))
        while table.actor is not None:
            view, legal = table.view(table.actor), table.legal()
            n, chosen = len(legal), greedy.choose(view, legal, rng)
            if n > 1:
                assert legal[rate_one(view, legal, n, worths, closeness)] == chosen
                assert closeness[:n].max() == closeness[list(legal).index(chosen)] == CLOSEST
                behind = worths[:n].max() - worths[:n]
                assert np.allclose(closeness[:n] / CLOSEST, 0.2 / (0.2 + behind), atol=0.51 / CLOSEST)
                seen.update(closeness[:n].tolist())
                phases.add(view.phase)
            table.act(table.actor, chosen)
    assert len(seen) > 50
    assert len(phases) >= 3


@jit
def rate_one(views: Any, legal: Any, n: int, worths: Any, closeness: Any) -> int:
    return rate_all(views[0], legal, n, worths, closeness)


def without_ratings(header: dict[str, Any], arrays: dict[str, Any]) -> None:
    header["format"] = 1
    del arrays["ratings"], arrays["rating_weights"]


def test_files_of_the_first_format_can_be_read(tmp_path: Path) -> None:
    """They know no ratings."""
    path = saved_network(tmp_path / "net.npz", GAME.id, 1)
    rewrite(path, without_ratings)
    found = load_network(path, GAME).network
    assert not found.is_rated
    assert found.is_advised
    one, other = (CompiledNetworkAgent(network) for network in (found, random_network(GAME, 1)))
    table = Table(GAME, 4, {"shifts": 1}, key=bytes(32))
    while table.actor is not None:
        choices = {
            agent.choose(table.view(table.actor), table.legal(), chance.stream(bytes(32))) for agent in (one, other)
        }
        assert len(choices) == 1
        table.act(table.actor, choices.pop())


def rewrite(path: Path, change: Callable[[dict[str, Any], dict[str, Any]], None]) -> None:
    """Change the header and the arrays of a file."""
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files}
    header = json.loads(arrays.pop("header").tobytes())
    change(header, arrays)
    np.savez(path, header=np.frombuffer(json.dumps(header).encode(), np.uint8), **arrays)


def newer(header: dict[str, Any], arrays: dict[str, Any]) -> None:
    header["format"] = 3


def other_observations(header: dict[str, Any], arrays: dict[str, Any]) -> None:
    header["observations"]["fingerprint"] = "0"


def other_actions(header: dict[str, Any], arrays: dict[str, Any]) -> None:
    header["actions"] += 1


def not_a_number(header: dict[str, Any], arrays: dict[str, Any]) -> None:
    arrays["second"][0, 0] = np.nan


def wrong_shape(header: dict[str, Any], arrays: dict[str, Any]) -> None:
    arrays["second"] = arrays["second"][1:]


def missing_layer(header: dict[str, Any], arrays: dict[str, Any]) -> None:
    del arrays["last"]


def too_few_inputs(header: dict[str, Any], arrays: dict[str, Any]) -> None:
    arrays["first"] = np.delete(arrays["first"], 0, axis=0)
    arrays["first"] = arrays["first"][: len(arrays["first"]) - int(arrays["thresholds"][0])]
    arrays["thresholds"] = arrays["thresholds"][1:]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (newer, "has format 3; this version of Forno reads the formats 1 and 2"),
        (other_observations, "its observations differ"),
        (other_actions, "its actions differ"),
        (not_a_number, "not all numbers"),
        (wrong_shape, "the layer second has the shape"),
        (missing_layer, "is damaged"),
        (too_few_inputs, "do not fit"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(change: Any, says: str, tmp_path: Path) -> None:
    path = saved_network(tmp_path / "net.npz", GAME.id)
    rewrite(path, change)
    with pytest.raises(BadSetup, match=says):
        find(f"policy:{path}", GAME)


def test_other_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    with pytest.raises(BadSetup, match="there is no file"):
        find(f"policy:{path}", GAME)
    path.write_text("hello", encoding="utf-8")
    with pytest.raises(BadSetup, match="not a network"):
        find(f"policy:{path}", GAME)
    np.savez(path, first=np.zeros(3))
    with pytest.raises(BadSetup, match="not a network"):
        find(f"policy:{path}", GAME)
    saved_network(path, "mamma-mia")
    with pytest.raises(BadSetup, match="is a network for mamma-mia, not for chefs-hat"):
        find(f"policy:{path}", GAME)


@pytest.mark.parametrize("text", ["policy:temperature=hot", "policy:temperature=-1", "policy:net.npz,speed=3"])
def test_other_settings_are_refused(text: str) -> None:
    with pytest.raises(BadSetup, match="the agent policy"):
        find(text, GAME)


def test_a_game_without_a_network_says_so() -> None:
    tiny = find_game("tiny-game")
    with pytest.raises(BadSetup, match="no network is shipped for Tiny Game"):
        find("policy:temperature=1", tiny)
    with pytest.raises(BadSetup, match="its agents are"):
        find("policy", tiny)


def test_a_shipped_network_is_found_by_the_name_of_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny = find_game("tiny-game")
    monkeypatch.setattr(file, "SHIPPED", tmp_path)
    saved_network(tmp_path / "tiny-game.npz", tiny.id)
    assert shipped_games([tiny, GAME]) == ("tiny-game",)
    agent = find("policy:temperature=0", tiny)
    table = Table(tiny, 3, key=bytes(32))
    play_to_end(table, [agent] * 3, chance.stream(bytes(32)))
    assert table.is_over


def test_greedy_plays_with_other_numbers_of_players_than_those_of_the_network(tmp_path: Path) -> None:
    game = find_game("mamma-mia")
    path = tmp_path / "net.npz"
    NetworkFile(game.id, (3, 4), random_network(game)).save(path)
    text = f"policy:{path}"
    kinds = {players: type(find(text, game, players)) for players in game.players}
    assert kinds == {2: PolicyAgent, 3: CompiledNetworkAgent, 4: CompiledNetworkAgent, 5: PolicyAgent}
    one, other = (Table(game, 2, key=bytes(32)) for _ in range(2))
    play_to_end(one, [find(text, game)] * 2, chance.stream(bytes(32)))
    play_to_end(other, [find("greedy", game)] * 2, chance.stream(bytes(32)))
    assert one.moves == other.moves


@pytest.mark.parametrize("game_id", shipped_games(GAMES))
def test_shipped_networks_beat_greedy(game_id: str) -> None:
    found = arena.compare(game_id, ["policy", "greedy"], games=600, cores=1).agents
    points = dict(
        zip(found["agent"], found["points_per_shift" if find_game(game_id).has_shifts else "points"], strict=True)
    )
    assert points["policy"] > points["greedy"]


def test_shipped_networks_are_small_and_fit() -> None:
    for game_id in shipped_games(GAMES):
        game = find_game(game_id)
        assert load_network(shipped_path(game), game).provenance["command"].startswith(f"forno train {game_id}")
    assert sum(path.stat().st_size for path in file.SHIPPED.glob("*")) < 6_000_000
