"""Mamma Mia! and Mamma Mia! Plus: their facts and functions, for the registry."""

from forno.rules.game import Game, Option, Verbs
from forno.rules.mamma_mia import classic, events, plus, texts, worlds
from forno.rules.mamma_mia.decks import STANDARD, DeckOption
from forno.rules.mamma_mia.state import DRAW, ORDER, PLACE

_MEMORY_AID = Option(
    "memory_aid",
    "show what the oven contains, counted; off: its top card alone, as at a table",
    False,
    words=(False, True),
)
_classic_describe, _classic_parse = texts.speech("Mamma Mia!", classic.CLASSIC, helping=False)
_plus_describe, _plus_parse = texts.speech("Mamma Mia! Plus", plus.PLUS, helping=True)
_OPEN = (PLACE, ORDER, DRAW)

CLASSIC = Game(
    id="mamma-mia",
    title="Mamma Mia!",
    version=1,
    players=range(2, 6),
    options=(
        Option("starter", "who begins", "random", numbers=range(5), words=("random",)),
        _MEMORY_AID,
        DeckOption("deck", "the orders: a file of your own", STANDARD, printed=classic.PRINTED),
    ),
    n_actions=classic.N_ACTIONS,
    max_events=400,
    open_phases=_OPEN,
    scores=range(9),
    state_dtype=classic.STATE,
    view_dtype=classic.VIEW,
    event_types=events.EVENT_TYPES,
    make=classic.make,
    max_decisions=classic.max_decisions,
    verbs=Verbs(
        deal=classic.deal,
        actor=classic.actor,
        legal=classic.legal,
        step=classic.step,
        score=classic.score,
        rank=classic.rank,
        view=classic.view,
        forget=classic.forget,
        resample=worlds.resample,
    ),
    describe=_classic_describe,
    parse=_classic_parse,
)
PLUS = Game(
    id="mamma-mia-plus",
    title="Mamma Mia! Plus",
    version=1,
    players=range(2, 7),
    options=(
        Option("starter", "who begins", "random", numbers=range(6), words=("random",)),
        Option("helping", "whether others can be asked for cards; never with 2 players", True, words=(True, False)),
        Option(
            "edition",
            "whose Ghiottona: four cards of each of two kinds (en), or five (it, fr)",
            "en",
            words=("en", "it", "fr"),
        ),
        _MEMORY_AID,
        DeckOption("deck", "the orders: a file of your own", STANDARD, printed=plus.PRINTED["en"]),
    ),
    n_actions=plus.N_ACTIONS,
    max_events=700,
    open_phases=_OPEN,
    scores=range(16),
    state_dtype=plus.STATE,
    view_dtype=plus.VIEW,
    event_types=events.EVENT_TYPES,
    make=plus.make,
    max_decisions=plus.max_decisions,
    verbs=Verbs(
        deal=plus.deal,
        actor=classic.actor,
        legal=plus.legal,
        step=plus.step,
        score=classic.score,
        rank=classic.rank,
        view=classic.view,
        forget=plus.forget,
        resample=worlds.resample,
    ),
    describe=_plus_describe,
    parse=_plus_parse,
)
