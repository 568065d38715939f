"""Tiny Game: its facts and functions, for the registry."""

from forno.rules.game import Game, Option, Verbs
from tiny_game import events, rules, texts, worlds

GAME = Game(
    id="tiny-game",
    title="Tiny Game",
    version=1,
    players=range(2, events.SEATS + 1),
    options=(Option("rounds", "number of rounds", 3, numbers=range(1, 10)),),
    n_actions=rules.N_ACTIONS,
    max_events=events.SEATS + 3,  # the last card of a round: played, trick, a secret card for each seat, round
    scores=range(3 * (rules.CARDS // 2 + 1) + 1),  # two players, one of whom takes everything in all three rounds
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
    ),
    describe=texts.describe,
    parse=texts.parse,
)
