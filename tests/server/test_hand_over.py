"""A table goes to another process, by a planned end or because its owner was killed. Its people go on playing and stay connected for each other."""

import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise

import pytest

from forno.server.store import Store, database_url
from server.clients import Browser, Json, Socket, play_on
from server.conftest import with_store
from server.postgres import Postgres
from server.processes import Processes


class Recorder(Socket):
    """Keeps everything that it was told, and what it did in which position.

    If it is asked again, it does the same again: its first answer may still arrive, and another one would then be refused.
    """

    def __init__(self, socket: Socket) -> None:
        super().__init__(socket.connection)
        self.told: list[Json] = []
        self.acted: dict[int, str] = {}

    def act(self, action: str) -> None:
        super().act(self.acted.setdefault(self.position["number"], action))

    def _take(self, text: str | bytes) -> Json:
        self.told.append(super()._take(text))
        return self.told[-1]

    @property
    def positions(self) -> list[Json]:
        return [message for message in self.told if message["type"] == "position"]

    @property
    def rooms(self) -> list[Json]:
        return [message for message in self.told if message["type"] == "room"]


@contextmanager
def recording(browser: Browser, table: str) -> Iterator[Recorder]:
    with browser.at(table) as socket:
        yield Recorder(socket)


def test_a_stream_goes_on_across_a_planned_hand_over(a_postgres: Postgres) -> None:
    """Ada never connects again: her process passes on what the owner sends, whoever it is."""
    with Processes(a_postgres.url, 2) as processes:
        ada, watcher = Browser(processes.addresses[0]), Browser(processes.addresses[0])
        table = ada.make("chefs-hat", options={"target": 999})
        ada.address = processes.addresses[1]
        with watcher.at(table) as there, recording(ada, table) as here:
            there.answer("position")  # somebody at the owner: the table stays there
            play_on([here], 1, 5)
            before = len(here.told)
            ending = threading.Thread(target=processes.end, args=(0, signal.SIGTERM))
            ending.start()
            while ending.is_alive():
                play_on([here], len(here.acted), 1)
            ending.join()
            play_on([here], 2, 5)
            here.until_asked()
    assert [one for one in here.told if one["type"] not in {"room", "position", "accepted", "emoted"}] == []
    numbers = [one["number"] for one in here.told if one["type"] in {"position", "accepted"}]
    anew = [k for k, one in enumerate(here.positions) if one["all"]]
    assert len(anew) == 2  # when she came, and when the table had moved
    assert here.told.index(here.positions[anew[1]]) >= before
    steps = [late - early for early, late in pairwise(numbers)]
    assert all(step == 1 for step in steps if step > 0), "a gap"
    assert sum(step <= 0 for step in steps) <= 1, "a message came twice"
    events: dict[int, Json] = {}
    for position in here.positions:
        for event in position["events"]:
            assert events.setdefault(event["number"], event) == event
    assert sorted(events) == list(range(len(events)))

    async def compare(store: Store) -> None:
        # A move that was on its way during the hand-over may be asked for again.
        assert sum(seat == 0 for seat, _ in await store.moves(table)) == len(here.acted)

    with_store(database_url(a_postgres.url), compare)


@pytest.mark.parametrize(("by", "n"), [(signal.SIGTERM, 2), (signal.SIGKILL, 3)])
def test_people_stay_connected_for_each_other(by: signal.Signals, n: int, a_postgres: Postgres) -> None:
    """Bea comes back in the former case as her page would; in the latter her socket is at a third process."""
    with Processes(a_postgres.url, n) as processes:
        owner, here, there = (processes.addresses[number % n] for number in (0, 1, 2))
        ada, bea, watcher = Browser(owner), Browser(there), Browser(owner)
        seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "bot"}, {"kind": "bot"}]
        table = ada.make("chefs-hat", seats=seats, options={"target": 999})
        ada.address = here
        with recording(ada, table) as first, watcher.at(table) as watching, ExitStack() as stack:
            watching.answer("room")
            second = stack.enter_context(bea.at(table))
            second.send("sit")
            first.until_room(lambda room: all(seat["connected"] for seat in room["seats"]))
            first.send("start")
            for one in (first, second):
                one.answer("position")
            since = len(first.rooms)
            processes.end(0, by)
            if by == signal.SIGTERM:
                assert second.is_closed()
                bea.address = here
                second = stack.enter_context(bea.at(table))
            second.until(lambda m: m["type"] == "position" and m["all"])
            play_on([first, second], 1, 4)
        told = first.rooms[since:]
        assert told  # the new owner's
        assert [[seat["connected"] for seat in room["seats"]] for room in told] == [[True] * 4] * len(told)
