"""`forno play` with piped input."""

import re
from pathlib import Path

import pytest

from cli.conftest import KEY, Forno, Output
from forno.cli import drawing
from forno.rules import GAMES
from forno.rules.chefs_hat import texts
from forno.rules.game import Game
from forno.table import Record
from forno.words import words

TO_THREE = ("chefs-hat", "--key", KEY.hex(), "--option", "target=3")
SHORT = (*TO_THREE, "--agents", "larger-value")  # an agent that never changes
ALWAYS_THE_FIRST = "1\n" * 2000
ONES = bytes(
    [1] * 32
).hex()  # with this key two cooks are level after two shifts, and ONLY_ORDERS fills a hand with orders
ONLY_ORDERS = "place 5 mushroom\nno order\ndraw waiter\nplace 1 pineapple\nno order\ndraw waiter\n"


def saved(folder: Path, kind: str = "games") -> list[Path]:
    return sorted((folder / kind).glob("*"))


def _standings(said: Output) -> str:
    return said.out.partition("Final result")[2].partition("The key")[0]


def test_a_whole_game(forno: Forno, own_folders: Path) -> None:
    said = forno("play", *SHORT, "--name", "Ada", stdin=ALWAYS_THE_FIRST)
    assert said.code == 0
    assert said.err == ""
    assert "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925" in said.out.splitlines()
    assert KEY.hex() in said.out.splitlines()
    assert "End of the shift:" in said.out
    assert "Ada (you)" in said.out
    assert saved(own_folders) == []
    [path] = saved(own_folders, "finished")
    assert f"forno verify {path}" in said.out
    assert forno("verify", str(path)).code == 0
    assert Record.loads(path.read_text(encoding="utf-8")).names[0] == "Ada"


def test_where_only_passing_is_possible_nobody_is_asked(forno: Forno) -> None:
    prompt, answers = "Your action (Enter: pass)", "2\n1\n" * 2000  # the second action, if there is one
    assert forno("play", *SHORT, "--ask-to-pass", stdin=answers).out.count(prompt) > 2
    said = forno("play", *SHORT, stdin=answers).out
    assert prompt not in said
    assert said.count("You pass.") > 2


def test_the_result_tells_places_rounds_and_what_broke_a_tie(forno: Forno) -> None:
    said = forno(
        "play", "chefs-hat", "--key", ONES, "--option", "shifts=2", "--agents", "greedy", stdin=ALWAYS_THE_FIRST
    )
    result = " ".join(_standings(said).split())
    assert re.search(r"Place .* Player .* 1 .* 2 .* Total", result)
    assert re.search(r"have \d points each\. The last shift decides: \w+ \w+ out and \w+ (\w+ out|last)\.", result)


def test_an_action_with_a_warning_is_entered_twice(forno: Forno, own_folders: Path) -> None:
    play = ("play", "mamma-mia", "--key", ONES, "--agents", "greedy")
    for more, draws in (("", 1), ("draw waiter\n", 2)):
        said = forno(*play, stdin=f"{ONLY_ORDERS}{more}")
        assert "such a hand never changes again" in " ".join(said.out.split())
        assert "Enter it again if you mean it." in " ".join(said.out.split())
        [path] = saved(own_folders) + saved(own_folders, "finished")  # the second game ends without another choice
        assert path.read_text(encoding="utf-8").count("\n0 draw waiter") == draws
        path.unlink()


def test_texts_and_numbers_mean_the_same_actions(forno: Forno, own_folders: Path) -> None:
    forno("play", *SHORT, stdin="1\n1\n")
    forno("play", *SHORT, stdin="pass\n PASS \n")
    first, second = (path.read_text(encoding="utf-8") for path in saved(own_folders))
    assert first == second
    assert "\n0 pass\n" in first


