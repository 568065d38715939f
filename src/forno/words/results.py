"""Sentences about the result of a game. The page makes the same ones of the same messages (ui/src/result-texts.ts)."""

from collections import Counter
from collections.abc import Sequence

from forno.results import NearMiss, Result, Tie
from forno.words import mamma_mia
from forno.words.messages import Messages

_MOST_NAMED = 4  # of the orders that failed by one card
_TIES = {"chefs-hat": "shift", "mamma-mia": "ingredients", "mamma-mia-plus": "ingredients"}  # what breaks them, by game


def sentences(words: Messages, game: str, result: Result, names: Sequence[str]) -> list[str]:
    """What decided, and what else is worth telling."""
    found = [_tie(words, game, tie, result.places, names) for tie in result.ties]
    if any(result.rewards):
        helpers = [_number(words, names[seat], n) for seat, n in enumerate(result.rewards) if n]
        found.append(words.text("result.rewards", list=words.joined(helpers)))
    if result.near_misses:
        missed = _near_misses(words, result.near_misses, names)
        found.append(words.text("result.near-misses", list=words.joined(missed)))
    return found


def _tie(words: Messages, game: str, tie: Tie, places: Sequence[int], names: Sequence[str]) -> str:
    kind = _TIES.get(game, "plain")
    tied = words.joined(names[seat] for seat in tie.seats)
    sentence = words.text(f"result.tie.{kind}", names=tied, n=tie.score, numbers=_numbers(words, kind, tie, names))
    shared = [places[seat] for seat in tie.seats].count(1) > 1
    return f"{sentence} {words.text('result.tie.shared')}" if shared else sentence


def _numbers(words: Messages, kind: str, tie: Tie, names: Sequence[str]) -> str:
    if not tie.numbers:
        return ""
    what = [words.text("table.place", place=n) if kind == "shift" else n for n in tie.numbers]
    return words.joined(_number(words, names[seat], n) for seat, n in zip(tie.seats, what, strict=True))


def _number(words: Messages, name: str, number: int | str) -> str:
    return words.text("result.tie.number", name=name, number=str(number))


def _near_misses(words: Messages, misses: Sequence[NearMiss], names: Sequence[str]) -> list[str]:
    """Each order that failed by one card; of many, how many each player had."""
    if len(misses) <= _MOST_NAMED:
        return [_near_miss(words, miss, names) for miss in misses]
    counts = Counter(miss.seat for miss in misses)
    return [_number(words, names[seat], counts[seat]) for seat in sorted(counts)]


def _near_miss(words: Messages, miss: NearMiss, names: Sequence[str]) -> str:
    order = mamma_mia.order(words, miss.order)
    return words.text("result.near-miss", name=names[miss.seat], order=order, round=miss.round)
