"""Chef's Hat: its facts and functions, for the registry."""

from forno.rules.chefs_hat import events, rules, texts, worlds
from forno.rules.game import Game, Option, Verbs

GAME = Game(
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
    n_actions=rules.N_ACTIONS,
    max_events=8,
    open_phases=(rules.PIZZA,),
    scores=range(18),
    state_dtype=rules.STATE,
    view_dtype=rules.VIEW,
    event_types=events.EVENT_TYPES,
    make=rules.make,
    max_decisions=rules.max_decisions,
    verbs=Verbs(
        deal=rules.deal,
        actor=rules.actor,
        legal=rules.legal,
        step=rules.step,
        score=rules.score,
        rank=rules.rank,
        view=rules.view,
        forget=rules.forget,
        resample=worlds.resample,
        mask=rules.mask,
    ),
    describe=texts.describe,
    parse=texts.parse,
    has_shifts=True,
)
