"""Sentences about results. The page's own are tested in ui/src/result-texts.test.ts, with the same examples."""

from forno.results import NearMiss, Result
from forno.words import Words
from forno.words.results import sentences

NAMES = ("Ada", "Bruno", "Carla")


def told(*near_misses: NearMiss) -> list[str]:
    result = Result(
        scores=[0, 0, 0], winners=[], places=[1, 1, 1], ties=[], rounds=[], rewards=[], near_misses=[*near_misses]
    )
    return sentences(Words("en"), "mamma-mia", result, NAMES)


def test_few_orders_that_failed_by_one_card_are_named() -> None:
    assert told(NearMiss(2, 1, "4-olive")) == ["Failed by one card: Bruno: 4 olives (round 2)."]
    assert told() == []


def test_many_orders_that_failed_by_one_card_are_counted() -> None:
    assert told(*(NearMiss(1, seat, "each") for seat in (1, 0, 1, 1, 0))) == ["Failed by one card: Ada 2 and Bruno 3."]
