"""Sentences and labels: correct, for the right readers, with any names."""

import functools
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

from forno.agents import LEVELS
from forno.agents.bots import EARLIER
from forno.locales import messages
from forno.rules import GAMES, chance, find
from forno.rules.chance import below
from forno.rules.chefs_hat import events as chefs_hat
from forno.rules.event_data import EventData
from forno.rules.game import SPECTATOR, BadSetup, Game
from forno.rules.mamma_mia import events as mamma_mia
from forno.table import Event, Over, Refusal, Table
from forno.table.plain_record import PlainRecord
from forno.words import Words, languages
from forno.words import mamma_mia as kitchen

NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elena", "Fabio")
SILENT = {"laid", "left", "waiter", "supply"}  # events without a sentence
RARE = {
    "chefs-hat": {"special"},
    "mamma-mia": {"ask", "help"},
    "mamma-mia-plus": {"mamma-mia"},
}  # events that rarely occur, or only in the other edition
VERBS = {
    "chefs-hat": {"pass", "give", "keep-still"},
    "mamma-mia": {"place", "order", "no", "draw", "bake", "decline", "add"},
    "mamma-mia-plus": {"place", "order", "no", "draw", "bake", "decline", "ask", "request", "help", "refuse"},
}  # actions that must occur, so that the test covers them


def tables(game: Game, games: int) -> Iterator[Table]:
    """Every position of some random games, at full tables."""
    players = game.players[-1]
    for number in range(games):
        table = Table(game, players, key=bytes([number] * 32), names=NAMES[:players])
        rng = chance.stream(table.key, 2**20)
        while table.actor is not None:
            yield table
            legal = table.legal().tolist()
            table.act(table.actor, legal[below(rng, len(legal))])
        yield table


def public(data: EventData) -> Event:
    return Event(0, None, data)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_event_and_every_legal_action_of_a_game_has_words(game: Game) -> None:
    every, seen, verbs = [Words(language) for language in languages()], set(), set()
    for table in tables(game, 3):
        legal = table.legal().tolist()
        verbs |= {table.text(action).split()[0] for action in legal}
        for words in every:
            _check_labels([words.label(table, action) for action in legal])
        if table.is_over:
            seen |= {name for words in every for name in _events_with_sentences(words, table)}
    assert {kind.name for kind in game.event_types} - seen <= SILENT | RARE.get(game.id, set())
    assert verbs >= VERBS.get(game.id, set())


def _check_labels(labels: list[str]) -> None:
    assert len(labels) == len(set(labels)), labels
    for label in labels:
        assert label
        assert not set("{}") & set(label), label


def _events_with_sentences(words: Words, table: Table) -> Iterator[str]:
    """The names of the events that have a sentence for some seat."""
    for seat in (SPECTATOR, *range(table.players)):
        for event in table.events_for(seat):
            sentence = words.sentence(table.game, event, table.names, seat)
            if sentence is not None:
                yield event.name
                assert sentence.strip() == sentence
                assert not set("{}\n") & set(sentence), sentence
                assert sentence[-1] in ".!", sentence


class _LimitedTable:
    """A table that exposes only what the seat to decide may know."""

    def __init__(self, table: Table) -> None:
        assert table.actor is not None
        self.game, self.actor, self.text = table.game, table.actor, table.text
        self.own_view = PlainRecord(table.view_record(table.actor))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_labels_use_only_the_view_of_the_seat(game: Game) -> None:
    words = Words("en")
    for table in tables(game, 1):
        for action in table.legal().tolist():
            peephole: Any = _LimitedTable(table)
            assert words.label(peephole, action) == words.label(table, action)