def test_another_spelling_of_a_legal_action_is_played(
    forno: Forno, own_folders: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game may parse more than its canonical texts; the record keeps the canonical one."""
    monkeypatch.setitem(texts.BY_TEXT, "skip", texts.BY_TEXT["pass"])
    said = forno("play", *SHORT, stdin="skip\n")
    assert said.code == 0
    [path] = saved(own_folders)
    assert "\n0 pass\n" in path.read_text(encoding="utf-8")


def test_a_resumed_game_continues_as_without_the_break(forno: Forno, own_folders: Path) -> None:
    for end in ("quit\n", "q\n", ""):  # the last one is the end of the input
        said = forno("play", *SHORT, stdin=f"1\n1\n{end}")
        assert said.code == 0
        assert "The game is saved." in said.out
        [path] = saved(own_folders)
        resumed = forno("play", stdin=ALWAYS_THE_FIRST)
        assert "Continuing the game of Chef’s Hat" in resumed.out
        assert saved(own_folders) == []
        assert path.name in resumed.out
    forno("play", *SHORT, stdin=ALWAYS_THE_FIRST)
    texts = {path.read_text(encoding="utf-8") for path in saved(own_folders, "finished")}
    assert len(texts) == 1


def test_new_does_not_touch_the_saved_game(forno: Forno, own_folders: Path) -> None:
    forno("play", *SHORT, stdin="1\n")
    [path] = saved(own_folders)
    before = path.read_text(encoding="utf-8")
    forno("play", "chefs-hat", "--new", stdin="")
    assert len(saved(own_folders)) == 2
    assert path.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("old", "new"), [("key: 00", "key: 0x"), ("forno-save: 1", "{}"), ("\n1 ", "\n0 "), ("seat: 0\n", "seat: 9\n")]
)
def test_a_damaged_saved_game_is_named_and_kept(forno: Forno, own_folders: Path, old: str, new: str) -> None:
    forno("play", *SHORT, stdin="1\n")
    [path] = saved(own_folders)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    said = forno("play", stdin=ALWAYS_THE_FIRST)
    assert said.code == 2
    assert str(path) in said.err
    assert "damaged" in said.err
    assert "--new" in said.err
    assert path.read_text(encoding="utf-8") == text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("hlep", "Did you mean help?"),
        ("pas", "Did you mean pass?"),
        ("9x4+j", "Did you mean 9x4+1j?"),
        ("5x5", "5x5 is not allowed now. Allowed: pass, 9x4+1j."),
        ("99", "they go from 1 to 2"),
        ("0", "they go from 1 to 2"),
        ("²", "is neither an action nor a command"),
        ("[bold]", "“[bold]” is neither an action"),
        ("help", "How actions are written"),
        ("?", "How actions are written"),
        ("hand", "Your hand  1   3   4   5   6   7 7"),
        ("log", "Your cards: 1 3 4 5 6 7 7 8 9 9 9 9 10 10 11 11 joker."),
        ("table", "by Dario"),
    ],
)
def test_input_that_is_not_a_legal_action_gets_an_answer(
    forno: Forno, own_folders: Path, typed: str, answer: str
) -> None:
    said = forno("play", *SHORT, stdin=f"{typed}\n")
    answered = said.out.partition("Your action, or help: ")[2]
    assert " ".join(answer.split()) in " ".join(answered.split())
    [path] = saved(own_folders)
    moves = path.read_text(encoding="utf-8").partition("\nseat 3: ")[2].splitlines()[2:]
    assert [move[0] for move in moves] == ["1", "2", "3"]  # none by the person


def test_a_player_sees_no_other_hand(forno: Forno) -> None:
    out = forno("play", *SHORT, "--seat", "2", stdin=ALWAYS_THE_FIRST).out
    assert "Your cards: " in out
    assert "is dealt" not in out


def test_each_bot_can_be_chosen(forno: Forno, own_folders: Path) -> None:
    forno("play", *TO_THREE, "--seat", "1", "--agents", "uniform,greedy,larger-value")
    assert "\nagents: uniform,-,greedy,larger-value\n" in saved(own_folders)[0].read_text(encoding="utf-8")


def test_without_a_terminal_there_are_no_control_codes(forno: Forno) -> None:
    assert "\x1b" not in forno("play", *SHORT, stdin=ALWAYS_THE_FIRST).out


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal(forno: Forno, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = forno("play", *SHORT, stdin=ALWAYS_THE_FIRST).out
    table = out.partition("The first shift begins")[2].partition("The key, whose")[0]
    assert max(map(len, table.splitlines())) <= columns


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_can_be_played_to_its_end(forno: Forno, own_folders: Path, game: Game) -> None:
    said = forno("play", game.id, "--key", KEY.hex(), stdin=ALWAYS_THE_FIRST)
    assert "Final result" in said.out
    assert len(saved(own_folders, "finished")) == 1


def test_a_game_without_a_drawing_is_playable(forno: Forno, monkeypatch: pytest.MonkeyPatch, own_folders: Path) -> None:
    monkeypatch.setattr(drawing, "DRAWINGS", {})
    monkeypatch.setattr(words, "SPEECHES", {})
    said = forno("play", *SHORT, stdin=f"help\nlog\n{ALWAYS_THE_FIRST}")
    assert re.search(r"^Bruno: placed: number 11", said.out, re.MULTILINE)
    assert len(saved(own_folders, "finished")) == 1


@pytest.mark.parametrize("aid", ["off", "on"])
def test_the_log_leaves_out_what_is_to_be_remembered(forno: Forno, aid: str) -> None:
    """Without the memory aid the log tells what was announced since the person's last turn."""
    game = ("mamma-mia", "--players", "3", "--key", KEY.hex(), "--agents", "greedy", "--option", f"memory_aid={aid}")
    said = forno("play", *game, stdin="1\nno order\ndraw supply\n" * 3 + "log\n").out
    log = said.partition("help: log\n")[2].splitlines()
    mine = [line for line in log if line.startswith("You: ")]
    assert log[0] == "Round 1 begins."
    assert len(mine) == (3 if aid == "on" else 1)
    assert ("Carla: two salami!" in log) == (aid == "on")
    assert any("yours to remember" in line for line in log) == (aid == "off")
    assert len([line for line in log if line.endswith("!")]) == (10 if aid == "on" else 3)  # announcements
