"""What a worker can do. Arguments and results are pickled, so views and streams travel as bytes."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from forno.agents import Agent, with_budget
from forno.agents import find as find_agent
from forno.rules import chance, find
from forno.rules.chance import Rng
from forno.rules.game import Actions, Game
from forno.server.replay import compressed_replay
from forno.server.rows import TableRow
from forno.table.history import History
from forno.table.views import named_view
from forno.warmup import GAME_PARTS


class Question(NamedTuple):
    """What an agent is to decide."""

    game: str
    players: int
    view: bytes
    legal: list[int]
    stream: bytes
    past: bytes | None  # the views of the history, if the agent recalls it,
    actions: list[int]  # and its actions

    @classmethod
    def of(cls, game: Game, players: int, view: Any, legal: Actions, rng: Rng) -> "Question":
        past = None if view.history is None else view.history.views.tobytes()
        actions = [] if view.history is None else view.history.actions.tolist()
        return cls(game.id, players, view.tobytes(), legal.tolist(), rng.tobytes(), past, actions)


def choose(agent: str, question: Question, share: float) -> int:
    """The decision of an agent, given by its text, with this share of its budget."""
    game = find(question.game)
    view = named_view(_records(game, question.view), game)
    if question.past is not None:
        view.history = History(_records(game, question.past), np.array(question.actions, np.int16))
    rng: Any = np.ndarray(1, chance.STREAM, bytearray(question.stream))
    legal = np.array(question.legal, np.int16)
    chooser = agent_for(agent, question.game, question.players, share)
    return int(chooser.choose(view, legal, rng))


def _records(game: Game, views: bytes) -> Any:
    return np.ndarray(len(views) // game.view_dtype.itemsize, game.view_dtype, bytearray(views))


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