PLACED = chefs_hat.Placed(seat=1, number=8, naturals=3, jokers=1, golden=False)
OPENED = chefs_hat.Placed(seat=0, number=11, naturals=2, jokers=2, golden=True)
GAVE = chefs_hat.Gave(from_=1, to=0, cards=["1", "golden"])
FIGHT = chefs_hat.Special(seat=2, action="food-fight", roles=["dishwasher", "waiter", "chef", "sous-chef"])
DINNER = chefs_hat.Special(seat=0, action="dinner-is-served", roles=["chef", "sous-chef", "waiter", "dishwasher"])
SHARED = Over(scores=[3, 3, 1, 0], winners=[0, 1])


@pytest.mark.parametrize(
    ("language", "data", "sentence"),
    [
        ("en", PLACED, "Bruno places three 8s and a joker."),
        ("it", PLACED, "Bruno mette tre 8 e un jolly."),
        ("fr", PLACED, "Bruno pose trois 8 et un joker."),
        ("de", PLACED, "Bruno legt drei 8er und einen Joker."),
        ("es", PLACED, "Bruno pone tres 8 y un comodín."),
        ("en", OPENED, "You place the golden mozzarella, an 11 and two jokers."),
        ("it", OPENED, "Metti la mozzarella d’oro, un 11 e due jolly."),
        ("fr", OPENED, "Tu poses la mozzarella dorée, un 11 et deux jokers."),
        ("de", OPENED, "Du legst den goldenen Mozzarella, eine 11 und zwei Joker."),
        ("es", OPENED, "Pones la mozzarella dorada, un 11 y dos comodines."),
        ("en", GAVE, "Bruno gives you a 1 and the golden mozzarella."),
        ("it", GAVE, "Bruno ti dà un 1 e la mozzarella d’oro."),
        ("fr", GAVE, "Bruno te donne un 1 et la mozzarella dorée."),
        ("it", DINNER, "Mostri i due jolly: la cena è servita! In questo servizio niente scambio."),
        ("en", SHARED, "The game is over: you and Bruno share the victory."),
        ("it", SHARED, "La partita è finita: vittoria condivisa tra te e Bruno."),
        ("fr", SHARED, "La partie est finie\u00a0: victoire partagée entre toi et Bruno."),
        ("de", SHARED, "Das Spiel ist aus: geteilter Sieg für dich und Bruno."),
        ("es", SHARED, "La partida ha terminado: victoria compartida entre tú y Bruno."),
        (
            "en",
            FIGHT,
            "Carla shows both jokers: food fight! All roles are reversed: Carla is Chef, Dario is Sous-Chef, Bruno is Waiter and you are Dishwasher.",
        ),
    ],
)
def test_what_seat_0_reads_of_chefs_hat(language: str, data: EventData, sentence: str) -> None:
    assert Words(language).sentence(find("chefs-hat"), public(data), NAMES[:4], 0) == sentence


@pytest.mark.parametrize(
    ("language", "data", "sentence"),
    [
        ("en", mamma_mia.Placed(seat=1, kind="olive", n=1), "Bruno: one olive!"),
        ("it", mamma_mia.Placed(seat=1, kind="olive", n=1), "Bruno: un’oliva!"),
        ("fr", mamma_mia.Placed(seat=1, kind="olive", n=1), "Bruno\u00a0: une olive\u202f!"),
        ("it", mamma_mia.Placed(seat=0, kind="salami", n=3), "Tu: tre salami!"),
        ("fr", mamma_mia.Placed(seat=1, kind="salami", n=3), "Bruno\u00a0: trois chorizos\u202f!"),
        ("de", mamma_mia.Placed(seat=1, kind="mushroom", n=1), "Bruno: ein Champignon!"),
        ("es", mamma_mia.Placed(seat=1, kind="mushroom", n=3), "Bruno: ¡tres champiñones!"),
        ("en", mamma_mia.MammaMia(seat=0), "You reveal the Mamma Mia! card: you will take the pizzas out."),
        ("en", mamma_mia.Draw(seat=0, pile="supply", n=2), None),
        ("en", mamma_mia.Draw(seat=1, pile="waiter", n=2), "Bruno draws 2 cards from their waiter."),
        ("fr", mamma_mia.Help(seat=0, helper=None), "Personne ne donne de coup de main."),
        (
            "it",
            mamma_mia.Help(seat=0, helper=2),
            "Carla aiuta e consegna, coperta, la prima ordinazione del suo cameriere.",
        ),
    ],
)
def test_what_seat_0_reads_of_mamma_mia(language: str, data: EventData, sentence: str | None) -> None:
    assert Words(language).sentence(find("mamma-mia-plus"), public(data), NAMES[:4], 0) == sentence


