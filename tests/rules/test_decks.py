"""Order decks: the standard ones order by order (MM-2, MP-4), their names, and own decks."""

import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from forno.agents import find, play_to_end
from forno.cli.trace import trace
from forno.rules import chance
from forno.rules.game import BadSetup, Game, Value
from forno.rules.mamma_mia import decks
from forno.rules.mamma_mia.decks import COLOURS, KINDS
from forno.rules.mamma_mia.orders import recipe
from forno.table import Record, Table
from positions.mamma_mia import CLASSIC, PLUS, empty_oven
from referee import orders

FOLDER = Path(decks.__file__).parent
CROSSED = {"monotoni-junior", "minipizza"}


def read(game: Game, seat: int, **options: Any) -> dict[str, orders.Order]:
    """A colour's deck, in the referee's words."""
    state = game.new(game.players[-1], options)[0]
    found = {}
    for number, name in enumerate(decks.names(state.recipe)[seat]):
        order = recipe(state, seat, number)
        everything = order.form == "bombastica"
        among = [kind for turn in range(6) for kind in order.of if kind == KINDS[(seat + turn) % 6]]
        found[name] = orders.Order(
            order.needs,
            order.kinds,
            0 if everything else order.cards,
            tuple(among),
            fewest=order.form == "minimale",
            crossed=order.crossed,
            everything=order.cards if everything else 0,
        )
    return found


def sorted_kinds(deck: dict[str, orders.Order]) -> dict[str, Any]:
    return {name: {**vars(order), "among": sorted(order.among)} for name, order in deck.items()}


@pytest.mark.rule("MM-2")
@pytest.mark.parametrize("seat", range(5))
def test_the_standard_deck(seat: int) -> None:
    assert sorted_kinds(read(CLASSIC, seat)) == sorted_kinds(orders.classic(seat))


@pytest.mark.rule("MP-4", "MP-11")
@pytest.mark.parametrize("seat", range(6))
@pytest.mark.parametrize("edition", ["en", "it", "fr"])
def test_the_standard_deck_of_plus(seat: int, edition: str) -> None:
    assert sorted_kinds(read(PLUS, seat, edition=edition)) == sorted_kinds(orders.plus(seat, edition))


@pytest.mark.rule("MM-2")
def test_all_orders_of_green() -> None:
    """Written out, without a loop."""
    assert set(read(CLASSIC, 2)) == {
        "4-pineapple",
        "4-olive",
        "4-mushroom",
        "4-salami",
        "each",
        "bombastica",
        "monotoni",
        "minimale",
    }


@pytest.mark.rule("MP-4")
def test_all_orders_of_brown_in_plus() -> None:
    """Brown is mushroom: a salami, b shrimp, c pineapple, d olive, e pepper."""
    deck = read(PLUS, 3)
    fixed = {name: order.fixed for name, order in deck.items() if not order.chosen and not order.everything}
    assert fixed == {
        "4-salami": {"mushroom": 1, "salami": 4},
        "4-shrimp": {"mushroom": 1, "shrimp": 4},
        "4-pineapple": {"mushroom": 1, "pineapple": 4},
        "4-olive": {"mushroom": 1, "olive": 4},
        "4-pepper": {"mushroom": 1, "pepper": 4},
        "each": dict.fromkeys(KINDS, 1),
        "2-olive-2-shrimp": {"mushroom": 1, "olive": 2, "shrimp": 2},
        "minipizza": {"pepper": 3},
    }
    assert set(deck["mamma-mia-1"].among) == {"salami", "pineapple"}
    assert set(deck["mamma-mia-2"].among) == {"shrimp", "olive"}
    assert {name for name, order in deck.items() if order.crossed} == CROSSED
    assert {order.crossed for order in deck.values()} == {None, "mushroom"}
    assert {name: (order.chosen, order.each) for name, order in deck.items() if order.chosen} == {
        "monotoni": (1, 6),
        "ghiottona": (2, 4),
        "monotoni-junior": (1, 5),
        "minimale": (1, 4),
        "mamma-mia-1": (1, 5),
        "mamma-mia-2": (1, 5),
    }


