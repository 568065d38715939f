"""Counts action sequences from fixed positions.

`PYTHONPATH=tests python -m counts.totals` rewrites totals.txt. Read the diff afterwards.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from forno.rules import chance, find
from forno.rules.chance import below
from forno.rules.game import CHANCE, NOBODY, Game
from forno.rules.log import SILENT
from forno.rules.records import Records

FILE = Path(__file__).with_name("totals.txt")


@dataclass(frozen=True)
class Line:
    """All sequences of `depth` actions after `after` random decisions. Shorter sequences count if they end at a shuffle."""

    game: str
    players: int
    key: int
    after: int
    depth: int

    def __str__(self) -> str:
        return f"{self.game} players {self.players} key {self.key} after {self.after} depth {self.depth}"

    def counts(self) -> dict[str, int]:
        """The number of sequences by first action."""
        game = find(self.game)
        states = _position(game, self)
        return {
            game.describe(states, 0, action): _count(game, _stepped(game, states, action), self.depth - 1)
            for action in _legal(game, states)
        }


def _position(game: Game, line: Line) -> Records:
    key = bytes([line.key]) * 32
    rng = chance.agent_stream(key)
    states = game.new(line.players)
    deals = decisions = 0
    while True:
        seat = game.actor(states, 0)
        assert seat != NOBODY
        if seat == CHANCE:
            game.deal(states, 0, chance.stream(key, deals), SILENT)
            deals += 1
        elif decisions == line.after:
            return states
        else:
            legal = _legal(game, states)
            game.step(states, 0, legal[below(rng, len(legal))], SILENT)
            decisions += 1


def _legal(game: Game, states: Records) -> list[int]:
    actions = np.zeros(game.n_actions, np.int16)
    return list(actions[: game.legal(states, 0, actions)].tolist())


def _stepped(game: Game, states: Records, action: int) -> Records:
    after = states.copy()
    game.step(after, 0, action, SILENT)
    return after


def _count(game: Game, states: Records, depth: int) -> int:
    if depth == 0 or game.actor(states, 0) < 0:
        return 1
    return sum(_count(game, _stepped(game, states, action), depth - 1) for action in _legal(game, states))


LINES = (
    *(Line("mamma-mia", players, 0, 0, 4) for players in (2, 5)),
    *(Line("mamma-mia", 3, key, 25, 4) for key in range(3)),
    *(Line("mamma-mia-plus", players, 0, 0, 4) for players in (2, 6)),
    *(Line("mamma-mia-plus", 3, key, 40, 4) for key in range(3)),
    *(Line("chefs-hat", 4, key, 0, 4) for key in range(3)),
    *(Line("chefs-hat", 4, key, 30, 5) for key in range(3)),
    *(Line("chefs-hat", 4, key, 60, 5) for key in range(3)),
    Line("chefs-hat", 4, 0, 102, 3),  # a special action
    Line("chefs-hat", 4, 1, 101, 4),  # an exchange
    Line("chefs-hat", 4, 4, 88, 4),
)


if __name__ == "__main__":
    FILE.write_text("".join(f"{line}: {sum(line.counts().values())}\n" for line in LINES), encoding="utf-8")
