"""Checks open traces of Mamma Mia! and Mamma Mia! Plus line by line against the rules."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from referee.orders import INGREDIENTS, Cards, Way, classic, plus, ways

CARD = "mamma-mia"


class Foul(AssertionError):
    """A line that the rules do not allow."""


class Lines:
    """The trace, with the number of the line that is being read."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = [json.loads(line) for line in lines]
        self.at = 0

    def next(self) -> dict[str, Any]:
        self.at += 1
        if self.at > len(self.lines):
            raise Foul(f"the trace ends before line {self.at}")
        line = self.lines[self.at - 1]
        assert isinstance(line, dict)
        return line

    def require(self, condition: object, what: str) -> None:
        if not condition:
            raise Foul(f"line {self.at}: {what}: {self.lines[self.at - 1]}")

    def says(self, **expected: object) -> None:
        line = self.next()
        self.require(line == expected, f"expected {expected}")

    def decides(self, seat: int, legal: Sequence[str]) -> str:
        """Return the action that the seat chose. The line must list exactly the legal actions."""
        line = self.next()
        self.require(set(line) == {"seat", "legal", "action"}, f"seat {seat} should decide among {legal}")
        self.require(line["seat"] == seat, f"seat {seat} should decide")
        self.require(sorted(line["legal"]) == sorted(legal), f"legal are {legal}")
        self.require(line["action"] in legal, "chosen")
        return str(line["action"])


