"""The opening of a game is quick: until a person has had a turn, bots hardly pause."""

from typing import Any

import pytest

from forno.agents import bots
from forno.agents import find as find_agent
from forno.rules import OWN_GAMES, chance
from forno.rules.game import SPECTATOR, Game
from forno.server.live_game import new_table
from forno.server.messages import Position
from forno.server.pauses import is_opening
from forno.server.room import Room
from forno.server.rows import Move, SeatRow, TableRow
from forno.server.services import Services
from forno.server.settings import Settings
from forno.server.subscriber import Subscriber
from forno.server.thinking import Asker, Thinking
from forno.table import Table
from forno.warmup import BackgroundWarmup
from forno.words import Words
from server.fake_clock import Loop, fake_time

PERSON = "Pia"
SHORT = 1.0  # seconds of the three that one may wait for the first decision. The page needs the others
LEVELS = [level.name for level in bots.LEVELS]


class Store:
    """Nothing is kept."""

    async def add_move(self, move: Move) -> bool:
        return True

    async def save(self, row: TableRow) -> int:
        return row.version + 1

    async def wait_until_it_works(self) -> None:
        """It always does."""


class Quick:
    """Bots that think in no time."""

    def __init__(self) -> None:
        self._thinking = Thinking(1, BackgroundWarmup([]))

    def takes_time(self, level: str, game: Game, players: int) -> bool:
        return self._thinking.takes_time(level, game, players)

    async def choose(self, table: Table, seat: int, level: str, asker: Asker) -> int:
        greedy = find_agent("greedy", table.game)
        return greedy.choose(table.view(seat), table.legal(), chance.agent_stream(table.key, len(table.moves)))


def row_of(game: Game, people: list[int], level: str) -> TableRow:
    """A table of the most players, with people in these seats and bots in the others."""
    seats = [
        SeatRow("person", PERSON, f"{PERSON}{seat}") if seat in people else SeatRow("bot", f"B{seat}", level=level)
        for seat in range(game.players[-1])
    ]
    return TableRow(
        id="t",
        game=game.id,
        rules=game.version,
        options={},
        key=bytes([5]) * 32,
        state="waiting",
        host=None,
        clock=None,
        public=True,
        rematch=None,
        created=0.0,
        seats=seats,
    )


async def first_decisions(loop: Loop, row: TableRow, seat: int, n: int) -> list[float]:
    """How long a person waits for each of the first own decisions, by the clock. The person answers at once."""
    services: Any = Services(Store(), BackgroundWarmup([]), Quick(), Settings())  # type: ignore[arg-type]  # what a room needs of them
    room, reader, waits = Room(row, services), Subscriber(f"{PERSON}{seat}", Words("en")), list[float]()
    await room.enter(reader)
    await room.start(None)
    asked = loop.clock.now
    while len(waits) < n:
        for message in await reader.next_messages(room):
            if isinstance(message, Position) and message.legal:
                waits.append(loop.clock.now - asked)
                asked = loop.clock.now
                await room.act(reader.guest, message.number, message.legal[-1].action)
    room.close()
    return waits


def last_seat(game: Game) -> int:
    """The seat before whose turn all others have theirs."""
    row = row_of(game, [], "helper")
    first = new_table(row).actor
    assert first is not None
    return (first - 1) % len(row.seats)


@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.id)
def test_whoever_comes_last_waits_a_moment_for_the_first_turn_only(game: Game) -> None:
    seat = last_seat(game)
    with fake_time() as loop:
        first, *later = loop.run_until_complete(first_decisions(loop, row_of(game, [seat], "helper"), seat, 4))
    assert 0 < first <= SHORT
    assert max(later) > 2 * SHORT


@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.id)
def test_the_opening_of_thoughtful_bots_hides_how_long_they_think(game: Game) -> None:
    seat = last_seat(game)
    with fake_time() as loop:
        quick, long = (
            loop.run_until_complete(first_decisions(loop, row_of(game, [seat], level), seat, 1))[0]
            for level in (LEVELS[0], LEVELS[-1])
        )
    assert long == pytest.approx(4 * quick)


def test_the_opening_ends_with_the_first_act_of_a_person_that_everybody_sees() -> None:
    game = OWN_GAMES[0]
    table = new_table(row_of(game, [], "helper"))
    people = [last_seat(game)]
    openings = []
    for _ in range(40):
        assert table.actor is not None
        acted = {move[0] for move in table.moves}
        openings.append((is_opening(people, table.events_for(SPECTATOR)), bool(acted & set(people))))
        table.act(table.actor, int(table.legal()[0]))
    assert {(True, False), (False, True)} == set(openings)
    assert not is_opening([], [])  # where only spectators watch, there is no hurry
