"""A finished game, step by step, with all cards open."""

import gzip
from collections.abc import Iterator, Sequence

import msgspec

from forno.rules.game import SPECTATOR
from forno.server.live_game import new_table, result_message
from forno.server.messages import Replay, Step, WireEvent
from forno.server.rows import TableRow
from forno.server.views import open_hands, wire_view
from forno.server.wire_events import wire_event
from forno.table import Event, Table
from forno.words import Words


def compressed_replay(row: TableRow, moves: Sequence[tuple[int, str]], language: str) -> bytes:
    """A `Replay` as compressed JSON. This takes a while: do not call it in the event loop."""
    words, names = Words(language), [seat.name for seat in row.seats]
    table = new_table(row)
    steps = list(_steps(table, moves, words, names))
    made = Replay(
        table=row.id,
        game=row.game,
        options=dict(row.options),
        names=names,
        levels=[seat.level for seat in row.seats],
        commitment=table.commitment,
        result=result_message(table),
        rematch=row.rematch,
        time=row.created,
        steps=steps,
    )
    return gzip.compress(msgspec.json.encode(made), compresslevel=6, mtime=0)


def _steps(table: Table, moves: Sequence[tuple[int, str]], words: Words, names: list[str]) -> Iterator[Step]:
    yield _step(table, words, names, 0)
    for seat, text in moves:
        action, first = table.check(seat, text), len(table.events)
        label = words.label(table, action)
        table.act(seat, action)
        step = _step(table, words, names, first)
        step.seat, step.action, step.label = seat, table.texts[-1], label
        yield step


def _step(table: Table, words: Words, names: list[str], first: int) -> Step:
    return Step(
        seat=None,
        action=None,
        label=None,
        view=wire_view(table.game, table.view_record(SPECTATOR).tobytes()),
        hands=open_hands(table),
        events=[
            _wire_event(table, event, words, names) for event in table.events[first:] if event.audience != frozenset()
        ],
    )


def _wire_event(table: Table, event: Event, words: Words, names: list[str]) -> WireEvent:
    return wire_event(event, event.number, words.sentence(table.game, event, names, SPECTATOR))
