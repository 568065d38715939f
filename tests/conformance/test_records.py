"""A record replays to the same game: random play in every game."""

from conformance.cases import Case, cases, walk
from forno.agents import find, play_to_end
from forno.rules import chance
from forno.rules.game import CHANCE
from forno.table import Record


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
    decisions = sum(step.seat != CHANCE for step in walk(case, 2))
    table = case.table(2)
    for _ in range(decisions // 2):
        if table.actor is not None:
            table.act(table.actor, int(table.legal()[-1]))
    again = Record.loads(table.record().dumps()).replay()
    assert again.state.tobytes() == table.state.tobytes()
    assert again.legal().tolist() == table.legal().tolist()
    assert again.actor == table.actor