def test_hidden_events_have_no_sentence_for_spectators() -> None:
    table = Table(find("mamma-mia"), 2, key=bytes(32))
    secret = [event for event in table.events if event.audience == frozenset()]
    assert {event.name for event in secret} == {"waiter", "supply"}
    for event in secret:
        assert Words("en").sentence(table.game, event, table.names, SPECTATOR) is None


@pytest.mark.parametrize("name", ["{you}", "O'Hara", "<b>#</b>", "[red]", "'{'"])
def test_names_are_inserted_literally(name: str) -> None:
    names = ("Ada", name, "Carla", "Dario")
    assert Words("fr").sentence(find("chefs-hat"), public(chefs_hat.Passed(1)), names, 0) == f"{name} passe."
    assert Words("en").sentence(find("mamma-mia"), public(mamma_mia.TakesOut(1)), names, 0) == f"{name} opens the oven."


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("4-olive", "4 olives"),
        ("2-olive-2-mushroom", "2 olives and 2 mushrooms"),
        ("each", "1 of each"),
        ("monotoni-junior", "Monotoni junior"),
        ("mamma-mia-2", "Mamma Mia 2"),
        ("each-2", "1 of each 2"),
        ("4-olive-3", "4 olives 3"),
    ],
)
def test_orders_have_titles(name: str, title: str) -> None:
    assert kitchen.order(Words("en"), name) == title


def test_a_bake_says_what_it_costs() -> None:
    """Example 2 of the rulebook: 3 of 4 pineapples are on the table, and the owner has one."""
    words, seen = Words("en"), set()
    for table in tables(find("mamma-mia"), 2):
        seen |= {
            words.label(table, action) for action in table.legal().tolist() if table.text(action).startswith("bake")
        }
    assert "Bake the pizza, adding 1 olive" in seen
    assert any(label.endswith("of your choice") for label in seen)


@pytest.mark.parametrize("language", languages())
def test_every_refusal_has_a_sentence(language: str) -> None:
    words, table = Words(language), Table(find("chefs-hat"), 4, key=bytes(32))
    assert table.actor == 1
    said = []
    for seat, action in ((0, "pass"), (1, "dance"), (1, "pass"), (1, 9999)):
        with pytest.raises(Refusal) as refusal:
            table.act(seat, action)
        said.append(words.refusal(refusal.value))
    assert len(set(said)) == 4
    assert not any(set("{}") & set(sentence) for sentence in said)
    assert "dance" in said[1]
    assert "11x1, 11x2, 11x3, 11x4" in said[2]
    if language == "en":
        assert said[2] == refusal.value.sentence.replace("action 9999", "pass")


def test_a_refusal_says_how_many_more_actions_there_are() -> None:
    refusal = Refusal("illegal-action", "", action="1x1", allowed="2x1, 3x1", more=5)
    assert Words("it").refusal(refusal) == "1x1 ora non è permesso. Permesso: 2x1, 3x1 e altre 5 azioni."


def _setup_errors() -> Iterator[BadSetup]:
    """One error of each code that the rules raise."""
    classic, chefs_hat = find("mamma-mia"), find("chefs-hat")
    for attempt in (
        lambda: find("chess"),
        lambda: chefs_hat.check(3, {}),
        lambda: classic.check(9, {}),
        lambda: classic.check(3, {"speed": 1}),
        lambda: classic.check(3, {"starter": "nobody"}),
        lambda: classic.new(3, {"starter": 4}),
    ):
        with pytest.raises(BadSetup) as error:
            attempt()
        yield error.value


