"""Records: a changed record is refused with a sentence that says where and why."""

import hashlib

import pytest

from forno.rules import find
from forno.table import BadRecord, Record, Table

GAME = find("chefs-hat")


def played() -> Table:
    table = Table(GAME, 4, {"shifts": 1}, key=bytes(32), names=["Ada", "Bo", "Cy", "Di"])
    while table.actor is not None:
        table.act(table.actor, int(table.legal()[-1]))
    return table


TEXT = played().record().dumps()


def change(old: str, new: str) -> str:
    assert TEXT.count(old) >= 1
    return TEXT.replace(old, new, 1)


def test_the_text_is_readable() -> None:
    commitment = hashlib.sha256(bytes(32)).hexdigest()
    assert TEXT.splitlines()[:13] == [
        "forno-record: 1",
        "game: chefs-hat",
        "rules: 1",
        "option target: 15",
        "option shifts: 1",
        f"commitment: {commitment}",
        f"key: {'00' * 32}",
        "seat 0: Ada",
        "seat 1: Bo",
        "seat 2: Cy",
        "seat 3: Di",
        "",
        "1 11x4",
    ]


def test_loading_is_replaying() -> None:
    table = Record.loads(TEXT).verify()
    assert table.state.tobytes() == played().state.tobytes()
    assert table.names == ("Ada", "Bo", "Cy", "Di")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("forno-record: 1", "forno-record: 2", "line 1: this Forno only reads records of format 1."),
        ("forno-record: 1", "PGN", "line 1: expected “forno-record: …”, as in every Forno record."),
        ("game: chefs-hat", "game: chess", "the record's table cannot be set up: there is no game 'chess'"),
        ("game: chefs-hat\n", "", "line 2: expected “game: …”"),
        ("rules: 1", "rules: one", "line 3: the rules version is not a number: 'one'."),
        ("rules: 1", "rules: -1", "line 3: the rules version is not a number"),
        ("option target: 15", "option target: 0", "cannot be set up: option target cannot be '0'"),
        ("option target: 15", "option speed: 15", "cannot be set up: Chef's Hat has no option 'speed'"),
        ("option target: 15", "option shifts: 2", "line 5: option shifts appears twice."),
        ("option target: 15", "option target", "line 4: expected “option …: …”."),
        ("commitment: 66", "commitment: 6", "line 6: the commitment must have 64 hexadecimal digits."),
        ("key: 00", "key: xx", "line 7: the key must have 64 hexadecimal digits."),
        ("key: 00", "key: 0000", "line 7: the key must have 64 hexadecimal digits."),
        ("key: 00", "kex: 00", "line 7: expected “key: …”"),
        ("seat 1", "seat 2", "line 9: expected seat 1."),
        ("seat 1", "seat one", "line 9: the seat is not a number: 'one'."),
        ("seat 3: Di\n", "", "cannot be set up: Chef's Hat is for 4 players, not 3."),
        ("seat 3: Di\n", "seat 3: Di\nseat 4: Ed\n", "cannot be set up: Chef's Hat is for 4 players, not 5."),
        ("Di\n\n", "Di\n", "line 12: expected an empty line before the actions."),
        ("\n1 11x4", "\nx 11x4", "line 13: the seat is not a number: 'x'."),
    ],
)
def test_a_changed_field_is_refused(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadRecord) as caught:
        Record.loads(change(old, new))
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("rules: 1", "rules: 2", "this record uses version 2 of the rules of Chef's Hat"),
        ("\n1 11x4", "\n0 11x4", "action 1 (0 11x4) is refused: It is not your turn."),
        ("\n1 11x4", "\n1 pass", "action 1 (1 pass) is refused: pass is not allowed now."),
        ("\n1 11x4", "\n1 fly", "action 1 (1 fly) is refused: 'fly' is no action of Chef's Hat."),
        ("\n1 11x4", "\n1", "action 1 (1 ) is refused: '' is no action of Chef's Hat."),
    ],
)
def test_a_record_that_breaks_the_rules_is_refused(old: str, new: str, sentence: str) -> None:
    record = Record.loads(change(old, new))
    with pytest.raises(BadRecord) as caught:
        record.replay()
    assert str(caught.value).startswith(sentence)


def test_an_action_after_the_end_is_refused() -> None:
    with pytest.raises(BadRecord, match=r"\(0 pass\) is refused: The game is over\.$"):
        Record.loads(TEXT + "0 pass\n").replay()


def test_a_key_that_does_not_match_the_commitment_is_refused() -> None:
    record = Record.loads(change("commitment: 6", "commitment: 7"))
    with pytest.raises(BadRecord, match=r"but the one in the record is 7.*: this is not the deck that was promised\.$"):
        record.verify()


def test_a_key_that_does_not_match_the_published_hash_is_refused() -> None:
    record = Record.loads(TEXT)
    record.verify(hashlib.sha256(bytes(32)).hexdigest().upper())
    with pytest.raises(BadRecord, match="but the one published is 00"):
        record.verify("00" * 32)


def test_an_unfinished_game_can_be_replayed() -> None:
    lines = TEXT.splitlines()[:20]
    table = Record.loads("\n".join(lines)).replay()
    assert len(table.moves) == 8
    assert not table.is_over


def test_steps_begin_before_the_first_action() -> None:
    record = Record.loads(TEXT)
    assert [len(table.moves) for table in record.steps()] == list(range(len(record.moves) + 1))


def test_long_names_are_cut() -> None:
    assert Record.loads(change("Ada", "A" * 50)).names[0] == "A" * 40


@pytest.mark.parametrize("text", ["", "\n", "forno-record: 1", "\0"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(BadRecord, match=r"^line "):
        Record.loads(text)
