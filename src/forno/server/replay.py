"""A finished game, step by step, with all cards open."""

from collections.abc import Iterator

import msgspec

from forno.rules.game import SPECTATOR
from forno.server.messages import Replay, Step, WireEvent
from forno.server.room import Room
from forno.server.views import open_hands, wire_view
from forno.server.wire_events import wire_event
from forno.table import Event, Table
from forno.words import Words


def replay(room: Room, words: Words) -> bytes:
    """A `Replay` as JSON. This takes a while: do not call it in the event loop."""
    result = room.result()
    assert result is not None
    assert room.live_game is not None
    names = [seat.name for seat in room.row.seats]
    made = Replay(
        table=room.row.id,
        game=room.row.game,
        options=dict(room.row.options),
        names=names,
        levels=[seat.level for seat in room.row.seats],
        commitment=room.live_game.table.commitment,
        result=result,
        rematch=room.row.rematch,
        time=room.row.created,
        steps=list(_steps(room.live_game.table, words, names)),
    )
    return msgspec.json.encode(made)


def _steps(played: Table, words: Words, names: list[str]) -> Iterator[Step]:
    table = played.record().start()
    yield _step(table, words, names, 0)
    for seat, action in played.moves:
        label, first = words.label(table, action), len(table.events)
        table.act(seat, action)
        step = _step(table, words, names, first)
        step.seat, step.action, step.label = seat, table.texts[-1], label
        yield step


def _step(table: Table, words: Words, names: list[str], first: int) -> Step:
    return Step(
        seat=None,
        action=None,
        label=None,
        view=wire_view(table.game, table.view(SPECTATOR)),
        hands=open_hands(table),
        events=[
            _wire_event(table, event, words, names) for event in table.events[first:] if event.audience != frozenset()
        ],
    )


def _wire_event(table: Table, event: Event, words: Words, names: list[str]) -> WireEvent:
    return wire_event(event, event.number, words.sentence(table.game, event, names, SPECTATOR))
