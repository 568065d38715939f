"""The usual format: Parquet files with one row for each decision."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forno.matches.contest import Contest
from forno.matches.formats import GameWriter
from forno.rules.game import Game

SCHEMA = 2  # changes with the columns


@dataclass(frozen=True)
class Parquet:
    is_open: bool = False  # whether the rows have the hidden cards, as labels
    name = "parquet"
    suffix = "parquet"

    def check(self, game: Game) -> None:
        """Every game can be written; only one with hands can be open."""
        if self.is_open:
            from forno.simulate.labels import hidden_shapes  # noqa: PLC0415

            hidden_shapes(game)

    def writer(self, contest: Contest) -> GameWriter:
        from forno.simulate.decisions import DecisionWriter  # noqa: PLC0415  needs polars, which is an extra

        return DecisionWriter(contest, is_open=self.is_open)

    def facts(self) -> dict[str, Any]:
        return {"schema": SCHEMA, "open": self.is_open}

    def contents(self, contest: Contest) -> dict[str, Any]:
        from forno.simulate.decisions import schema  # noqa: PLC0415  see above

        return described(contest, schema(contest, is_open=self.is_open))

    def finish(self, folder: Path, contest: Contest) -> None:
        """The files are complete."""


def described(contest: Contest, columns: dict[str, tuple[Any, str]]) -> dict[str, Any]:
    """Columns and the layout of an observation, as JSON."""
    from forno.observations import layout_of  # noqa: PLC0415

    layout = layout_of(contest.game_id)
    return {
        "columns": {name: {"type": str(kind), "help": text} for name, (kind, text) in columns.items()},
        "layout": {
            "version": layout.version,
            "slices": [
                {
                    "name": part.name,
                    "offset": layout.offsets[part.name],
                    "shape": list(part.shape),
                    "low": part.low,
                    "high": part.high,
                    "help": part.help,
                }
                for part in layout.slices
            ],
        },
    }


PARQUET = Parquet()
