"""A record is the game: by random play over every game."""

import pytest

from conformance.cases import CASES, Case
from forno.agents import find, play_to_end
from forno.rules import chance
from forno.table import Record

cases = pytest.mark.parametrize("case", CASES, ids=str)


@cases
def test_a_record_replays_to_the_same_bytes_and_events(case: Case) -> None:
    table = case.table(1)
    play_to_end(table, [find("uniform", case.game)] * case.players, chance.stream(bytes(32), 3))
    text = table.record().dumps()
    record = Record.loads(text)
    assert record.dumps() == text
    again = record.verify(table.commitment)
    assert again.state.tobytes() == table.state.tobytes()
    assert again.events == table.events
    assert again.moves == table.moves
    assert (again.scores, again.winners, again.names) == (table.scores, table.winners, table.names)


@cases
def test_a_record_of_half_a_game_goes_on(case: Case) -> None:
    table = case.table(2)
    for _ in range(30):
        table.act(table.actor or 0, int(table.legal()[-1]))
        if table.is_over:
            break
    again = Record.loads(table.record().dumps()).replay()
    assert again.state.tobytes() == table.state.tobytes()
    assert again.legal().tolist() == table.legal().tolist()
    assert again.actor == table.actor
