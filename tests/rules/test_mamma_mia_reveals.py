"""Compares every form of order on thousands of small tables with a search through all choices and all cards that could be added.

The search is written from the rules and works on lists of cards. It shares only the texts of actions with the package.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numba
import numpy as np
import pytest

from forno.rules.game import Game
from forno.rules.mamma_mia.decks import KINDS
from positions.mamma_mia import CLASSIC, PLUS, MammaMiaPosition, empty_oven

_config: Any = numba.config  # it adds its attributes at run time
CASES = 500 if _config.DISABLE_JIT else 2000
Cards = tuple[str, ...]
Chosen = tuple[str, ...]
PLAYED: dict[str, tuple[Game, bool, int]] = {  # game, helping, kinds
    "classic": (CLASSIC, False, 5),
    "plus alone": (PLUS, False, 6),
    "plus helping": (PLUS, True, 6),
}


@dataclass(frozen=True)
class Case:
    name: str  # of the order
    owner: int
    table: Cards
    hands: tuple[Cards, ...]
    helpers: tuple[bool, ...]  # who has an order in the waiter
    kinds: int
    game: Game
    helping: bool

    def play(self) -> MammaMiaPosition:
        hands = " / ".join(" ".join(f"1 {card}" for card in hand) for hand in self.hands)
        oven = ", ".join([*(f"1 {card}" for card in self.table), f"{self.owner}:{self.name}"])
        waiters = " / ".join("rest" if has else "" for has in self.helpers)
        return empty_oven(self.game, hands, oven, waiters=waiters, round=2, **self.options)

    @property
    def options(self) -> dict[str, Any]:
        return {"helping": self.helping} if self.game is PLUS else {}

    @property
    def personal(self) -> str:
        return KINDS[self.owner]

    @property
    def hand(self) -> Cards:
        return self.hands[self.owner]


def wanted(case: Case, chosen: Chosen) -> Cards | None:
    """The cards that the order takes with these chosen kinds, or None if they cannot be chosen."""
    name, own, table = case.name, case.personal, case.table
    plus = case.game is PLUS
    others = [kind for kind in KINDS[: case.kinds] if kind != own]
    number, *more = name.split("-") if name[0].isdigit() else ("", "")
    if number or name == "each":
        if chosen:
            return None
        words = [number, *more]
        shown = (
            {kind: int(n) for n, kind in zip(words[::2], words[1::2], strict=True)}
            if number
            else dict.fromkeys(others, 1)
        )
        return (own, *(kind for kind, n in shown.items() for _ in range(n)))
    seat = case.owner
    clockwise = [KINDS[(seat + turn) % case.kinds] for turn in range(1, case.kinds)]
    if name == "minipizza":
        return None if chosen or own in table else (clockwise[4],) * 3
    if name == "monotoni-junior":
        return None if len(chosen) != 1 or own in table or chosen[0] == own else chosen * 5
    if own in chosen or len(chosen) != (2 if name == "ghiottona" else 1):
        return None
    if name == "ghiottona":
        return (own, *chosen * 4)
    if name == "monotoni":
        return (own, *chosen * 6)
    if name == "minimale":
        n = table.count(chosen[0])
        rivals = [table.count(kind) for kind in others if kind in table]
        return (own, *chosen * (4 if plus else 3)) if n > 0 and n == min(rivals) else None
    assert name in ("mamma-mia-1", "mamma-mia-2")
    shown_kinds = (clockwise[0], clockwise[2]) if name.endswith("1") else (clockwise[1], clockwise[3])
    return (own, *chosen * 5) if chosen[0] in shown_kinds else None


def minus(cards: Cards, other: Cards) -> Cards:
    rest = list(cards)
    for card in other:
        if card in rest:
            rest.remove(card)
    return tuple(rest)


def all_ways(case: Case) -> dict[Chosen, Cards]:
    """What each choice lacks on the table."""
    found = {}
    for n in range(3):
        for chosen in combinations(KINDS[: case.kinds], n):
            cards = wanted(case, chosen)
            if cards is not None:
                found[chosen] = minus(cards, case.table)
    return found


def held(lacking: Cards, hand: Cards) -> bool:
    """Whether some cards of the hand are exactly what is missing."""
    return any(sorted(some) == sorted(lacking) for some in set(combinations(sorted(hand), len(lacking))))


def cases(what: str) -> Iterator[Case]:
    game, helping, kinds = PLAYED[what]
    rng = np.random.default_rng(len(what))
    names = MammaMiaPosition(game, game.new(2)).names
    for number in range(CASES):
        players = int(rng.integers(3 if helping else 2, 5))
        owner = int(rng.integers(players))
        name = names[owner][number % len(names[owner])]
        table: list[str] = []
        for kind in KINDS[:kinds]:
            table += [kind] * int(rng.choice([0, 0, 1, 2, 3, 4, 5, 6]))
        if name in ("monotoni-junior", "minipizza") and rng.integers(4):
            table = [card for card in table if card != KINDS[owner]]
        if name == "bombastica":
            table = table[: int(rng.integers(9, 18))]
        if name == "minimale" and not rng.integers(4):
            table = [card for card in table if card == KINDS[owner]]
        rng.shuffle(table)
        favourite = rng.choice(KINDS[:kinds])
        hands = tuple(
            tuple(
                sorted(map(str, rng.choice([*KINDS[:kinds], KINDS[owner], favourite, favourite], int(rng.integers(7)))))
            )
            for _ in range(players)
        )
        helpers = tuple(bool(rng.integers(5)) for _ in range(players))
        yield Case(name, owner, tuple(map(str, table)), hands, helpers, kinds, game, helping)


def action_text(verb: str, chosen: Chosen) -> str:
    return " ".join([verb, *chosen])


@pytest.mark.rule(
    "MM-17", "MM-18", "MM-21", "MM-22", "MM-23", "MM-24", "MP-10", "MP-12", "MP-13", "MP-14", "MP-15", "MP-16"
)
@pytest.mark.parametrize("what", PLAYED)
def test_every_order_on_small_tables(what: str) -> None:
    met: Counter[str] = Counter()
    for case in cases(what):
        if case.name == "bombastica":
            met[bombastica(case)] += 1
        else:
            met[order(case)] += 1
    assert set(met) == {"free", "impossible", "choice", "costs"} | (set() if case.helping else {"missing"})
    assert min(met.values()) > CASES // 120, met


def order(case: Case) -> str:
    position = case.play()
    lacking = all_ways(case)
    own = [chosen for chosen, cards in lacking.items() if held(cards, case.hand)]
    free = [chosen for chosen in own if not lacking[chosen]]
    if not lacking or (not own and not case.helping):
        failed(case, position)
        return "missing" if lacking else "impossible"
    if own == free and len(free) == 1:
        baked(case, position, free[0], ())
        return "free"
    assert position.actor == case.owner, case
    legal = [action_text("bake", chosen) for chosen in own]
    if not free:
        legal += ["decline"]
        legal += [action_text("ask", chosen) for chosen in lacking] if case.helping else []
    assert sorted(position.legal()) == sorted(legal), case
    for chosen in own:
        baked(case, position.copy().do(action_text("bake", chosen)), chosen, lacking[chosen])
    if free:
        return "choice"
    failed(case, position.copy().do("decline"))
    if case.helping:
        number = sum(map(len, case.hands)) % len(lacking)
        asked_for(case, position, list(lacking)[number], list(lacking.values())[number])
    return "costs"


def asked_for(case: Case, position: MammaMiaPosition, chosen: Chosen, lacking: Cards) -> None:
    """A request is legal if it asks for something and the owner holds the rest."""
    short = Counter(lacking)
    kinds = [kind for kind in KINDS if short[kind]]
    possible = {
        numbers
        for numbers in product(*(range(short[kind] + 1) for kind in kinds))
        if sum(numbers) > 0
        and all(short[kind] - n <= case.hand.count(kind) for kind, n in zip(kinds, numbers, strict=True))
    }
    position.do(action_text("ask", chosen))
    before: list[tuple[tuple[int, ...], MammaMiaPosition]] = [((), position)]
    for kind in kinds:
        after = []
        for numbers, asking in before:
            for text in asking.legal():
                verb, n, name = text.split()
                assert (verb, name) == ("request", kind), case
                after.append(((*numbers, int(n)), asking.copy().do(text)))
        before = after
    assert {numbers for numbers, _ in before} == possible, case
    for numbers, asking in before:
        cards = tuple(kind for kind, n in zip(kinds, numbers, strict=True) for _ in range(n))
        helpers(case, asking, cards, chosen, minus(lacking, cards))


def helpers(case: Case, position: MammaMiaPosition, asked: Cards, chosen: Chosen, own: Cards) -> None:
    for turn in range(1, len(case.hands)):
        seat = (case.owner + turn) % len(case.hands)
        if not case.helpers[seat] or minus(asked, case.hands[seat]):
            continue
        assert position.actor == seat, case
        assert position.legal() == ["help", "refuse"]
        baked(case, position.copy().do("help"), chosen, own, seat, asked)
        position.do("refuse")
    failed(case, position)


def hands_after(position: MammaMiaPosition) -> list[Counter[str]]:
    return [
        Counter({kind: int(n) for kind, n in zip(KINDS, hand, strict=False) if n})
        for hand in position.state.hand[: position.state.players]
    ]


def baked(
    case: Case, position: MammaMiaPosition, chosen: Chosen, own: Cards, helper: int | None = None, given: Cards = ()
) -> None:
    """`own` and `given` are the cards that owner and helper add."""
    cards = wanted(case, chosen) if case.name != "bombastica" else (*case.table, *own, *given)
    assert cards is not None
    told = {
        "seat": case.owner,
        "order": case.name,
        "used": dict(Counter(cards)),
        "from_hand": dict(Counter(own)),
        "helper": helper,
    }
    assert position.events("bake") == [told], case
    assert position.events("round")[0]["used"] == told["used"]
    assert Counter(position.events("round")[0]["oven"]) == Counter(minus(case.table, minus(minus(cards, own), given)))
    expected = [Counter(hand) for hand in case.hands]
    expected[case.owner] -= Counter(own)
    if helper is not None:
        expected[helper] -= Counter(given)
    assert hands_after(position) == expected, case


def failed(case: Case, position: MammaMiaPosition) -> None:
    assert position.events("fail") == [{"seat": case.owner, "order": case.name}], case
    assert position.events("bake") == []
    assert position.events("round")[0]["oven"] == dict(Counter(case.table))
    assert position.waiter(case.owner)[-1] == case.name


def bombastica(case: Case) -> str:
    position = case.play()
    lack = 15 - len(case.table)
    if lack <= 0:
        baked(case, position, (), ())
        return "free"
    own = len(case.hand) >= lack
    if not own and not case.helping:
        failed(case, position)
        return "missing"
    assert position.legal() == ["bake"] * own + ["decline"] + ["ask"] * case.helping, case
    failed(case, position.copy().do("decline"))
    if own:
        adding(case, position.copy().do("bake"), lack, None, ())
    if case.helping:
        first = position.copy().do("ask")
        for pick in (0, 1, -1):
            request_for_bombastica(case, first.copy(), lack, pick)
    return "costs"


def request_for_bombastica(case: Case, position: MammaMiaPosition, lack: int, pick: int) -> None:
    asked: list[str] = []
    for kind in KINDS:
        most = lack - len(asked)
        numbers = range(most + 1)
        if kind == KINDS[-1]:
            numbers = range(next(n for n in numbers if len(asked) + n > 0 and most - n <= len(case.hand)), most + 1)
        assert position.legal() == [f"request {n} {kind}" for n in numbers], case
        n = numbers[min(pick, len(numbers) - 1)] if kind == favourite_of(case) or kind == KINDS[-1] else 0
        position.do(f"request {n} {kind}")
        asked += [kind] * n
    for turn in range(1, len(case.hands)):
        seat = (case.owner + turn) % len(case.hands)
        if case.helpers[seat] and not minus(tuple(asked), case.hands[seat]):
            assert position.actor == seat, case
            adding(case, position.copy().do("help"), lack - len(asked), seat, tuple(asked))
            position.do("refuse")
    failed(case, position)


def favourite_of(case: Case) -> str:
    """The kind that the other seats hold most of."""
    others = [card for seat, hand in enumerate(case.hands) if seat != case.owner for card in hand]
    return Counter(others).most_common(1)[0][0] if others else KINDS[0]


def adding(case: Case, position: MammaMiaPosition, n: int, helper: int | None, given: Cards) -> None:
    hand = list(case.hand)
    own = []
    for _ in range(n):
        assert position.actor == case.owner
        assert position.legal() == [f"add {kind}" for kind in KINDS if kind in hand], case
        card = position.legal()[n % len(position.legal())].removeprefix("add ")
        position.do(f"add {card}")
        hand.remove(card)
        own.append(card)
    baked(case, position, (), tuple(own), helper, given)
