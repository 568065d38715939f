"""The pauses of bots."""

from forno import agents
from forno.rules import chance, find
from forno.rules.game import SPECTATOR
from forno.server.pauses import bot_pause, must_pass
from forno.table import Table


def test_a_bot_that_everybody_sees_must_pass_does_so_quickly() -> None:
    game = find("chefs-hat")
    table, bot = Table(game, 4, {"shifts": 3}, key=bytes(32)), agents.find("greedy", game)
    seen = 0
    while table.actor is not None:
        public, legal = table.view(SPECTATOR)[0], table.legal()
        if must_pass(public):
            seen += 1
            assert [table.text(action) for action in legal] == ["pass"]
            assert bot_pause(1.0, game, public, again=False) < 0.5
        else:
            assert bot_pause(1.0, game, public, again=False) == 1.0
            assert bot_pause(1.0, game, public, again=True) == 0.5
        table.act(
            table.actor, bot.choose(table.view(table.actor), legal, chance.agent_stream(table.key, len(table.moves)))
        )
    assert seen > 5
