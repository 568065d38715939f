"""The usual format: Parquet files with one row for each decision."""

from typing import Any

from forno.matches.contest import Contest
from forno.matches.formats import GameWriter
from forno.rules.game import Game


class Parquet:
    name = "parquet"
    suffix = "parquet"

    def check(self, game: Game) -> None:
        """Every game can be written."""

    def writer(self, contest: Contest) -> GameWriter:
        from forno.simulate.decisions import DecisionWriter  # noqa: PLC0415  needs polars, which is an extra

        return DecisionWriter(contest)

    def contents(self, contest: Contest) -> dict[str, Any]:
        from forno.observations import layout_of  # noqa: PLC0415
        from forno.simulate.decisions import schema  # noqa: PLC0415  see above

        layout = layout_of(contest.game_id)
        return {
            "columns": {name: {"type": str(kind), "help": text} for name, (kind, text) in schema(contest).items()},
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
