"""Write ui/src/tutorials: a short course of a real game for each tutorial, as the server would send it. Run it with `make tutorials`.

A script says what the reader is shown and asked, one line a step. Bots play the other seats, and also decide what the reader is
told to do. The key of the game is the first one, from a given number on, whose course fits the script. What the page says at each step is in the
message files (`tutorial.…`).
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from forno import agents
from forno.agents.names import NAMES
from forno.locales import LANGUAGES
from forno.rules import chance, find
from forno.server.live_game import LiveGame
from forno.server.seat_feed import Reader
from forno.table import Event, Table
from forno.words import Words

FOLDER = Path(__file__).resolve().parent.parent / "ui" / "src" / "tutorials"
ENGLISH = Words("en")
MAX_KEYS = 4000
HISTORY = 30  # events before a jump, enough to draw the table
Json = dict[str, Any]
Wish = Callable[[list[str]], list[str]]  # narrows the legal actions to those that fit the script


@dataclass(frozen=True)
class Look:
    """The reader looks at something and goes on."""

    text: str
    target: str = ""


@dataclass(frozen=True)
class Do:
    """The reader decides. The course fits if they are asked in this phase."""

    phase: str
    text: str
    target: str = ""
    wish: Wish = field(default=lambda legal: legal)


@dataclass(frozen=True)
class Jump:
    """Time passes until the reader is asked and the test passes. The text is shown after it."""

    text: str
    until: Callable[[Any], bool]  # of the view, as JSON


@dataclass(frozen=True)
class Rest:
    """The reader makes all decisions up to an event, with a text for each phase."""

    event: str
    texts: Mapping[str, tuple[str, str]]  # text and target
    most: int  # decisions


@dataclass(frozen=True)
class Script:
    game: str
    players: int
    lines: Sequence[Look | Do | Jump | Rest]
    fits: Callable[[Sequence[Event], Sequence[str]], bool]  # the events of the course, and its texts
    options: Mapping[str, Any] = field(default_factory=dict)
    first_key: int = 0  # where the search begins: the key that was found last


def starting(*words: str) -> Wish:
    return lambda legal: [action for action in legal if action.startswith(words)]


def several(legal: list[str]) -> list[str]:
    """Placements of two cards or more."""
    return [action for action in legal if not action.startswith(("place 1 ", "pass")) and not action.endswith("x1")]


def topping(legal: list[str]) -> list[str]:
    """Placements of several cards on a pizza that somebody else has begun."""
    return several(legal) if "pass" in legal else []


def simple_order(legal: list[str]) -> list[str]:
    """An order for four cards of one kind."""
    return starting("order 4-")(legal)


def mine(name: str, events: Sequence[Event]) -> int:
    return sum(event.name == name and getattr(event.data, "seat", None) == 0 for event in events)


def others(name: str, events: Sequence[Event]) -> int:
    return sum(event.name == name for event in events) - mine(name, events)


def orders_what_it_placed(events: Sequence[Event]) -> bool:
    placed = next(event.data for event in events if event.name == "placed")
    ordered = next(event.data for event in events if event.name == "ordered")
    return bool(vars(ordered)["order"] == f"4-{vars(placed)['kind']}")


def first_turn(game: str) -> tuple[Look | Do, ...]:
    return (
        Look(f"{game}.welcome"),
        Look("mamma-mia.personal", "own"),
        Look(f"{game}.counters", "seat"),
        Look("mamma-mia.hand", "hand"),
        Do("place", "mamma-mia.place", "hand", several),
        Do("order", "mamma-mia.order", "hand", simple_order),
        Do("draw", f"{game}.draw", "piles", starting("draw supply")),
        Look("mamma-mia.oven", "oven"),
    )


SCRIPTS = (
    Script(
        "mamma-mia",
        3,
        (
            *first_turn("mamma-mia"),
            Jump("mamma-mia.later", lambda view: view["phase"] == "place" and view["supply"] <= 6),
            Rest(
                "round",
                {
                    "place": ("mamma-mia.last", "hand"),
                    "order": ("mamma-mia.last-order", "hand"),
                    "choose": ("mamma-mia.choose", "middle"),
                },
                4,
            ),
            Look("mamma-mia.end"),
        ),
        lambda events, texts: (
            orders_what_it_placed(events)
            and texts.count("mamma-mia.choose") == 1
            and mine("bake", events) >= 1
            and others("fail", events) >= 1
            and others("revealed", events) <= 6
        ),
        {"starter": 0},
        first_key=94,
    ),
    Script(
        "mamma-mia-plus",
        3,
        (
            *first_turn("mamma-mia-plus"),
            Jump("mamma-mia-plus.later", lambda view: view["phase"] == "help"),
            Do("help", "mamma-mia-plus.help", "middle", starting("help")),
            Look("mamma-mia-plus.end"),
        ),
        lambda events, texts: orders_what_it_placed(events),
        {"starter": 0},
    ),
    Script(
        "chefs-hat",
        4,
        (
            Look("chefs-hat.welcome"),
            Look("chefs-hat.hand", "hand"),
            Look("chefs-hat.counters", "seat"),
            Look("chefs-hat.pizza", "middle"),
            Do("pizza", "chefs-hat.top", "hand", topping),
            Do("pizza", "chefs-hat.pass", "hand", starting("pass")),
            Look("chefs-hat.next", "middle"),
            Jump("chefs-hat.later", lambda view: view["phase"] == "exchange" and view["roles"][0] == "chef"),
            Look("chefs-hat.roles", "own"),
            Do("exchange", "chefs-hat.exchange", "hand", starting("give 7", "give 8", "give 9", "give 10")),
            Do("exchange", "chefs-hat.exchange-again", "hand", starting("give 7", "give 8", "give 9", "give 10")),
            Do("pizza", "chefs-hat.again", "hand", topping),
            Look("chefs-hat.end"),
        ),
        lambda events, texts: sum(event.name == "begins" for event in events) == 2,
        first_key=119,
    ),
)


class Misfit(Exception):
    """The course of the game does not fit the script."""


class Course:
    """One game, played along a script."""

    def __init__(self, script: Script, key: bytes) -> None:
        names = ["You", *NAMES[: script.players - 1]]
        self.live = LiveGame(Table(find(script.game), script.players, script.options, key=key, names=names))
        self.table = self.live.table
        self.feed = self.live.feed(0)
        self.rng = chance.stream(key, 7)
        self.bot = agents.find("greedy", self.table.game)
        self.texts: list[tuple[str, ...]] = []  # in all languages
        self.steps: list[Json] = []
        if self.table.actor != 0:
            self._let_others_play()
        self.start = self.position(0)
        for line in script.lines:
            self._play(line)
        if not script.fits(self.table.events, [step["text"] for step in self.steps]):
            raise Misfit

    def _play(self, line: Look | Do | Jump | Rest) -> None:
        match line:
            case Look():
                self._step(line.text, line.target)
            case Do():
                if self.table.actor != 0 or self.phase != line.phase:
                    raise Misfit
                self._decide(line.text, line.target, line.wish)
            case Jump():
                while not (self.table.actor == 0 and line.until(self.view)):
                    self._act(self._choice([]))
                assert self.steps[-1]["position"] is None, "something to look at comes before a jump"
                first = max(0, len(self.feed.events) - HISTORY)
                self.steps[-1]["position"] = self.position(first) | {"all": True}
                self._step(line.text)
            case Rest():
                for _ in range(line.most):
                    if self._has(line.event):
                        return
                    if self.table.actor != 0 or self.phase not in line.texts:
                        raise Misfit
                    self._decide(*line.texts[self.phase], lambda legal: legal, line.event)
                if not self._has(line.event):
                    raise Misfit

    @property
    def view(self) -> Any:
        position = self.feed.position(self.table, Reader(ENGLISH, len(self.feed.events)), self.table.names, None)
        return msgspec.json.decode(msgspec.json.encode(position.view))

    @property
    def phase(self) -> str:
        return str(self.view["phase"])

    def _has(self, event: str) -> bool:
        return any(one.name == event for one in self.table.events)

    def _decide(self, text: str, target: str, wish: Wish, end: str = "") -> None:
        legal = wish([self.table.text(int(action)) for action in self.table.legal()])
        if not legal:
            raise Misfit
        action, first = self._choice(legal), len(self.feed.events)
        self._act(action)
        self._let_others_play(end)
        self._step(text, target, action, self.position(first))

    def _step(self, text: str, target: str = "", action: str | None = None, position: Json | None = None) -> None:
        self.steps.append({"text": text, "target": target, "action": action, "position": position})

    def _let_others_play(self, end: str = "") -> None:
        while self.table.actor != 0 and not (end and self._has(end)):
            self._act(self._choice([]))

    def _choice(self, wanted: list[str]) -> str:
        """What the bot would do, or else the last of the wanted actions: it uses the most cards.

        The other seats like to ask for help, and have few orders, so that the oven is soon empty.
        """
        if self.table.actor is None:
            raise Misfit
        legal = self.table.legal()
        texts = [self.table.text(int(action)) for action in legal]
        if not wanted and "no order" in texts and chance.below(self.rng, 3):
            return "no order"
        if self.table.actor != 0:
            wanted = starting("ask", "request")(texts)
        choice = self.table.text(self.bot.choose(self.table.view(self.table.actor), legal, self.rng))
        return choice if not wanted or choice in wanted else wanted[-1]

    def _act(self, action: str) -> None:
        assert self.table.actor is not None
        self.live.act(self.table.actor, action)
        self.live.update_feeds()

    def position(self, first: int) -> Json:
        """What the server sends. Sentences and labels are numbers of texts."""
        names = self.table.names
        readers = [Reader(Words(language), first) for language in LANGUAGES]
        sent: list[Json] = [
            msgspec.json.decode(msgspec.json.encode(self.feed.position(self.table, reader, names, None)))
            for reader in readers
        ]
        position = sent[0]
        for k, event in enumerate(position["events"]):
            event["sentence"] = self._number(tuple(one["events"][k]["sentence"] or "" for one in sent))
        for k, choice in enumerate(position["legal"]):
            choice["label"] = self._number(tuple(one["legal"][k]["label"] for one in sent))
        return position

    def _number(self, texts: tuple[str, ...]) -> int | None:
        if not any(texts):
            return None
        if texts not in self.texts:
            self.texts.append(texts)
        return self.texts.index(texts)


def course(script: Script) -> Course:
    """The first one that fits."""
    for number in range(script.first_key, MAX_KEYS):
        try:
            return Course(script, number.to_bytes(32, "big"))
        except Misfit:
            pass
    raise LookupError(f"no game fits the tutorial of {script.game}")


def files() -> dict[str, str]:
    """The contents of all files, by name."""
    courses = {script.game: course(script) for script in SCRIPTS}
    found: dict[str, Any] = {
        f"{game}.json": {
            "seats": list(one.table.names),
            "options": dict(one.table.options),
            "start": one.start,
            "steps": one.steps,
        }
        for game, one in courses.items()
    }
    for k, language in enumerate(LANGUAGES):
        found[f"texts/{language}.json"] = {game: [texts[k] for texts in one.texts] for game, one in courses.items()}
    return {name: json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n" for name, data in found.items()}


def main() -> None:
    for name, text in files().items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
