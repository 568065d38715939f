"""`forno train` and `forno exploit`."""

import json
from pathlib import Path

import numpy as np
import pytest

from cli.conftest import Forno

SMALL = ("hidden=16", "advice=off", "ratings=off", "clone=256", "rows=256", "minibatch=64", "evaluation_games=20")
SETTINGS = [word for one in SMALL for word in ("--setting", one)]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_train_resume_and_play(forno: Forno) -> None:
    said = forno("train", "tiny-game", "--decisions", "256", *SETTINGS)
    assert said.code == 0, said.err
    assert "Imitating greedy" in said.err
    assert "policy:forno-train/tiny-game/network.npz" in said.out
    again = forno("train", "tiny-game", "--decisions", "256", *SETTINGS)
    assert (again.code, "use --resume" in again.err) == (2, True)
    more = forno("train", "tiny-game", "--decisions", "512", "--resume", "--json")
    assert more.code == 0, more.err
    assert json.loads(more.out)["decisions"] == 512
    changed = ("--resume", "--setting", "true-rollouts=on", "--json")
    assert forno("train", "tiny-game", "--decisions", "768", *changed).code == 0
    refused = forno("train", "tiny-game", "--decisions", "768", "--resume", "--setting", "hidden=8")
    assert (refused.code, "cannot be changed" in refused.err) == (2, True)
    agents = "policy:forno-train/tiny-game/network.npz,uniform"
    played = forno("arena", "tiny-game", "--agents", agents, "--games", "8", "--cores", "1", "--json")
    assert played.code == 0, played.err


def test_train_from_a_network(forno: Forno) -> None:
    first = forno("train", "tiny-game", "--decisions", "256", *SETTINGS, "--json")
    assert first.code == 0, first.err
    start = json.loads(first.out)["network"]
    words = ("train", "tiny-game", "--from", start, "--out", "more", "--decisions", "256")
    more = forno(*words, *SETTINGS)
    assert more.code == 0, more.err
    assert "Imitating greedy" not in more.err
    with np.load("more/network.npz") as file:
        header = json.loads(file["header"].tobytes())
    assert f"--from {start}" in header["provenance"]["command"]
    refused = forno(*words[:4], "--out", "other", "--setting", "hidden=8")
    assert (refused.code, "does not fit the settings" in refused.err) == (2, True)


def test_exploit_reports_what_a_response_wins(forno: Forno) -> None:
    words = ("exploit", "tiny-game", "uniform", "--decisions", "256", "--games", "50", *SETTINGS)
    said = forno(*words, "--json")
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert found["distilled"] is False
    assert [one["players"] for one in found["results"]] == [2, 3, 4]
    for one in found["results"]:
        low, high = one["interval"]
        assert low < one["above_par"] < high
    assert "lower bound" in forno(*words).out


def test_exploit_takes_a_number_of_players(forno: Forno) -> None:
    words = ("exploit", "tiny-game", "uniform", "--decisions", "256", "--games", "50", *SETTINGS, "--json")
    said = forno(*words, "--players", "3")
    assert said.code == 0, said.err
    assert [one["players"] for one in json.loads(said.out)["results"]] == [3]
    assert Path("forno-exploit/tiny-game-uniform-3/network.npz").is_file()


def test_exploit_says_that_a_slow_agent_is_distilled(forno: Forno) -> None:
    words = ("exploit", "tiny-game", "search:sims=2", "--decisions", "256", "--games", "2", "--distil", "40")
    said = forno(*words, *SETTINGS, "--json")
    assert said.code == 0, said.err
    assert "a network will imitate it" in said.err
    assert json.loads(said.out)["distilled"] is True


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("train", "tiny-game", "--minutes", "0"), "--minutes must be a number above 0."),
        (("train", "tiny-game", "--decisions", "0"), "--decisions must be a whole number above 0."),
        (("train", "tiny-game", "--resume"), "There is no training run to resume"),
        (("train", "tiny-game", "--resume", "--key", "00" * 32), "leave out --key"),
        (("train", "tiny-game", "--resume", "--from", "net.npz"), "leave out --resume"),
        (("train", "tiny-game", "--from", "net.npz"), "There is no file net.npz"),
        (("train", "tiny-game", "--from", "policy"), "No network is shipped for Tiny Game"),
        (("train", "tiny-game", "--setting", "hidden"), "A setting is written name=value"),
        (("train", "tiny-game", "--setting", "depth=3"), "There is no training setting 'depth'"),
        (("exploit", "tiny-game", "gredy"), "Did you mean greedy?"),
        (("exploit", "tiny-game", "greedy", "--players", "9"), "Tiny Game is for 2 to 4 players, not 9."),
        (("exploit", "tiny-game", "greedy", "--games", "1"), "--games must be a whole number above 1"),
    ],
)
def test_errors_are_one_sentence(forno: Forno, words: tuple[str, ...], sentence: str) -> None:
    said = forno(*words)
    assert said.code == 2
    assert sentence in " ".join(said.err.split())