@pytest.mark.rule("MP-4")
def test_plus_has_seven_normale_and_eight_other_orders() -> None:
    for seat in range(6):
        state = PLUS.new(6)[0]
        forms = Counter(recipe(state, seat, number).form for number in range(15))
        assert forms == {
            "normale": 7,
            "bombastica": 1,
            "monotoni": 1,
            "ghiottona": 1,
            "monotoni-junior": 1,
            "minipizza": 1,
            "minimale": 1,
            "mamma-mia": 2,
        }


@pytest.mark.rule("MP-4")
def test_the_deck_file_says_what_is_not_attested() -> None:
    text = (FOLDER / "mamma-mia-plus.toml").read_text(encoding="utf-8")
    assert "NOT attested" in text


def own_file(game: str, **colours: list[str]) -> str:
    """The text of a file with the standard deck, some of its colours changed."""
    deck = tomllib.loads(decks.standard(game)) | colours
    return "\n".join(f"{colour} = {json.dumps(orders)}" for colour, orders in deck.items())


def own_deck(game: str, **colours: list[str]) -> str:
    return decks.from_toml(own_file(game, **colours))


YELLOW = ["1-olive", "2-olive-1-salami", "each", "each", "minimale", "minimale", "bombastica", "monotoni without olive"]


def test_a_custom_deck_is_played() -> None:
    deck = own_deck("mamma-mia", yellow=YELLOW)
    position = empty_oven(CLASSIC, "/", "1 pineapple, 1 olive, 0:1-olive", deck=deck)
    assert position.names[0] == (
        "1-olive",
        "2-olive-1-salami",
        "each",
        "each-2",
        "minimale",
        "minimale-2",
        "bombastica",
        "monotoni",
    )
    assert position.events("bake")[0]["used"] == {"pineapple": 1, "olive": 1}
    assert read(CLASSIC, 0, deck=deck)["monotoni"].crossed == "olive"
    assert "olive" not in read(CLASSIC, 0, deck=deck)["monotoni"].among
    assert sorted_kinds(read(CLASSIC, 1, deck=deck)) == sorted_kinds(orders.classic(1))


def test_orders_of_the_same_name_can_be_told_apart() -> None:
    deck = own_deck("mamma-mia", yellow=YELLOW)
    position = empty_oven(CLASSIC, "/", "", deck=deck)
    texts_of = [CLASSIC.describe(position.states, 0, action) for action in range(CLASSIC.n_actions)]
    assert len(set(texts_of)) == len(texts_of)
    assert [CLASSIC.parse(position.states, 0, text) for text in texts_of] == list(range(CLASSIC.n_actions))


@pytest.mark.parametrize("game", [CLASSIC, PLUS], ids=lambda game: game.id)
def test_a_record_keeps_the_deck(game: Game) -> None:
    standard = tomllib.loads((FOLDER / f"{game.id}.toml").read_text(encoding="utf-8"))
    yellow = standard["yellow"][::-1]
    yellow[-1] = "  3-olive\n"
    deck = own_deck(game.id, yellow=yellow)
    table = Table(game, 3, {"deck": deck}, key=bytes(32))
    play_to_end(table, [find("uniform", game)] * 3, chance.stream(bytes(32), 3))
    text = table.record().dumps()
    record = Record.loads(text)
    assert record.dumps() == text
    assert record.options == table.options
    again = record.verify()
    assert again.state.tobytes() == table.state.tobytes()
    assert "3-olive" in text


def test_a_trace_names_the_deck_itself() -> None:
    deck = own_deck("mamma-mia", yellow=YELLOW)
    head = json.loads(next(trace(CLASSIC, 2, {"deck": deck}, bytes(32), "uniform")))
    assert head["options"]["deck"].startswith("yellow: 1-olive, 2-olive-1-salami, each, each,")
    again = json.loads(next(trace(CLASSIC, 2, head["options"], bytes(32), "uniform")))
    assert again == head


