"""`forno play` and `forno replay` in a pseudo-terminal, as separate processes."""

import os
import sys
from pathlib import Path

import pexpect

from cli.conftest import KEY

PROMPT = "Your action[^:]*: "
SHORT = ["play", "chefs-hat", "--key", KEY.hex(), "--option", "shifts=2"]


def start(words: list[str]) -> pexpect.spawn:
    environment = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": ""}
    del environment["COLUMNS"]
    return pexpect.spawn(
        sys.executable,
        ["-m", "forno", *words],
        env=environment,
        encoding="utf-8",
        dimensions=(24, 80),
        timeout=60,
    )


def test_a_game_that_is_left_resumed_and_finished(own_folders: Path) -> None:
    child = start(SHORT)
    child.expect(PROMPT)
    child.sendline("hlep")
    child.expect("Did you mean help")
    child.expect(PROMPT)
    child.sendintr()
    child.expect("The game is saved")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert len(list((own_folders / "games").glob("*"))) == 1

    child = start(["play"])
    child.expect(r"Continue your game of Chef’s Hat \(\d+ moves\)\?")
    child.sendline("y")
    pauses = 0
    while True:
        seen = child.expect([PROMPT, "Press Enter to continue: ", "Final result"])
        if seen == 2:
            break
        pauses += seen
        child.sendline("1" if seen == 0 else "")
    assert pauses == 1
    child.expect(r"forno replay (\S+)")
    path = child.match.group(1)
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert Path(path).exists()


def test_step_through_a_record(finished: Path) -> None:
    child = start(["replay", str(finished)])
    child.expect("0 of ")
    child.expect("q quit: ")
    child.sendline("")
    child.expect("1 of ")
    child.expect("q quit: ")
    child.sendline("5")
    child.expect("5 of ")
    child.expect("q quit: ")
    child.sendline("b")
    child.expect("4 of ")
    child.expect("q quit: ")
    child.sendline("9999")
    child.expect("numbers go from 0 to")
    child.sendline("q")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
