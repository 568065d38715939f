"""What a worker can do. Arguments and results are pickled, so views and streams travel as bytes."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from forno.agents import Agent, with_budget
from forno.agents import find as find_agent
from forno.rules import chance, find
from forno.rules.chance import Rng
from forno.rules.game import Actions, Game
from forno.rules.records import Records
from forno.server.replay import compressed_replay
from forno.server.store.rows import TableRow
from forno.table.views import named_view
from forno.warmup import GAME_PARTS


class Question(NamedTuple):
    """What an agent is to decide."""

    game: str
    players: int
    view: bytes
    legal: list[int]
    stream: bytes

    @classmethod
    def of(cls, game: Game, players: int, view: Records[Any], legal: Actions, rng: Rng) -> "Question":
        return cls(game.id, players, view.tobytes(), legal.tolist(), rng.tobytes())


def choose(agent: str, question: Question, share: float) -> int:
    """The decision of an agent, given by its text, with this share of its budget."""
    game = find(question.game)
    view: Any = np.ndarray(1, game.view_dtype, bytearray(question.view))
    rng: Any = np.ndarray(1, chance.STREAM, bytearray(question.stream))
    legal = np.array(question.legal, np.int16)
    chooser = agent_for(agent, question.game, question.players, share)
    return int(chooser.choose(named_view(view, game), legal, rng))


@lru_cache(maxsize=64)
def agent_for(agent: str, game: str, players: int, share: float) -> Agent:
    return with_budget(find_agent(agent, find(game), players), share)


def load(game: str) -> None:
    """Load the machine code of a game, if it is there."""
    for part in (make(find(game)) for make in GAME_PARTS):
        if part.is_compiled:
            part.load()


def replay(row: TableRow, moves: list[tuple[int, str]], language: str) -> bytes:
    """A replay as compressed JSON."""
    return compressed_replay(row, moves, language)
