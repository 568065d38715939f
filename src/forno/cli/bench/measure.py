"""Measures random play in several short rounds. The median of the rounds evens out other load on the machine."""

import time
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import Any

import numpy as np

from forno.cli.bench.kernels import read_positions
from forno.cli.bench.limit import Limit
from forno.rules import arrays, chance
from forno.rules.game import CHANCE, NOBODY, Game
from forno.rules.log import SILENT
from forno.rules.records import Records, new_records
from forno.workers import cores

ROUNDS = 7
_POSITIONS = 2000  # few enough to stay in the CPU cache, as in a real simulation


class _Player:
    """Plays random games. Each thread has its own, with its own state and stream."""

    def __init__(self, game: Game, players: int) -> None:
        self.template = game.new(players)
        self.states = game.new(players)
        self.actions = np.zeros(game.n_actions, np.int16)
        self.rng = chance.quick_stream(chance.new_key())
        self.log = SILENT.copy()  # a copy: a shared one slows threads down by its reference count

    def play(self, games: int) -> int:
        return arrays.play_games(self.template, self.states, games, self.rng, self.actions, self.log)

    def positions(self, game: Game) -> Records:
        """The positions of random games, at every decision."""
        found = new_records(_POSITIONS, game.state_dtype)
        states, k = self.states, 0
        states[0] = self.template[0]
        while k < _POSITIONS:
            seat = game.actor(states, 0)
            if seat == NOBODY:
                states[0] = self.template[0]
            elif seat == CHANCE:
                game.deal(states, 0, self.rng, SILENT)
            else:
                found[k] = states[0]
                k += 1
                n = game.legal(states, 0, self.actions)
                game.step(states, 0, int(self.actions[chance.below(self.rng, n)]), SILENT)
        return found


def measure(game: Game, players: int, seconds: float, limit: Limit | None) -> dict[str, Any]:
    """All numbers for one number of players, measured in about `seconds`. Rounds of `limit` alternate with ours."""
    round_seconds = seconds / (3 * ROUNDS)
    one = _Player(game, players)
    games = _games_that_take(one, round_seconds)
    limit_games = limit.games_that_take(round_seconds) if limit is not None else 0
    speeds, limit_speeds, moves, played, limit_moves = [], [], 0, 0, 0
    for number in range(ROUNDS):
        start = time.perf_counter()
        count = one.play(games)
        speeds.append(count / (time.perf_counter() - start))
        moves, played = moves + count, played + games
        if limit is not None:
            count, took = limit.play(limit_games, number + 1)
            limit_speeds.append(count / took)
            limit_moves += count
    found = {
        "moves_per_second": median(speeds),
        "games_per_second": median(speeds) * played / moves,
        "moves_per_game": moves / played,
        "all_cores_moves_per_second": median(_on_all_cores(game, players, games)),
        "view_and_legal_ns": _view_and_legal_ns(game, players, round_seconds),
    }
    if limit is not None:
        found["limit_moves_per_second"] = median(limit_speeds)
        found["limit_moves_per_game"] = limit_moves / (ROUNDS * limit_games)
        # Compare round by round, so that a busy moment affects both.
        found["limit_ratio"] = median(ours / theirs for ours, theirs in zip(speeds, limit_speeds, strict=True))
    return found


def _games_that_take(player: _Player, seconds: float) -> int:
    player.play(1)  # compile, if necessary
    games = 1
    while True:
        start = time.perf_counter()
        player.play(games)
        took = time.perf_counter() - start
        if took >= seconds / 4:
            return max(1, round(games * seconds / took))
        games *= 4


def _on_all_cores(game: Game, players: int, games: int) -> list[float]:
    workers = [_Player(game, players) for _ in range(cores())]
    speeds = []
    with ThreadPoolExecutor(len(workers)) as pool:
        for _ in range(ROUNDS):
            start = time.perf_counter()
            moves = sum(pool.map(lambda worker: worker.play(games), workers))
            speeds.append(moves / (time.perf_counter() - start))
    return speeds


def _view_and_legal_ns(game: Game, players: int, seconds: float) -> float:
    one = _Player(game, players)
    states = one.positions(game)
    views, mask = new_records(1, game.view_dtype), np.zeros(game.n_actions, np.bool_)
    read_positions(states, 1, views, one.actions, mask)
    costs: list[float] = []
    end = time.perf_counter() + seconds
    while not costs or time.perf_counter() < end:
        start = time.perf_counter()
        read_positions(states, _POSITIONS, views, one.actions, mask)
        costs.append((time.perf_counter() - start) / _POSITIONS * 1e9)
    return median(costs)
