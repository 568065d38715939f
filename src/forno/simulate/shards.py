"""The folder of a simulation. Files appear one by one, each complete or not at all, so a stopped simulation can continue."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from forno.matches.fingerprints import Fingerprint
from forno.matches.run_folder import FINGERPRINTS, claim, write
from forno.simulate.card import card
from forno.simulate.plan import Plan

FACTS = "simulation.json"
ACTIONS = "actions.json"
CARD = "README.md"


@dataclass(frozen=True)
class ShardFolder:
    path: Path
    plan: Plan
    fingerprints: Mapping[str, Fingerprint]

    @classmethod
    def open(cls, path: Path, plan: Plan, agents: Mapping[str, Fingerprint] | None = None) -> "ShardFolder":
        """Make the folder, or continue in it. `agents` are their fingerprints.

        Raise BadFolder, without touching anything, if the folder does not belong to this plan, or if an agent has changed.
        """
        facts = {**plan.facts(), FINGERPRINTS: dict(agents or {})}
        claim(path, FACTS, facts, content="games", maker="simulation")
        write(path / ACTIONS, _json(_actions(plan)))
        write(path / FACTS, _json({**facts, **plan.format.contents(plan.contest)}))
        return cls(path, plan, agents or {})

    def done(self) -> list[range]:
        """The games of each file, in order.

        If two files begin with the same game, remove the shorter one: the run that wrote the longer one was stopped before it could.
        """
        found: dict[int, range] = {}
        for games in sorted((_games(path) for path in self.files()), key=len):
            if games.start in found:
                self._file(found[games.start]).unlink()
            found[games.start] = games
        return sorted(found.values(), key=lambda games: games.start)

    def files(self) -> list[Path]:
        return sorted(self.path.glob(f"games-*.{self.plan.format.suffix}"))

    def keep(self, games: range, data: bytes) -> None:
        """Add a file. It replaces a shorter one that begins with the same game."""
        write(self._file(games), data)
        for path in self.path.glob(f"games-{games.start:09d}-*.{self.plan.format.suffix}"):
            if path != self._file(games):
                path.unlink()

    def finish(self, games: int) -> None:
        """Write what can only be written when all games are there: the data card, and what the format adds."""
        plan = self.plan
        plan.format.finish(self.path, plan.contest)
        text = card(plan, games, self.fingerprints, plan.format.contents(plan.contest))
        write(self.path / CARD, text)

    def _file(self, games: range) -> Path:
        return self.path / f"games-{games.start:09d}-{games[-1]:09d}.{self.plan.format.suffix}"


def _games(path: Path) -> range:
    _, first, last = path.stem.split("-")
    return range(int(first), int(last) + 1)


def _json(facts: Any) -> bytes:
    return (json.dumps(facts, indent=2, ensure_ascii=False) + "\n").encode()


def _actions(plan: Plan) -> dict[str, str]:
    """The canonical text of each action, by number."""
    game = plan.contest.game
    state = game.new(plan.contest.players, plan.contest.options)
    return {str(action): game.describe(state, 0, action) for action in range(game.n_actions)}
