"""The command `forno`: help, suggestions, errors and exit codes."""

import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Forno
from forno import __version__
from forno.cli.app import COMMANDS

FORNO = [sys.executable, "-m", "forno"]


def test_without_arguments_it_shows_the_help(forno: Forno) -> None:
    said = forno()
    assert said.code == 0
    for command in COMMANDS:
        assert f" {command} " in said.out


def test_version(forno: Forno) -> None:
    assert forno("--version").out.strip() == __version__


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_each_command_has_examples(forno: Forno, command: str) -> None:
    said = forno(command, "--help")
    assert said.code == 0
    assert f"forno {command}" in said.out.partition("Try:")[2]


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["plya"], "Did you mean play?"),
        (["veryfi", "x"], "Did you mean verify?"),
        (["play", "chef-hat"], "Did you mean chefs-hat?"),
        (["play", "--playrs", "4"], "Did you mean --players?"),
        (["play", "--option", "traget=3"], "Did you mean target?"),
        (["play", "--agents", "gredy"], "Did you mean greedy?"),
        (["trace", "chefs-hat", "--agent", "unifrom"], "Did you mean uniform?"),
    ],
)
def test_a_mistyped_word_gets_a_suggestion(forno: Forno, words: list[str], hint: str) -> None:
    said = forno(*words)
    assert said.code == 2
    assert said.out == ""
    assert hint in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["play", "chefs-hat", "--players", "3"], "Chef's Hat is for 4 players, not 3."),
        (["play", "chefs-hat", "--players", "many"], "many"),
        (["play", "chefs-hat", "--seat", "4"], "There is no seat 4"),
        (["play", "chefs-hat", "--agents", "greedy,greedy"], "there are 3 other seats"),
        (["play", "chefs-hat", "--key", "abc"], "64 hexadecimal digits"),
        (["play", "chefs-hat", "--name", "\x1b[2J"], "printable"),
        (["play", "chefs-hat", "--option", "target"], "name=value"),
        (["play", "chefs-hat", "--option", "target=0"], "Option target cannot be “0”"),
        (["play", "chefs-hat", "--option", "target=3", "--option", "target=4"], "twice"),
        (["trace", "chefs-hat", "--key", "g" * 64], "64 hexadecimal digits"),
        (["trace"], "GAME"),
        (["replay", "/nowhere/game"], "/nowhere/game cannot be read: No such file or directory."),
        (["verify", "/nowhere/game"], "/nowhere/game cannot be read"),
        (["bench", "--seconds", "0"], "--seconds"),
    ],
)
def test_an_error_is_one_clear_sentence(forno: Forno, words: list[str], sentence: str) -> None:
    said = forno(*words)
    assert said.code == 2
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err


def test_games_are_listed(forno: Forno) -> None:
    said = forno("games")
    for word in ("Chef's Hat", "chefs-hat", "4 players", "target", "shifts", "greedy", "uniform"):
        assert word in said.out


def test_closing_the_pipe_early_is_no_error(tmp_path: Path) -> None:
    """The pipe closes after one line, while there is more output than it can hold."""
    command = [*FORNO, "trace", "chefs-hat", "--key", "00" * 32]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith('{"game"')
        process.stdout.close()
        said = process.stderr.read()  # may say that the games are being compiled
        assert "Traceback" not in said
        assert "Broken pipe" not in said
        assert process.wait() == 0
