"""Plays fixed games and prints digests of everything that happened, for test_same_bytes.py."""

import gc
import hashlib
import sys
from typing import Any

import numpy as np

from forno.rules import chance, find
from forno.rules.chance import below
from forno.rules.game import CHANCE, NOBODY, SPECTATOR, Game
from forno.rules.log import new_log
from forno.rules.records import new_records

KEYS = [bytes([number]) * 32 for number in range(2)]
LONGEST = 400  # maximum number of decisions per game
EVERY = 7  # decisions between two digests of views and worlds


def digests(game: Game, players: int) -> dict[str, str]:
    hashes: dict[str, Any] = {name: hashlib.sha256() for name in ("states", "legal", "logs", "views", "worlds")}
    for key in KEYS:
        _play(game, players, key, hashes)
    return {name: each.hexdigest() for name, each in hashes.items()}


def _play(game: Game, players: int, key: bytes, hashes: dict[str, Any]) -> None:
    rng = chance.agent_stream(key)
    states = game.new(players)
    actions = np.zeros(game.n_actions, np.int16)
    numbers = np.zeros(players, np.int64)
    deals = decisions = 0
    while (seat := game.actor(states, 0)) != NOBODY and decisions < LONGEST:
        log = new_log(game.max_events)
        if seat == CHANCE:
            game.deal(states, 0, chance.stream(key, deals), log)
            deals += 1
        else:
            n = game.legal(states, 0, actions)
            hashes["legal"].update(actions[:n].tobytes())
            game.step(states, 0, int(actions[below(rng, n)]), log)
            decisions += 1
        hashes["states"].update(states.tobytes())
        hashes["logs"].update(log.tobytes())
        if decisions % EVERY == 0 and game.actor(states, 0) != CHANCE:
            _look(game, players, states, rng, hashes)
    for verb in (game.score, game.rank):
        verb(states, 0, numbers)
        hashes["states"].update(numbers.tobytes())


def _look(game: Game, players: int, states: Any, rng: Any, hashes: dict[str, Any]) -> None:
    for seat in range(SPECTATOR, players):
        views, worlds = new_records(1, game.view_dtype), new_records(1, game.state_dtype)
        game.view(states, 0, seat, views, 0)
        hashes["views"].update(views.tobytes())
        for deduce in (True, False):
            game.resample(views, 0, rng, deduce, worlds, 0)
            hashes["worlds"].update(worlds.tobytes())


if __name__ == "__main__":
    gc.disable()  # compiling makes much that stays, and to look for garbage in it takes a tenth of the time
    for game in map(find, sys.argv[1:]):
        for players in game.players:
            for name, digest in digests(game, players).items():
                sys.stdout.write(f"{game.id} {players} {name} {digest}\n")
