"""What must be compiled before all games run at full speed: every verb, called once as tables, agents and benchmarks call it."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from forno.rules import arrays, chance
from forno.rules.events import SILENT, check_room, clear, new_log
from forno.rules.game import Game
from forno.rules.records import new_records

Call = Callable[[], object]
Step = tuple[str, Call]


def steps(games: Sequence[Game], *, to_simulate: bool) -> Iterator[Step]:
    """What is compiled, and a call that compiles it. The calls work on one game's state: make them in this order.

    A table needs less than who simulates: neither other worlds nor whole games in one call.
    """
    for game in games:
        for what, call in _verbs_of(game, to_simulate):
            yield f"{game.title}: {what}", call


def _verbs_of(game: Game, to_simulate: bool) -> Iterator[Step]:
    players = game.players[-1]
    template = game.new(players)
    states = game.new(players)
    views = new_records(1, game.view_dtype)
    actions = np.zeros(game.n_actions, np.int16)
    numbers = np.zeros(players, np.int64)
    rng = chance.stream(bytes(chance.KEY_BYTES))
    log = new_log(game.max_events)

    def deal() -> None:
        clear(log)
        game.deal(states, 0, rng, log)
        check_room(log)

    def step() -> None:
        game.legal(states, 0, actions)
        clear(log)
        game.step(states, 0, int(actions[0]), log)
        check_room(log)
        game.view(states, 0, 0, views, 0)

    yield "deal", deal
    yield "actor", lambda: game.actor(states, 0)
    yield "legal", lambda: game.legal(states, 0, actions)
    yield "view", lambda: game.view(states, 0, 0, views, 0)
    yield "step", step
    yield "score", lambda: game.score(states, 0, numbers)
    yield "rank", lambda: game.rank(states, 0, numbers)
    if to_simulate:
        yield "forget", lambda: game.forget(views.copy(), 0)
        yield "resample", lambda: game.resample(views, 0, rng, True, states, 0)
        yield "whole games", lambda: arrays.play_games(template, states, 1, rng, actions, SILENT)
