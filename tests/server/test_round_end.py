"""The end of a round reaches a reader as new events, so that the page can show the oven being emptied."""

import pytest

from forno import agents
from forno.rules import chance, find
from forno.rules.mamma_mia.events import Round
from forno.server.seat_feed import Reader, SeatFeed
from forno.table import Table
from forno.words import Words
from server.clients import event_numbers


@pytest.mark.parametrize("number", range(3))
def test_the_end_of_a_round_is_told_as_new_events(number: int) -> None:
    game, words = find("mamma-mia"), Words("en")
    table, bot = Table(game, 4, key=bytes([number] * 32)), agents.find("greedy", game)
    feed = SeatFeed(0)
    feed.update(table)
    ends = 0
    while table.actor is not None:
        reader = Reader(words, len(feed.events), forgotten=feed.forgotten)
        view, rng = table.view(table.actor), chance.agent_stream(table.key, len(table.moves))
        table.act(table.actor, bot.choose(view, table.legal(), rng))
        feed.update(table)
        if any(isinstance(event.data, Round) for event in feed.events[reader.told :]):
            ends += 1
            position = feed.position(table, reader, table.names)
            assert not position.all
            assert event_numbers(position) == list(range(reader.told, len(feed.events)))
    assert ends == 3
