"""The rows of the ladder: which there are, and what is stored of them. `ladder.py` measures them, `ladder_tables.py` shows them."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from forno import __version__
from forno.agents import LEVELS, PolicyAgent, agents_for
from forno.agents import find as find_agent
from forno.agents.networks import shipped_path
from forno.matches.contest import Contest
from forno.rules import OWN_GAMES, find

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "ladder"
KEY = hashlib.sha256(b"ladder").digest()  # agents were tuned on other deals
FIELDS = {"chefs-hat": ("greedy", "larger-value")}  # other games: greedy only
SIMULATIONS = (50, 100, 200, 500, 1000, 2000)
MAX_SIMULATIONS = {"mamma-mia": 1000, "mamma-mia-plus": 500}  # one row of more takes longer than all that are left
STRONGEST = LEVELS[-1].agent_for(find("chefs-hat"), 4)
PARTS = (
    "search:sims=1000,pool=8000,own=policy",  # without the belief by moves
    "search:sims=1000,pool=8000,belief=moves",  # without the network
    "search:sims=1000,pool=8000",  # without both
    "search:sims=1000,pool=0",  # without any belief
)
CHANGES = (",pool=0,depth=5", ",rollout=larger-value", ",rollout=uniform")  # of 1,000 simulations
VARIANTS = (STRONGEST, *PARTS, *(f"search:sims=1000{change}" for change in CHANGES))
DEALS = 500
SEARCH_DEALS = {"chefs-hat": 64}  # search is slow
LEAST_DEALS = 48  # in the other games
# A step between weak searches is quick. It is played until the agent has met others so often, since Elo comes from who finishes before whom.
WEAK_SIMULATIONS = 100
MEETINGS = 600
EXTRA_DEALS = dict.fromkeys(PARTS, 100) | {STRONGEST: 90}  # more than 2,000 shifts
# Of the strongest level against `greedy`: 300 games, since it hardly ever loses one.
MORE_DEALS = {"mamma-mia-plus-4": 75}
# Raise it when `greedy`, which everything is measured against, plays differently. Rows of before stay in the tables with a mark until they are measured again.
AGENTS = {"mamma-mia": 2, "mamma-mia-plus": 3}
CHOICES = {"chefs-hat": 190, "mamma-mia": 60, "mamma-mia-plus": 80}  # a seat makes about so many in a game


@dataclass(frozen=True)
class Pairing:
    """One agent against a field of another."""

    part: str  # the file in docs/ladder that stores the result
    game: str
    players: int
    agent: str
    field: str

    @property
    def stands_for(self) -> str:
        return _behind(self.agent, self.game, self.players)

    @property
    def texts(self) -> tuple[str, str]:
        """The agents that play. A level is replaced by the agent it stands for, so equal contests are measured once."""
        return self.stands_for or self.agent, _behind(self.field, self.game, self.players) or self.field

    @property
    def contest(self) -> Contest:
        return Contest.make(find(self.game), self.texts, players=self.players, options={}, key=KEY)

    @property
    def deals(self) -> int:
        if not self.is_slow:
            return DEALS
        if self.part == "levels":
            is_weak = all(simulations_of(text) <= WEAK_SIMULATIONS for text in self.texts if text.startswith("search"))
            return max(LEAST_DEALS, MEETINGS // (self.players * (self.players - 1)) if is_weak else 0)
        if (self.agent, self.field) == (LEVELS[-1].name, "greedy") and self.table in MORE_DEALS:
            return MORE_DEALS[self.table]
        return EXTRA_DEALS.get(self.texts[0], SEARCH_DEALS.get(self.game, LEAST_DEALS))

    @property
    def table(self) -> str:
        """The part with all agents of the game and number of players."""
        return f"{self.game}-{self.players}"

    @property
    def is_slow(self) -> bool:
        return any(text.startswith("search") for text in self.texts)

    @property
    def facts(self) -> dict[str, Any]:
        """Everything that determines the result: a stored row with other facts is measured again."""
        return {
            **asdict(self),
            "stands_for": self.stands_for,
            "rules": find(self.game).version,
            "forno": __version__,
            "key": KEY.hex(),
            "games": self.deals * self.players,
            **({"agents": AGENTS[self.game]} if self.game in AGENTS else {}),
            **({"field_stands_for": self.texts[1]} if self.texts[1] != self.field else {}),
            **({"network": _fingerprint(self.game)} if "policy" in " ".join(self.texts) else {}),
        }

    def seconds(self, rows: Iterable[dict[str, Any]]) -> float:
        """Roughly how long it takes on one core, judged by the times of stored rows."""
        milliseconds = [self._milliseconds(text, rows) for text in self.texts]
        per_game = CHOICES[self.game] * (milliseconds[0] + (self.players - 1) * milliseconds[1]) / 1000
        return float(self.deals * self.players * per_game)

    def _milliseconds(self, text: str, rows: Iterable[dict[str, Any]]) -> float:
        if not text.startswith("search"):
            return 0.01
        known = [row for row in rows if row["game"] == self.game and text_of(row).startswith("search:")]
        alike = [
            row for row in known if ("policy" in text_of(row)) == ("policy" in text)
        ]  # a network takes most of the time
        near = min(
            alike or known,
            key=lambda row: (abs(row["players"] - self.players), -simulations_of(text_of(row))),
            default=None,
        )
        return simulations_of(text) * (near["milliseconds"] / simulations_of(text_of(near)) if near else 0.1)


@cache
def _behind(agent: str, game: str, players: int) -> str:
    """The agent that a level stands for, or `policy` where it has no network for the number of players; or nothing."""
    if agent == "policy" and isinstance(find_agent(agent, find(game), players), PolicyAgent):
        return "greedy"
    return next((level.agent_for(find(game), players) for level in LEVELS if level.name == agent), "")


@cache
def _fingerprint(game: str) -> str:
    """Of the network that is shipped for a game, since another one may have the same name."""
    return hashlib.sha256(shipped_path(find(game)).read_bytes()).hexdigest()[:16]


def text_of(row: dict[str, Any]) -> str:
    return str(row["stands_for"] or row["agent"])


def simulations_of(text: str) -> int:
    return int(text.partition("sims=")[2].partition(",")[0] or 400)


def pairings() -> Iterator[Pairing]:
    for game in OWN_GAMES:
        for players in game.players:
            for field in FIELDS.get(game.id, ("greedy",)):
                for agent in agents_for(game):
                    pairing = Pairing(f"{game.id}-{players}", game.id, players, agent, field)
                    if pairing.texts[0] != field:  # nobody has a row against itself
                        yield pairing
            for lower, level in pairwise(LEVELS):
                yield Pairing("levels", game.id, players, level.name, lower.name)
    for variant in VARIANTS:
        yield Pairing("variants", "chefs-hat", 4, variant, "greedy")
    for simulations in SIMULATIONS:
        for game in (game for game in OWN_GAMES if simulations <= MAX_SIMULATIONS.get(game.id, simulations)):
            yield Pairing("ablation", game.id, 4, f"search:sims={simulations}", "greedy")


def stored(part: str) -> list[dict[str, Any]]:
    path = RESULTS / f"{part}.json"
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return rows


def by_deal(part: str) -> list[dict[str, Any]]:
    path = RESULTS / "deals" / f"{part}.json"
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return rows


def deals_of(row: dict[str, Any], deals: list[dict[str, Any]]) -> dict[str, Any] | None:
    keys = ("game", "players", "agent", "field", "games")
    return next((one for one in deals if all(one[key] == row[key] for key in keys)), None)


def has_deals(row: dict[str, Any]) -> bool:
    """Rows of earlier versions have no points by deal."""
    return deals_of(row, by_deal(row["part"])) is not None


def same(row: dict[str, Any], pairing: Pairing) -> bool:
    """Whether a stored row is of these agents, as they are measured now. What they were called does not matter."""
    names = ("part", "agent", "stands_for", "field", "field_stands_for")
    texts = text_of(row), row.get("field_stands_for", row["field"])
    facts = {key: value for key, value in pairing.facts.items() if key not in names}
    return texts == pairing.texts and row.items() >= facts.items()


def is_old(row: dict[str, Any]) -> bool:
    """Whether a row is of fewer deals or of another `greedy` than those of now."""
    return row.get("agents") != AGENTS.get(row["game"]) or row["games"] < LEAST_DEALS * row["players"]
