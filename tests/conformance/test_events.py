"""Events tell a seat no more than its views do. Random play in every game."""

from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from conformance.cases import COMPILED, SAMPLES, Case, Step, cases, legal, sample, view, walk
from forno.rules import chance, find
from forno.rules.game import CHANCE, SPECTATOR, Game
from forno.rules.log import EVERYBODY, Log, new_log
from forno.rules.records import Records, new_records

WORLDS = 6 if COMPILED else 3


def heard(log: Log, seat: int) -> list[list[int]]:
    """The rows of a log that reach a seat."""
    rows = log[1 : log[0, 0] + 1].tolist()
    return [row for row in rows if row[1] == EVERYBODY or (seat != SPECTATOR and row[1] >> seat & 1)]


def kind_of(game: Game, step: Step) -> str:
    """Steps of one kind begin with the same word: `give`, `hide`, `deal`. Those that begin with a number are one kind."""
    if step.seat == CHANCE:
        return "deal"
    word = game.describe(step.before, 0, step.action).split()[0]
    return "" if any(letter.isdigit() for letter in word) else word


def steps_of_each_kind(case: Case, number: int) -> Iterator[Step]:
    """Some steps of every kind, so that no rare choice is left out. Before the first deal there is nothing to see."""
    by_kind: dict[str, list[Step]] = {}
    for step in walk(case, number)[1:]:
        by_kind.setdefault(kind_of(case.game, step), []).append(step)
    for steps in by_kind.values():
        yield from sample(steps, max(1, SAMPLES // len(by_kind)))


def other_courses(game: Game, step: Step, seat: int, world: Records) -> Iterator[tuple[Records, Log]]:
    """What could have happened instead, as far as this seat knows: another seat may have chosen any action of its own."""
    actor = game.actor(world, 0)
    if actor == CHANCE or step.seat == CHANCE:
        choices = [step.action] if actor == step.seat else []
    else:
        choices = legal(game, world) if actor != seat else [step.action] if step.seat == seat else []
    for action in choices:
        after, log = world.copy(), new_log(game.max_events)
        replace(step, action=action).repeat(game, after, log)
        yield after, log


def compare_courses(case: Case, number: int) -> int:
    """Wherever two courses look the same to a seat, before and after a step, they must sound the same. How many were compared."""
    game, compared = case.game, 0
    for step in steps_of_each_kind(case, number):
        for seat in case.seats:
            before, after = view(game, step.before, seat), view(game, step.after, seat)
            for stream in range(WORLDS):
                world = new_records(1, game.state_dtype)
                game.resample(before, 0, chance.stream(bytes(32), stream), True, world, 0)
                for other, log in other_courses(game, step, seat, world):
                    if view(game, other, seat).tobytes() == after.tobytes():
                        assert heard(log, seat) == heard(step.log, seat)
                        compared += 1
    return compared


@cases
def test_events_tell_no_more_than_views(case: Case) -> None:
    assert compare_courses(case, 5) > 0


def leaky(game: Game, word: str) -> Game:
    """The same game, but everybody hears the action whenever it begins with this word."""

    def step(states: Records, i: int, action: int, log: Log) -> None:
        is_secret = game.describe(states, i, action).split()[0] == word
        game.step(states, i, action, log)
        if is_secret and log.shape[0] > 0:
            log[0, 0] += 1
            log[log[0, 0], :3] = 0, EVERYBODY, action

    class Leaky(Game):
        pass

    Leaky.step = staticmethod(step)
    return Leaky(**{field.name: getattr(game, field.name) for field in fields(game)})


@pytest.mark.parametrize(("game", "word"), [("tiny-game", "hide"), ("chefs-hat", "give")])
def test_a_leaked_secret_choice_is_noticed(game: str, word: str) -> None:
    case = Case(leaky(find(game), word), 4, {})
    with pytest.raises(AssertionError):
        compare_courses(case, 5)
