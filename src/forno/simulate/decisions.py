"""Write every decision of a game as a row of a Parquet file."""

import io
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from forno.matches.contest import Contest
from forno.matches.loop import FULL, NO_ACTION, new_recorder
from forno.matches.runner import GameRunner
from forno.observations import layout_of, observe_all
from forno.rules.game import NOBODY
from forno.simulate.labels import hidden, hidden_shapes, round_name, round_points

_ROWS = 4096  # of the recorder
SO_FAR = "points_so_far"

Columns = dict[str, Any]


NO_MORE = -1  # the action of a row that says only what a seat observes when the game is over


def schema(contest: Contest, *, is_open: bool = False, with_ends: bool = False) -> dict[str, tuple[Any, str]]:
    """Type and description of each column. `is_open` and `with_ends` add some: see DecisionWriter."""
    game = contest.game
    name = round_name(game)
    columns = {
        "game": (pl.Int64, "number of the game, from 0"),
        "move": (pl.Int32, "number of the decision in its game, from 0"),
        "seat": (pl.Int8, "who decides"),
        "agent": (pl.Enum(contest.names), "who sits there"),
        "observation": (pl.Array(pl.Int8, layout_of(game.id).size), "what the seat observes: see layout in simulation.json"),
        "mask": (pl.Array(pl.Boolean, game.n_actions), "which actions are legal"),
        "action": (pl.Int16, "what is done: see actions.json"),
        "points": (pl.Int16, "of this seat at the end of the game"),
        "rank": (pl.Int8, "how many did better than this seat in the end: winners have 0"),
        name: (pl.Int16, f"number of the {name}, from 0"),
        f"{name}_points": (pl.Int16, f"that this seat gets in this {name}"),
    }  # fmt: skip
    if is_open:
        helps = {
            "hands": "true cards of all seats, counted clockwise from the deciding one: see hand in the layout",
            "orders_in_hand": "true orders in hand of all seats, in the same order: see menu in the layout",
        }
        shapes = hidden_shapes(game)
        columns |= {column: (pl.Array(pl.Int8, shape), helps[column]) for column, shape in shapes.items()}
    if with_ends:
        columns[SO_FAR] = (pl.Int16, "points of this seat before the decision")
    return columns


class DecisionWriter:
    """Called with the numbers of games, returns a Parquet file. Its bytes depend on the contest and the numbers alone.

    With `is_open`, the rows have the hidden cards. With `with_ends`, they have the points so far, and each game ends with a row for each seat
    whose action is NO_MORE.
    """

    def __init__(self, contest: Contest, *, is_open: bool = False, with_ends: bool = False) -> None:
        self.contest = contest
        self.is_open = is_open
        self.with_ends = with_ends

    def __getstate__(self) -> dict[str, Any]:
        return {
            name: getattr(self, name) for name in ("contest", "is_open", "with_ends")
        }  # each worker has its own runner

    @cached_property
    def _runner(self) -> "_RecordingRunner":
        return _RecordingRunner(self.contest, is_open=self.is_open, with_ends=self.with_ends)

    @property
    def is_compiled(self) -> bool:
        return self._runner.is_compiled

    def prepare(self) -> None:
        _ = self._runner

    def frame(self, games: Sequence[int]) -> pl.DataFrame:
        played = [self._runner.play(number) for number in games]
        columns: Columns = {name: np.concatenate([game[name] for game in played]) for name in played[0]}
        kinds = {
            name: kind
            for name, (kind, _) in schema(self.contest, is_open=self.is_open, with_ends=self.with_ends).items()
        }
        columns["agent"] = pl.Series(self.contest.names, dtype=kinds["agent"]).gather(columns["agent"])
        return pl.DataFrame({name: pl.Series(columns[name], dtype=kind) for name, kind in kinds.items()})

    def __call__(self, games: Sequence[int]) -> bytes:
        file = io.BytesIO()
        self.frame(games).write_parquet(file, compression="zstd")
        return file.getvalue()


class _RecordingRunner(GameRunner):
    def __init__(self, contest: Contest, *, is_open: bool, with_ends: bool) -> None:
        game = contest.game
        self._is_open, self._with_ends = is_open, with_ends
        self._rows = new_recorder(game, contest.players, _ROWS, is_open=is_open)
        self._size = layout_of(game.id).size
        super().__init__(contest, self._rows)

    def play(self, number: int) -> Columns:
        """The columns of one game."""
        self.begin(self.contest.single_game(number))
        parts: list[Columns] = []
        seat = self.advance()
        while seat != NOBODY:
            answer = NO_ACTION
            if seat == FULL:
                parts.append(self._take_rows())
            else:
                answer, _ = self.ask(seat)
            seat = self.advance(answer)
        parts.append(self._take_rows())
        if self._with_ends:
            self._record_ends()
            parts.append(self._take_rows())
        columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        return columns | self._results(number, columns)

    def _record_ends(self) -> None:
        """Fill a row for each seat of the finished game."""
        players, rows = self.contest.players, self._rows
        for seat in range(players):
            self._game.view(self._states, 0, seat, rows.views, seat)
        rows.seats[:players] = range(players)
        rows.masks[:players] = False
        rows.actions[:players] = NO_MORE
        rows.shuffles[:players] = self.progress[0].shuffles
        rows.scores[:players] = self.results()[0]
        if self._is_open:
            rows.states[:players] = self._states[0]
        self.progress[0].rows = players

    def _take_rows(self) -> Columns:
        """Copy the filled rows, and mark all rows as empty."""
        filled = int(self.progress[0].rows)
        self.progress[0].rows = 0
        rows = self._rows
        observations = np.empty((filled, self._size), np.int8)
        observe_all(rows.views[:filled], observations)
        copies = {"seat": rows.seats, "mask": rows.masks, "action": rows.actions}
        columns: Columns = {name: column[:filled].copy() for name, column in copies.items()}
        game, players = self._game, self.contest.players
        if self._is_open:
            columns |= hidden(game, rows.states[:filled], columns["seat"], players)
        return (
            columns
            | {
                "observation": observations,
                round_name(game): rows.shuffles[:filled] - 1,  # each begins with one
                SO_FAR: rows.scores[:filled].copy(),
            }
        )

    def _results(self, number: int, columns: Columns) -> Columns:
        seats, name = columns["seat"], round_name(self._game)
        points, ranks = self.results()
        agents = np.array([self.contest.names.index(name) for name in self.names], np.uint32)
        return {
            "game": np.full(len(seats), number, np.int64),
            "move": np.arange(len(seats), dtype=np.int32),
            "agent": agents[seats],
            "points": points.astype(np.int16)[seats],
            "rank": ranks.astype(np.int8)[seats],
            f"{name}_points": round_points(seats, columns[name], columns[SO_FAR], points),
            SO_FAR: columns[SO_FAR][np.arange(len(seats)), seats].astype(np.int16),
        }
