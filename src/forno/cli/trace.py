"""The open trace: one game as JSON lines with no secrets, to compare with another implementation (docs/trace.md)."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from forno import agents
from forno.matches.agent_loading import CheckedAgent
from forno.rules import chance
from forno.rules.chefs_hat import events as chefs_hat
from forno.rules.game import Game, Options
from forno.rules.mamma_mia import events as mamma_mia
from forno.table import Event, Table
from forno.table.event import Over


def trace(game: Game, players: int, options: Options, key: bytes, agent_name: str) -> Iterator[str]:
    """Play a game with the same agent in all seats. Yields the lines."""
    agent = CheckedAgent(agent_name, agents.find(agent_name, game), game)
    rng = chance.agent_stream(key)
    writer = _LineWriter(Table(game, players, options, key=key))
    yield from writer.begin()
    table = writer.table
    while (seat := table.actor) is not None:
        legal = table.legal()
        action = agent.choose(agents.view_for(agent, table, seat), legal, rng)
        texts = [table.text(choice) for choice in legal]
        yield _line({"seat": seat, "legal": texts, "action": table.text(action)})
        yield from writer.lines(table.act(seat, action))
    yield _line({"scores": table.scores, "winners": table.winners})


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value)


class _LineWriter:
    """Turns events into lines."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.deal: dict[str, Any] = {}
        self.gifts: list[list[Any]] = []
        # Events of other games are printed as they are.
        self.is_plain = table.game.event_types not in (chefs_hat.EVENT_TYPES, mamma_mia.EVENT_TYPES)

    def begin(self) -> Iterator[str]:
        table = self.table
        head = {"game": table.game.id, "players": table.players, "options": table.options, "key": table.key.hex()}
        yield _line({**head, "rules": table.game.version})
        yield from self.lines(table.events)

    def lines(self, events: Iterable[Event]) -> Iterator[str]:
        for event in events:
            if not self._is_deal(event):
                yield from self._end_deal()
                yield from self._other(event)
        yield from self._end_deal()

    def _is_deal(self, event: Event) -> bool:
        """Collect what one shuffle decided: it comes as several events."""
        match event.data:
            case chefs_hat.Dealt(_, cards) | mamma_mia.Dealt(_, cards):
                self.deal.setdefault("hands", []).append(cards)
            case mamma_mia.Supply(cards):
                self.deal.setdefault("supply", []).extend(cards)
            case mamma_mia.Waiter(_, cards):
                self.deal.setdefault("waiters", []).append(cards)
            case mamma_mia.Starter(seat):
                self.deal["starter"] = seat
            case _:
                return False
        return True

    def _end_deal(self) -> Iterator[str]:
        if self.deal:
            yield _line({"deal": self.deal})
            self.deal = {}

    def _other(self, event: Event) -> Iterator[str]:
        match event.data:
            case mamma_mia.Draw() | mamma_mia.Bake() | mamma_mia.Fail() | mamma_mia.Round() | chefs_hat.Shift():
                yield _line({event.name: event.data.as_json()})
            case mamma_mia.Pass(seat):
                yield _line({"pass": seat})
            case chefs_hat.Gave(giver, receiver, cards):
                self.gifts.append([giver, receiver, cards])
            case chefs_hat.Exchanged():
                yield _line({"exchange": {"gifts": self.gifts}})
                self.gifts = []
            case _ if self.is_plain and not isinstance(event.data, Over):  # the last line has what it says
                yield _line({event.name: event.data.as_json()})