class Referee:
    """Checks one game. `met` counts the cases that occurred, so that tests can check their coverage."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = Lines(lines)
        self.met: Counter[str] = Counter()
        head = self.lines.next()
        self.lines.require(set(head) == {"game", "players", "options", "key", "rules"}, "the head")
        self.players = int(head["players"])
        self.options = head["options"]
        self.plus = head["game"] == "mamma-mia-plus"
        self.lines.require(self.plus or head["game"] == "mamma-mia", "the game")
        names = (
            {"starter", "helping", "edition", "memory_aid", "deck"} if self.plus else {"starter", "memory_aid", "deck"}
        )
        self.lines.require(set(self.options) == names, "all options are named")
        self.kinds = INGREDIENTS[: 6 if self.plus else 5]
        if self.plus:
            self.limit, self.most, self.dealt = 9, 5, 8
            self.copies = 15 - {2: 7, 3: 5, 4: 3, 5: 1, 6: 0}[self.players]
            self.orders = [plus(seat, self.options["edition"]) for seat in range(self.players)]
        else:
            self.limit, self.most, self.dealt = 7, 7, 6
            self.copies = 13 - {2: 5, 3: 3, 4: 1, 5: 0}[self.players]
            self.orders = [classic(seat) for seat in range(self.players)]
        self.helping = self.plus and bool(self.options["helping"]) and self.players > 2
        self.rounds = 4 if self.plus and not self.helping else 3
        self.oven: list[str | tuple[int, str]] = []
        self.table: Cards = Counter()
        self.used: Cards = Counter()
        self.supply: list[str] = []
        self.done = [0] * self.players
        self.taker = -1

    def check(self) -> "Referee":
        seat = self._first_deal()
        for number in range(self.rounds):
            if number > 0:
                self._later_deal()
            self.taker = -1
            self._placing(seat)
            self._take_out()
            seat = self.taker
        best = max((done, hand.total()) for done, hand in zip(self.done, self.hands, strict=True))
        winners = [k for k in range(self.players) if (self.done[k], self.hands[k].total()) == best]
        self.met["tie broken by hand"] += self.done.count(max(self.done)) > len(winners)
        self.met["shared victory"] += len(winners) > 1
        self.lines.says(scores=self.done, winners=winners)
        self.lines.require(self.lines.at == len(self.lines.lines), "there is more after the end")
        return self

    def _first_deal(self) -> int:
        deal = self.lines.next().get("deal", {})
        require = self.lines.require
        require(set(deal) == {"hands", "supply", "waiters", "starter"}, "the first deal")
        require(deal["starter"] in range(self.players), "the starter is a seat")
        require(self.options["starter"] in ("random", deal["starter"]), "the starter is the one that was set")
        require(len(deal["hands"]) == len(deal["waiters"]) == self.players, "a hand and a waiter for each")
        self.hands = [Counter(hand[:-1]) for hand in deal["hands"]]
        self.menus = [hand[-1:] for hand in deal["hands"]]
        self.waiters = [list(waiter) for waiter in deal["waiters"]]
        self.supply = list(deal["supply"])
        require(all(hand.total() == self.dealt for hand in self.hands), f"{self.dealt} ingredients each")
        everything = sum(self.hands, Counter(self.supply))
        expected = Counter(dict.fromkeys(self.kinds, self.copies)) + Counter([CARD] * (not self.plus))
        require(everything == expected, "all ingredients are there")
        for seat, names in enumerate(self.orders):
            require(sorted(self.menus[seat] + self.waiters[seat]) == sorted(names), "all orders are there")
        return int(deal["starter"])

    def _later_deal(self) -> None:
        cards = self.used + Counter(self.supply) + Counter([CARD] * (not self.plus))
        self.used = Counter()
        self.supply = []
        if not cards:
            self.met["no supply"] += 1
            return
        deal = self.lines.next().get("deal", {})
        self.lines.require(set(deal) == {"supply"}, "a later deal")
        self.lines.require(Counter(deal["supply"]) == cards, f"the supply is {cards}")
        self.supply = list(deal["supply"])
        self.met["card alone"] += self.supply == [CARD]

    def _placing(self, seat: int) -> None:
        idle = 0
        while True:
            idle = 0 if self._turn(seat) else idle + 1
            if not self.supply:
                if self.plus:
                    self.taker = seat
                return
            seat = (seat + 1) % self.players
            if idle == self.players:
                self.met["all passed"] += 1
                if CARD in self.supply:
                    self.met["card taken"] += 1
                    self.supply.remove(CARD)
                    self.taker = seat
                return

    def _turn(self, seat: int) -> bool:
        """Return whether a card was placed or drawn."""
        hand = self.hands[seat]
        if not hand:
            self.lines.says(**{"pass": seat})
            self.met["pass"] += 1
            if self.plus:
                return self._draw_supply(seat, 5) > 0
            return self._draw(seat)
        action = self.lines.decides(seat, [f"place {n} {kind}" for kind in hand for n in range(1, hand[kind] + 1)])
        _, n, kind = action.split()
        self._spend(seat, Counter({kind: int(n)}))
        self.oven += [kind] * int(n)
        if self.menus[seat]:
            action = self.lines.decides(seat, [*(f"order {name}" for name in self.menus[seat]), "no order"])
            if action != "no order":
                name = action.removeprefix("order ")
                self.menus[seat].remove(name)
                self.oven.append((seat, name))
        self._draw(seat)
        return True

    def _draw(self, seat: int) -> bool:
        wanted = min(self.most, self.limit - self.hands[seat].total() - len(self.menus[seat]))
        piles = [pile for pile, cards in (("supply", self.supply), ("waiter", self.waiters[seat])) if cards]
        if wanted <= 0 or not piles:
            self.met["hand of more"] += wanted < 0
            return False
        pile = piles[0]
        if len(piles) == 2:
            pile = self.lines.decides(seat, ["draw supply", "draw waiter"]).removeprefix("draw ")
        if pile == "supply":
            return self._draw_supply(seat, wanted) > 0
        drawn = min(wanted, len(self.waiters[seat]))
        self.met["short waiter"] += drawn < wanted
        self.menus[seat] += self.waiters[seat][:drawn]
        del self.waiters[seat][:drawn]
        self.lines.says(draw={"seat": seat, "pile": "waiter", "n": drawn})
        return True

    def _draw_supply(self, seat: int, wanted: int) -> int:
        drawn = 0
        while wanted > 0 and self.supply:
            card = self.supply.pop(0)
            drawn += 1
            if card == CARD:
                self.taker = seat
                self.met["card last"] += not self.supply
            else:
                self.hands[seat][card] += 1
                wanted -= 1
        self.met["short supply"] += wanted > 0
        self.met["card waits alone"] += self.supply == [CARD]
        if drawn:
            self.lines.says(draw={"seat": seat, "pile": "supply", "n": drawn})
        return drawn

    def _spend(self, seat: int, cards: Cards) -> None:
        if not cards <= self.hands[seat]:
            raise Foul(f"line {self.lines.at}: seat {seat} has not {cards}")
        self.hands[seat] -= cards  # removes counts of zero

    def _take_out(self) -> None:
        self.lines.require(self.taker >= 0, "somebody takes the pizzas out")
        for card in self.oven:
            if isinstance(card, str):
                self.table[card] += 1
            else:
                self._revealed(*card)
        kept = +self.table
        self.lines.says(round={"by": self.taker, "oven": dict(kept), "used": dict(self.used)})
        self.oven = [kind for kind in self.kinds for _ in range(kept[kind])]
        self.table = Counter()

    def _revealed(self, owner: int, name: str) -> None:
        order = self.orders[owner][name]
        hand = self.hands[owner]
        own: list[Way]
        if order.everything:
            takes: dict[Way, Cards] = {(): Counter()}
            lack = max(0, order.everything - self.table.total())
            own = [()] if hand.total() >= lack else []
            free = [] if lack else own
        else:
            takes = ways(order, self.table)
            own = [way for way, need in takes.items() if need - self.table <= hand]
            free = [way for way in own if not takes[way] - self.table]
        if not takes:
            self.met["impossible"] += 1
            self._fail(owner, name)
            return
        if len(free) == 1 and own == free:
            self.met["free"] += 1
            self._bake(owner, name, takes[free[0]])
            return
        legal = [_say("bake", way) for way in own]
        if free:
            self.met["choice with a free way"] += 1
        elif self.helping:
            legal += ["decline", *(_say("ask", way) for way in takes)]
        elif own:
            legal += ["decline"]
        else:
            self.met["missing"] += 1
            self._fail(owner, name)
            return
        verb, *kinds = self.lines.decides(owner, legal).split()
        self.met[f"{verb} {name}"] += 1
        if verb == "decline":
            self._fail(owner, name)
        elif verb == "bake":
            self._bake(owner, name, takes[tuple(kinds)])
        else:
            self._ask(owner, name, takes[tuple(kinds)])

    def _ask(self, owner: int, name: str, need: Cards) -> None:
        hand = self.hands[owner]
        whole = self.orders[owner][name].everything
        short = need - self.table
        kinds = list(self.kinds) if whole else [kind for kind in self.kinds if short[kind]]
        asked: Cards = Counter()
        for kind in kinds:
            last = kind == kinds[-1]
            if whole:
                most = whole - self.table.total() - asked.total()
                least = max(0, most - hand.total()) if last else 0
            else:
                most = short[kind]
                least = max(0, most - hand[kind])
            if last and not asked:
                least = max(least, 1)
            action = self.lines.decides(owner, [f"request {n} {kind}" for n in range(least, most + 1)])
            asked += Counter({kind: int(action.split()[1])})
            self.met["one request possible"] += least == most
        for turn in range(1, self.players):
            seat = (owner + turn) % self.players
            if asked <= self.hands[seat] and self.waiters[seat]:
                answer = self.lines.decides(seat, ["help", "refuse"])
                self.met[f"{answer} {'with bombastica' if whole else 'with an order'}"] += 1
                if answer == "help":
                    self._spend(seat, asked)
                    del self.waiters[seat][0]
                    self.done[seat] += 1
                    self._bake(owner, name, need, seat, asked)
                    return
        self.met["nobody helped"] += 1
        self._fail(owner, name)

    def _bake(self, owner: int, name: str, need: Cards, helper: int | None = None, asked: Cards | None = None) -> None:
        given = asked or Counter()
        if whole := self.orders[owner][name].everything:
            own: Cards = Counter()
            for _ in range(whole - self.table.total() - given.total()):
                action = self.lines.decides(owner, [f"add {kind}" for kind in self.hands[owner]])
                card = Counter([action.removeprefix("add ")])
                self._spend(owner, card)
                own += card
                self.met["add"] += 1
            need = +self.table + given + own
        else:
            own = need - self.table - given
            self._spend(owner, own)
        self.table = self.table - (need - given - own)
        self.used += need
        self.done[owner] += 1
        baked = {"seat": owner, "order": name, "used": dict(need), "from_hand": dict(own), "helper": helper}
        self.lines.says(bake=baked)

    def _fail(self, owner: int, name: str) -> None:
        self.waiters[owner].append(name)
        self.lines.says(fail={"seat": owner, "order": name})


def _say(verb: str, way: Way) -> str:
    return " ".join([verb, *way])


def check(lines: Iterable[str]) -> Counter[str]:
    """Count the cases that occurred in a trace. Raises Foul if it breaks the rules."""
    referee = None
    try:
        referee = Referee(lines)
        return referee.check().met
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        at = referee.lines.at if referee else 1
        raise Foul(f"line {at} cannot be read: {error!r}") from error
