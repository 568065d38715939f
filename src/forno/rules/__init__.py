"""The games. `GAMES` is the registry: all that Forno does with a game goes through its entry here."""

from forno.rules import chefs_hat, mamma_mia, mamma_mia_plus
from forno.rules.decks import STANDARD, DeckOption
from forno.rules.game import BadSetup, Game, Option, Verbs
from forno.rules.texts import chefs_hat as chefs_hat_texts
from forno.rules.texts import mamma_mia as mamma_mia_texts
from forno.rules.worlds import chefs_hat as chefs_hat_worlds
from forno.rules.worlds import mamma_mia as mamma_mia_worlds

_MEMORY_AID = Option(
    "memory_aid",
    "show what the oven contains, counted; off: its top card alone, as at a table",
    False,
    words=(False, True),
)
_classic = mamma_mia_texts.speech("Mamma Mia!", mamma_mia.CLASSIC, helping=False)
_plus = mamma_mia_texts.speech("Mamma Mia! Plus", mamma_mia_plus.PLUS, helping=True)

GAMES: tuple[Game, ...] = (
    Game(
        id="mamma-mia",
        title="Mamma Mia!",
        version=1,
        players=range(2, 6),
        options=(
            Option("starter", "who begins", "random", numbers=range(5), words=("random",)),
            _MEMORY_AID,
            DeckOption("deck", "the orders: a file of your own", STANDARD, printed=mamma_mia.PRINTED),
        ),
        n_actions=mamma_mia.N_ACTIONS,
        max_events=400,
        scores=range(9),
        state=mamma_mia.STATE,
        seen=mamma_mia.SEEN,
        happenings=mamma_mia_texts.happenings(mamma_mia.CLASSIC),
        make=mamma_mia.make,
        longest=mamma_mia.longest,
        verbs=Verbs(
            deal=mamma_mia.deal,
            actor=mamma_mia.actor,
            legal=mamma_mia.legal,
            step=mamma_mia.step,
            score=mamma_mia.score,
            rank=mamma_mia.rank,
            view=mamma_mia.view,
            forget=mamma_mia.forget,
            resample=mamma_mia_worlds.resample,
        ),
        describe=_classic[0],
        parse=_classic[1],
    ),
    Game(
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
            DeckOption("deck", "the orders: a file of your own", STANDARD, printed=mamma_mia_plus.PRINTED["en"]),
        ),
        n_actions=mamma_mia_plus.N_ACTIONS,
        max_events=700,
        scores=range(16),
        state=mamma_mia_plus.STATE,
        seen=mamma_mia_plus.SEEN,
        happenings=mamma_mia_texts.happenings(mamma_mia_plus.PLUS),
        make=mamma_mia_plus.make,
        longest=mamma_mia_plus.longest,
        verbs=Verbs(
            deal=mamma_mia_plus.deal,
            actor=mamma_mia.actor,
            legal=mamma_mia_plus.legal,
            step=mamma_mia_plus.step,
            score=mamma_mia.score,
            rank=mamma_mia.rank,
            view=mamma_mia.view,
            forget=mamma_mia_plus.forget,
            resample=mamma_mia_worlds.resample,
        ),
        describe=_plus[0],
        parse=_plus[1],
    ),
    Game(
        id="chefs-hat",
        title="Chef's Hat",
        version=1,
        players=range(4, 5),
        options=(
            Option("target", "points that end the game", 15, numbers=range(1, 1001)),
            Option(
                "shifts",
                "number of shifts after which the game ends, whatever the points",
                None,
                numbers=range(1, 1001),
                words=(None,),
            ),
        ),
        n_actions=chefs_hat.N_ACTIONS,
        max_events=8,
        scores=range(18),
        state=chefs_hat.STATE,
        seen=chefs_hat.SEEN,
        happenings=chefs_hat_texts.HAPPENINGS,
        make=chefs_hat.make,
        longest=chefs_hat.longest,
        verbs=Verbs(
            deal=chefs_hat.deal,
            actor=chefs_hat.actor,
            legal=chefs_hat.legal,
            step=chefs_hat.step,
            score=chefs_hat.score,
            rank=chefs_hat.rank,
            view=chefs_hat.view,
            forget=chefs_hat.forget,
            resample=chefs_hat_worlds.resample,
        ),
        describe=chefs_hat_texts.describe,
        parse=chefs_hat_texts.parse,
    ),
)


def find(game_id: str) -> Game:
    for game in GAMES:
        if game.id == game_id:
            return game
    raise BadSetup(f"there is no game {game_id!r}: the games are {', '.join(game.id for game in GAMES)}.")
