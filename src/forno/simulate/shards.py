"""A folder of shards: written one by one, each whole or not at all, so that it can be stopped at any moment and go on."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forno.matches.run_folder import claim, write
from forno.simulate.plan import ENDINGS, PARQUET, Plan

CARD = "simulation.json"
ACTIONS = "actions.json"


@dataclass(frozen=True)
class Folder:
    path: Path
    plan: Plan

    @classmethod
    def open(cls, path: Path, plan: Plan) -> "Folder":
        """Make the folder, or go on in it; BadFolder, and nothing is touched, if it is not this plan's."""
        claim(path, CARD, plan.facts(), content="games", maker="simulation")
        write(path / ACTIONS, _json(_actions(plan)))
        write(path / CARD, _json({**plan.facts(), **_contents(plan)}))
        return cls(path, plan)

    def done(self) -> list[range]:
        """The games of each file that is there, in order. Where two have the same first game (a longer one has come, and whoever
        should have removed the shorter one was stopped) the shorter one goes.
        """
        found: dict[int, range] = {}
        for games in sorted((_games(path) for path in self.files()), key=len):
            if games.start in found:
                self._file(found[games.start]).unlink()
            found[games.start] = games
        return sorted(found.values(), key=lambda games: games.start)

    def files(self) -> list[Path]:
        return sorted(self.path.glob(f"games-*.{ENDINGS[self.plan.format]}"))

    def keep(self, games: range, data: bytes) -> None:
        """One more, in place of a shorter one that begins with the same game."""
        write(self._file(games), data)
        for path in self.path.glob(f"games-{games.start:09d}-*.{ENDINGS[self.plan.format]}"):
            if path != self._file(games):
                path.unlink()

    def _file(self, games: range) -> Path:
        return self.path / f"games-{games.start:09d}-{games[-1]:09d}.{ENDINGS[self.plan.format]}"


def _games(path: Path) -> range:
    _, first, last = path.stem.split("-")
    return range(int(first), int(last) + 1)


def _json(facts: Any) -> bytes:
    return (json.dumps(facts, indent=2, ensure_ascii=False) + "\n").encode()


def _actions(plan: Plan) -> dict[str, str]:
    """The dictionary of actions: their canonical texts by number."""
    state = plan.game.new(plan.contest.players, plan.contest.options)
    return {str(action): plan.game.describe(state, 0, action) for action in range(plan.game.n_actions)}


def _contents(plan: Plan) -> dict[str, Any]:
    """What the files say, for whoever reads them without Forno."""
    if plan.format != PARQUET:
        from forno.simulate.dataset import COLUMNS  # noqa: PLC0415  each format is imported by those who want it

        return {"columns": dict.fromkeys(COLUMNS, "as in ChefsHatGYM")}
    from forno.observations import layout_of  # noqa: PLC0415
    from forno.simulate.decisions import schema  # noqa: PLC0415

    layout = layout_of(plan.game.id)
    return {
        "columns": {name: {"type": str(kind), "help": text} for name, (kind, text) in schema(plan).items()},
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
