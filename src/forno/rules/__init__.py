"""The games. `GAMES` is the registry: all that Forno does with a game goes through its entry here."""

from forno.rules import chefs_hat
from forno.rules.game import BadSetup, Game, Option
from forno.rules.worlds import chefs_hat as chefs_hat_worlds

GAMES: tuple[Game, ...] = (
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
        happenings=chefs_hat.HAPPENINGS,
        make=chefs_hat.make,
        longest=chefs_hat.longest,
        deal=chefs_hat.deal,
        actor=chefs_hat.actor,
        legal=chefs_hat.legal,
        step=chefs_hat.step,
        score=chefs_hat.score,
        rank=chefs_hat.rank,
        view=chefs_hat.view,
        resample=chefs_hat_worlds.resample,
        describe=chefs_hat.describe,
        parse=chefs_hat.parse,
    ),
)


def find(game_id: str) -> Game:
    for game in GAMES:
        if game.id == game_id:
            return game
    raise BadSetup(f"there is no game {game_id!r}: the games are {', '.join(game.id for game in GAMES)}.")