@pytest.mark.parametrize("language", languages())
def test_setup_errors_are_translated(language: str) -> None:
    seen = [Words(language).bad_setup(error) for error in _setup_errors()]
    english = [str(error).replace("'chess'", "“chess”") for error in _setup_errors()]
    assert len(set(seen)) == len(seen)
    assert not any(set("{}") & set(sentence) for sentence in seen)
    if language == "en":
        assert seen[:3] == english[:3]
        assert seen[4] == "option starter cannot be “nobody”: it takes random, 0-4."
    else:
        assert not set(seen) & set(english)


def test_every_setup_error_that_the_rules_raise_has_a_message() -> None:
    codes = {f"setup.{error.code}" for error in _setup_errors()}
    server = {"setup.deck", "setup.level", "setup.one-seat", "setup.seat"}  # raised by the server: see tests/server
    assert codes | server == {key for key in messages("en") if key.startswith("setup.")}


def test_setup_errors_without_a_code_are_in_english() -> None:
    assert Words("de").bad_setup(BadSetup("a contest needs agents.")) == "a contest needs agents."


def test_a_setup_error_survives_pickling() -> None:
    """Worker processes send errors as pickles."""
    [copy] = pickle.loads(pickle.dumps([BadSetup("no.", "seat", seat=3)]))  # noqa: S301  our own bytes
    assert (str(copy), copy.code, copy.facts) == ("no.", "seat", {"seat": 3})


def test_the_numbers_of_actions() -> None:
    tell = functools.partial(Words("en").text, "terminal.no-such-number", number="9")
    assert tell(last=1) == "There is no action number 9: the only one is 1."
    assert tell(last=4) == "There is no action number 9: they go from 1 to 4."


def test_game_without_words_uses_the_plain_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("forno.words.words.SPEECHES", {})
    table = Table(find("chefs-hat"), 4, key=bytes(32), names=NAMES[:4])
    words = Words("en")
    assert [words.label(table, action) for action in table.legal().tolist()] == ["11x1", "11x2", "11x3", "11x4"]
    [placed] = table.act(1, "11x2")
    seen = words.sentence(table.game, placed, table.names, 0)
    assert seen == "Bruno: placed: number 11, naturals 2, jokers 0, golden True."


def test_every_level_has_a_name_and_a_description() -> None:
    assert LEVELS
    keys = [f"level.{level.name}{part}" for level in LEVELS for part in ("", ".help")]
    keys = [f"level.{name}" for name in EARLIER] + keys  # stored tables show them
    assert keys == [key for key in messages("en") if key.startswith("level.")]


@pytest.mark.parametrize(("game", "sticks"), [("mamma-mia", True), ("mamma-mia-plus", False)])
def test_a_draw_says_how_many_cards_and_warns_of_a_hand_that_never_changes(game: str, sticks: bool) -> None:
    """Everybody draws orders whenever they can, so that hands fill up with them."""
    table, words, warnings = Table(find(game), 3, key=bytes(32)), Words("en"), 0
    while table.actor is not None:
        seat, legal = table.actor, table.legal().tolist()
        texts = [table.text(action) for action in legal]
        at = (
            texts.index("draw waiter")
            if "draw waiter" in texts
            else texts.index("no order")
            if "no order" in texts
            else -1
        )
        label, warning = words.label(table, legal[at]), words.warning(table, legal[at])
        events = table.act(seat, legal[at])
        if texts[at].startswith("draw"):
            assert f"Draw {next(e.data.n for e in events if isinstance(e.data, mamma_mia.Draw))} from" in label
        view: Any = table.view(seat)[0]
        stuck = view.n_orders[seat] == 7 and not view.n_ingredients[seat] and texts[at] == "draw waiter"
        assert (warning is not None) == (sticks and stuck)
        warnings += warning is not None
    assert (warnings > 0) == sticks
