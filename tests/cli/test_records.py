"""`forno replay` and `forno verify`."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from cli.conftest import KEY, Forno
from forno.cli.commands import replay as replay_command
from forno.table import Event, Record, Table

HASH = hashlib.sha256(KEY).hexdigest()


def test_a_good_record_is_verified(forno: Forno, finished: Path) -> None:
    said = forno("verify", str(finished), "--hash", HASH.upper())
    assert said.code == 0
    assert said.err == ""
    assert HASH in said.out
    assert "published before the game" in said.out
    assert "The game is finished" in said.out


def test_an_unfinished_record_is_verified_too(forno: Forno, unfinished: Path) -> None:
    said = forno("verify", "-", stdin=unfinished.read_text(encoding="utf-8"))
    assert said.code == 0
    assert "All 9 actions" in said.out
    assert "not finished" in said.out


@pytest.mark.parametrize(
    ("pattern", "replacement", "reason"),
    [
        (r"key: 00", "key: 01", "not the deck that was promised"),
        (r"commitment: 66", "commitment: 67", "not the deck that was promised"),
        (r"\n\n(\d) \S+\n", r"\n\n\1 1x1\n", "action 1"),
        (r"game: chefs-hat", "game: chefs-cap", "there is no game 'chefs-cap'"),
        (r"forno-record: 1", "hello", "line 1"),
        (r"(?s).+", "", "empty"),
    ],
)
def test_a_changed_record_is_not_verified(
    forno: Forno, finished: Path, pattern: str, replacement: str, reason: str
) -> None:
    text, changes = re.subn(pattern, replacement, finished.read_text(encoding="utf-8"), count=1)
    assert changes == 1
    finished.write_text(text, encoding="utf-8")
    said = forno("verify", str(finished))
    assert said.code == 1
    assert said.out == ""
    assert reason in said.err
    assert said.err.count("\n") == 1
    as_json = forno("verify", str(finished), "--json")
    assert as_json.code == 1
    assert json.loads(as_json.out)["verified"] is False
    assert reason in json.loads(as_json.out)["reason"]


def test_another_published_hash_is_not_verified(forno: Forno, finished: Path) -> None:
    said = forno("verify", str(finished), "--hash", "0" * 64)
    assert said.code == 1
    assert "the one published is 000" in said.err


def test_a_malformed_hash_is_an_error(forno: Forno, finished: Path) -> None:
    assert forno("verify", str(finished), "--hash", "0").code == 2


def test_verify_as_json(forno: Forno, finished: Path) -> None:
    found = json.loads(forno("verify", str(finished), "--json").out)
    assert found["verified"] is True
    assert found["over"] is True
    assert found["commitment"] == HASH
    assert found["published"] is False
    assert max(found["scores"]) == 3


def test_replay_prints_the_whole_game(forno: Forno, finished: Path) -> None:
    out = forno("replay", str(finished)).out
    assert "Ada is dealt: " in out
    assert "Dora is dealt: " in out
    assert re.search(r"^(Ada|Bea|Cleo|Dora) wins\.$", out.splitlines()[-1].removeprefix("The game is over: "))


def test_replay_of_a_seat_shows_its_own_cards_only(forno: Forno, finished: Path) -> None:
    out = forno("replay", str(finished), "--seat", "1").out
    assert "Your cards: " in out
    assert "is dealt" not in out
    assert "You place" in out


def test_replay_as_json(forno: Forno, finished: Path) -> None:
    def events(*words: str) -> list[dict[str, object]]:
        return [json.loads(line) for line in forno("replay", str(finished), "--json", *words).out.splitlines()]

    everything = events()
    assert [event["number"] for event in everything] == list(range(len(everything)))
    assert {tuple(event) for event in everything} == {("number", "audience", "name", "data")}
    assert everything[-1]["name"] == "over"
    seen = [event for event in everything if event["audience"] == "all" or 2 in event["audience"]]  # type: ignore[operator]  # a list of seats
    assert events("--seat", "2") == seen != everything


def test_stepping_forward_takes_one_action_per_key(
    forno: Forno, finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening the record replays it once to check it. Only going back starts again from the first action."""
    acted = 0
    act = Table.act

    def counting(table: Table, seat: int, action: int | str) -> list[Event]:
        nonlocal acted
        acted += 1
        return act(table, seat, action)

    monkeypatch.setattr(Table, "act", counting)
    monkeypatch.setattr(replay_command, "is_terminal", lambda: True)
    length = len(Record.loads(finished.read_text(encoding="utf-8")).moves)
    for keys, actions, position in (
        ("", 0, 0),
        ("\n\n\n", 3, 3),
        ("20\n\n", 21, 21),
        ("\n\nb\n", 2 + 1, 1),
        ("2\nx\n", 2, 2),
    ):
        acted = 0
        out = forno("replay", str(finished), stdin=f"{keys}q\n").out
        assert acted == length + actions
        assert f"{position} of {length} actions" in out.rpartition("Chef’s Hat: ")[2]


def test_an_unknown_seat_is_refused(forno: Forno, finished: Path) -> None:
    said = forno("replay", str(finished), "--seat", "7")
    assert said.code == 2
    assert "the seats of this game are 0 to 3" in said.err


def test_a_damaged_record_cannot_be_replayed(forno: Forno, tmp_path: Path) -> None:
    path = tmp_path / "bytes"
    path.write_bytes(b"\xff\xfe\x00")
    said = forno("replay", str(path))
    assert said.code == 2
    assert "UTF-8" in said.err


def test_names_cannot_control_the_terminal(forno: Forno, finished: Path) -> None:
    finished.write_text(finished.read_text(encoding="utf-8").replace("Ada", "\x1b[2JAda"), encoding="utf-8")
    for command in ("replay", "verify"):
        assert "\x1b" not in forno(command, str(finished)).out