EIGHT = ["4-olive", "4-pepper", "4-mushroom", "4-salami", "each", "bombastica", "monotoni"]


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("4-ham", "no ingredient 'ham'"),
        ("4-shrimp", "no ingredient 'shrimp'"),
        ("4-pineapple", "not pineapple"),
        ("4-olive-1-olive", "each other ingredient once"),
        ("8-olive", "no such order"),
        ("0-olive", "no such order"),
        ("4 olive", "takes no ingredient after its name"),
        ("olive", "no such order"),
        ("ghiottona", "no ghiottona"),
        ("minipizza olive", "no minipizza"),
        ("bombastica olive", "takes no ingredient"),
        ("4-olive without olive", "both needed and crossed out"),
        ("4-olive without", "no ingredient 'without'"),
        ("", "no order ''"),
        ("   ", "no order"),
        ("4-olive, each", "no order"),
        ("normale", "no such order"),
    ],
)
def test_errors_name_colour_and_order(order: str, why: str) -> None:
    with pytest.raises(BadSetup) as error:
        CLASSIC.new(2, {"deck": own_deck("mamma-mia", yellow=[*EIGHT, order])})
    sentence = str(error.value)
    assert "yellow, order 8" in sentence
    assert why in sentence


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("minipizza", "one ingredient"),
        ("minipizza olive pepper", "one ingredient"),
        ("minipizza pineapple", "both needed and crossed out"),
        ("minipizza olive without olive", "both needed and crossed out"),
        ("mamma-mia olive", "two ingredients"),
        ("mamma-mia olive olive", "two ingredients"),
        ("mamma-mia olive pineapple", "pineapple is the personal ingredient"),
        ("mamma-mia-1", "no such order"),
    ],
)
def test_errors_in_plus_decks_name_colour_and_order(order: str, why: str) -> None:
    standard = tomllib.loads((FOLDER / "mamma-mia-plus.toml").read_text(encoding="utf-8"))
    deck = own_deck("mamma-mia-plus", yellow=[*standard["yellow"][:14], order])
    with pytest.raises(BadSetup) as error:
        PLUS.new(2, {"deck": deck})
    assert "yellow, order 15" in str(error.value)
    assert why in str(error.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("yellow = [", "cannot be read"),
        ("yellow = 3", "yellow: expected a list"),
        ('yellow = ["each", 4]', "yellow: expected a list"),
        ('yellow = ["each"]', "needs yellow, purple, green, brown, red"),
        ("", "needs yellow"),
        ('"yellow; purple: each" = ["each"]', "no colour"),
    ],
)
def test_files_that_are_not_decks_are_refused(text: str, why: str) -> None:
    option = next(option for option in CLASSIC.options if option.name == "deck")
    with pytest.raises(BadSetup) as error:
        option.read_file(text)
    assert why in str(error.value)


@pytest.mark.parametrize(("orders_of", "n"), [([], 0), (EIGHT, 7), ([*EIGHT, "minimale", "each"], 9)])
def test_a_wrong_number_of_orders_is_refused(orders_of: list[str], n: int) -> None:
    deck = own_deck("mamma-mia", yellow=orders_of)
    with pytest.raises(BadSetup, match=f"the deck's yellow has {n} orders, but the game needs 8"):
        CLASSIC.new(2, {"deck": deck})


@pytest.mark.parametrize("value", ["own.toml", "", "/etc/hostname", 3, None])
def test_a_deck_is_never_the_name_of_a_file(value: Value) -> None:
    with pytest.raises(BadSetup, match="option deck takes standard or the text of a deck"):
        CLASSIC.new(2, {"deck": value})


def test_a_deck_of_the_other_game_is_refused() -> None:
    deck = own_deck("mamma-mia-plus")
    with pytest.raises(BadSetup, match=r"the deck has the colours .*pink"):
        CLASSIC.new(2, {"deck": deck})


def test_another_ingredient_can_be_crossed_out() -> None:
    standard = tomllib.loads((FOLDER / "mamma-mia-plus.toml").read_text(encoding="utf-8"))
    yellow = [f"{name} without olive" if name.split()[0] in CROSSED else name for name in standard["yellow"]]
    deck = read(PLUS, 0, deck=own_deck("mamma-mia-plus", yellow=yellow))
    assert {order.crossed for name, order in deck.items() if name in CROSSED} == {"olive"}
    assert set(deck["monotoni-junior"].among) == set(KINDS) - {"olive"}


def test_every_colour_has_its_ingredient() -> None:
    assert dict(zip(COLOURS, KINDS, strict=True)) == {
        "yellow": "pineapple",
        "purple": "olive",
        "green": "pepper",
        "brown": "mushroom",
        "red": "salami",
        "pink": "shrimp",
    }
