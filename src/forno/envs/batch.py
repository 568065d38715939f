"""Steps many games at once in compiled code. All environments except OpenSpiel's use it.

A seat belongs to the learner, to a compiled policy or to an agent written in Python. A game runs until the learner or a Python agent must
decide, or until it is over.
"""

from typing import Any, NamedTuple

import numpy as np
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from forno.agents.networks.forward import NetworkTable, borrowed_table, decide_any
from forno.agents.policies import UNIFORM
from forno.envs.addresses import Addresses, generate, restore, type_of
from forno.envs.potentials import lead, potential
from forno.envs.rewards import SHIFT, Rewards, compute_rewards
from forno.observations import Rows, Vector, observe_record, recall, remember
from forno.rules.blocks import put
from forno.rules.chance import STREAM, Rng, below
from forno.rules.compiling import borrowed, inlined, jit, overloaded
from forno.rules.game import CHANCE, NOBODY, Actions, Numbers
from forno.rules.log import Log
from forno.rules.records import Record, Records
from forno.rules.verbs import actor, deal, forget, legal, mask, score, step, view

_types: Any = types  # Numba ships no types
LEARNER, PYTHON_AGENT = -1, -2  # used in place of a policy number
NEXT_STEP, SAME_STEP, DISABLED = range(3)  # when a finished game is reset: see Gymnasium's AutoresetMode
ERROR, RANDOM, LOSE = range(3)  # what happens after an illegal action
START, RANDOM_ACTION, FORFEIT = -1, -2, -3  # in place of an action, if a game is stepped alone
DECISIONS, ANSWERS, ALONE = range(3)  # of the learners; of Python agents; in one game, where everything is allowed
RANDOM_SEAT = -1  # the learner's seat is drawn for each game


class Batch(NamedTuple):
    """One row per game. All arrays are written in place."""

    template: Records  # one state, before the first deal
    states: Records
    rngs: Rng  # one stream per game
    seating: NDArray[np.int8]  # policy numbers, clockwise from the learner's seat
    policies: NDArray[np.int8]  # policy numbers by game and seat
    seats: NDArray[np.int8]  # the seat to decide, or after the end the seat that decided last
    over: NDArray[np.bool_]
    observations: NDArray[np.int8]  # for that seat
    masks: NDArray[np.int8]
    waiting: NDArray[np.int8]  # the seat of a Python agent that must decide, or -1
    fresh: NDArray[np.bool_]  # the learner has not been asked yet in this game
    rewards: Rewards  # by game and seat, for the last game that ended; if rewards are gradual, for the last step
    paid: Rewards  # by game and seat, the sum of the rewards so far; used only if rewards are gradual
    scores: Numbers  # by game and seat, for the last game that ended
    history: NDArray[np.int8]  # the last public events; no rows if the history is off
    views: Records  # scratch space, like the fields below: three
    actions: Actions
    numbers: Numbers
    log: Log  # no rows if the history is off
    networks: NetworkTable  # of the opponents; policy number NETWORKS + k is network k


class Results(NamedTuple):
    """What a step brought, by game. All zeros where there is nothing to tell."""

    rewards: Rewards  # for the seat that decided
    terminated: NDArray[np.bool_]
    scores: Numbers  # of a game that ended, like the two fields below
    final_rewards: Rewards  # by seat
    seats: NDArray[np.int64]  # the seat that decided last
    games: NDArray[np.int64]  # those that ended, in the first rows of this and of the field below
    observations: NDArray[np.int8]  # the final ones, if games are reset in the same step

    @classmethod
    def none(cls, n: int, players: int, final: int = 0) -> "Results":
        """Of `n` games. `final` is the size of a final observation."""
        return cls(
            np.zeros(n),
            np.zeros(n, np.bool_),
            np.zeros((n, players), np.int64),
            np.zeros((n, players)),
            np.zeros(n, np.int64),
            np.zeros(n, np.int64),
            np.zeros((n, final), np.int8),
        )


class Config(NamedTuple):
    """The settings of a batch, as numbers for compiled code."""

    seat: int  # the learner's, or RANDOM_SEAT
    reward: int
    shaping: float  # weight of the potential
    gradual: bool  # rewards are also paid before the end of a game
    worst: int  # points of a seat that chose an illegal action
    illegal: int
    autoreset: int
    forgets: bool  # observations show only what is visible now


_INT8, _INT16, _INT32, _INT64, _UINT8 = map(np.dtype, ("i1", "i2", "i4", "i8", "u1"))
_BOOL, _FLOAT32, _FLOAT64 = map(np.dtype, ("?", "f4", "f8"))
_NETWORKS = {
    "places": (_INT64, 2),
    "rows": (_INT32, 2),
    "weights": (_FLOAT32, 1),
    "temperatures": (_FLOAT32, 1),
    "seen": (_INT8, 1),
    "terms": (_INT64, 1),
    "factors": (_FLOAT32, 1),
    "first": (_FLOAT32, 1),
    "second": (_FLOAT32, 1),
    "logits": (_FLOAT32, 1),
    "worths": (_FLOAT64, 1),
    "closeness": (_UINT8, 1),
    "names": (_INT16, 1),
}
_CONFIG = {
    "seat": int,
    "reward": int,
    "shaping": float,
    "gradual": bool,
    "worst": int,
    "illegal": int,
    "autoreset": int,
    "forgets": bool,
}
_RESULTS = {
    "rewards": (_FLOAT64, 1),
    "terminated": (_BOOL, 1),
    "scores": (_INT64, 2),
    "final_rewards": (_FLOAT64, 2),
    "seats": (_INT64, 1),
    "games": (_INT64, 1),
    "observations": (_INT8, 2),
}


def _batch_fields(states: Any, views: Any) -> dict[str, Any]:
    """The types of a batch's fields, by those of the states and the views."""
    return {
        "template": (states, 1),
        "states": (states, 1),
        "rngs": (STREAM, 1),
        "seating": (_INT8, 1),
        "policies": (_INT8, 2),
        "seats": (_INT8, 1),
        "over": (_BOOL, 1),
        "observations": (_INT8, 2),
        "masks": (_INT8, 2),
        "waiting": (_INT8, 1),
        "fresh": (_BOOL, 1),
        "rewards": (_FLOAT64, 2),
        "paid": (_FLOAT64, 2),
        "scores": (_INT64, 2),
        "history": (_INT8, 3),
        "views": (views, 1),
        "actions": (_INT16, 1),
        "numbers": (_INT64, 1),
        "log": (_INT16, 2),
        "networks": (NetworkTable, _NETWORKS),
    }


def at(addresses: Addresses, states: Records, views: Records) -> tuple[Batch, Config, Results]:
    """What has been passed by `addresses_of`. The states and views tell the types of their records."""
    batch, rest = restore(addresses, Batch, _batch_fields(states.dtype, views.dtype))
    config, rest = restore(rest, Config, _CONFIG)
    return batch, config, restore(rest, Results, _RESULTS)[0]


@overloaded(at)
def _at(addresses: Any, states: Any, views: Any) -> Any:
    return lambda addresses, states, views: _made_at(addresses, states, views)  # noqa: PLW0108  Numba wants a plain function


@intrinsic
def _make(_: Any, addresses: Any, states: Any, views: Any) -> Any:
    kinds = [type_of(Batch, _batch_fields(states, views)), type_of(Config, _CONFIG), type_of(Results, _RESULTS)]

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        words = context.make_array(addresses)(context, builder, arguments[0]).data
        return context.make_tuple(builder, signature.return_type, generate(context, builder, words, kinds))

    return _types.Tuple(kinds)(addresses, states, views), code


_made_at: Any = _make


@jit
def _restart(b: Batch, config: Config, i: int) -> int:
    seat = _start_game(b, config, i)
    _write_turn(b, config, i, seat)
    return seat


@jit
def _start_game(b: Batch, config: Config, i: int) -> int:
    b.states[i] = b.template[0]
    b.over[i] = False
    b.fresh[i] = True
    b.paid[i, :] = 0
    b.history[i, :, :] = 0
    players = b.policies.shape[1]
    seat = below(b.rngs[i : i + 1], players) if config.seat == RANDOM_SEAT else config.seat
    for k in range(players):
        b.policies[i, (seat + k) % players] = b.seating[k]
    return _play_opponents(
        b.states[i], b.views[0], b.policies[i], b.rngs[i : i + 1], b.actions, b.log, b.history[i], b.networks
    )


@inlined
def _apply(
    s: Record,
    action: int,
    v: Record,
    policies: NDArray[np.int8],
    rng: Rng,
    actions: Actions,
    log: Log,
    ring: Rows,
    networks: NetworkTable,
) -> int:
    step(s, action, log)
    _record_events(s, log, ring)
    seat = int(actor(s))
    if seat < 0 or policies[seat] >= 0:
        seat = _play_opponents(s, v, policies, rng, actions, log, ring, networks)
    return seat


@jit
def _play_opponents(
    s: Record,
    v: Record,
    policies: NDArray[np.int8],
    rng: Rng,
    actions: Actions,
    log: Log,
    ring: Rows,
    networks: NetworkTable,
) -> int:
    """Deal and let compiled policies and networks play. Return the next seat without a compiled policy, or NOBODY."""
    while True:
        seat = actor(s)
        if seat == CHANCE:
            deal(s, rng, log)
        elif seat == NOBODY or policies[seat] < 0:
            return int(seat)
        else:
            n = legal(s, actions)
            if policies[seat] == UNIFORM:
                action = int(actions[below(rng, n)])
            else:
                view(s, seat, v)
                action = int(decide_any(int(policies[seat]), networks, v, actions, n, rng))
            step(s, action, log)
        _record_events(s, log, ring)


@inlined
def _record_events(s: Record, log: Log, ring: Rows) -> None:
    if log.shape[0] > 0:
        remember(s, log, ring)
        log[0, 0] = 0


@inlined
def _write_observation(s: Record, seat: int, v: Record, forgets: bool, ring: Rows, out: Vector) -> None:
    _look(s, seat, v, forgets)
    _describe(v, ring, out)


@inlined
def _look(s: Record, seat: int, v: Record, forgets: bool) -> None:
    view(s, seat, v)
    if forgets:
        forget(v)


@inlined
def _describe(v: Record, ring: Rows, out: Vector) -> None:
    observe_record(v, out)
    if ring.shape[0] > 0:
        recall(v, ring, out)


@jit
def observe_seat(b: Batch, config: Config, i: int, seat: int, out: Vector) -> None:
    """Write what any seat observes in game `i` to `out`."""
    _write_observation(b.states[i], seat, b.views[0], config.forgets, b.history[i], out)


@jit
def _write_turn(b: Batch, config: Config, i: int, seat: int) -> None:
    """Write the observation and mask for a learner's seat, or the results for NOBODY. A Python agent is only noted as waiting."""
    b.waiting[i] = -1
    if seat == NOBODY:
        _finish(b, config, i, -1)
    elif b.policies[i, seat] == LEARNER:
        b.seats[i] = seat
        if config.gradual and not b.fresh[i]:
            _pay(b, config, i)
        b.fresh[i] = False
    else:
        b.waiting[i] = seat
        return
    _write_observation(b.states[i], b.seats[i], b.views[0], config.forgets, b.history[i], b.observations[i])
    mask(b.states[i], b.actions, b.masks[i])


@jit
def _pay(b: Batch, config: Config, i: int) -> None:
    """Write the rewards of all seats since the last payment.

    A seat has been paid its potential and, with the reward `shift`, its lead. The sum over a game is therefore the reward at its end, whatever
    the potential: there it is 0.
    """
    s, points = b.states[i], b.numbers
    score(s, points)
    for seat in range(points.shape[0]):
        now = config.shaping * potential(s, seat, points) if config.shaping != 0 else 0.0
        if config.reward == SHIFT:
            now += lead(s, seat, points)
        b.rewards[i, seat] = now - b.paid[i, seat]
        b.paid[i, seat] = now


@jit
def _finish(b: Batch, config: Config, i: int, loser: int) -> None:
    b.over[i] = True
    compute_rewards(b.states[i], config.reward, config.worst, loser, b.numbers, b.rewards[i])
    if config.gradual:
        for seat in range(b.paid.shape[1]):
            b.rewards[i, seat] -= b.paid[i, seat]
    score(b.states[i], b.scores[i])


@jit
def _forfeit(b: Batch, config: Config, i: int) -> None:
    """End game `i`: the current seat chose an illegal action and loses."""
    _finish(b, config, i, int(b.seats[i]))
    _write_observation(b.states[i], b.seats[i], b.views[0], config.forgets, b.history[i], b.observations[i])
    b.masks[i, :] = 0


@jit
def _random_legal_action(b: Batch, i: int) -> int:
    return int(b.actions[below(b.rngs[i : i + 1], legal(b.states[i], b.actions))])


@jit
def first_illegal(over: NDArray[np.bool_], masks: NDArray[np.int8], actions: NDArray[np.int64]) -> int:
    """The first game with an illegal action, or -1. It takes three arrays, since unpacking a whole batch takes longer than the check."""
    over, masks, actions = borrowed(over), borrowed(masks), borrowed(actions)
    for i in range(actions.shape[0]):
        if not over[i] and not _is_legal(masks[i], actions[i]):
            return i
    return -1


@inlined
def _is_legal(allowed: NDArray[np.int8], action: int) -> bool:
    return bool(0 <= action < allowed.shape[0] and allowed[action] == 1)


@jit
def step_games(
    addresses: Addresses,
    states: Records,
    views: Records,
    games: NDArray[np.int64],
    actions: NDArray[np.int64],
    mode: int,
    ended: int,
) -> int:
    """Make one decision in each of these games. Return how many games have ended in this step, `ended` of them before.

    Where illegal actions are an error, the caller has checked them (`first_illegal`). Games in which a Python agent must decide next are only noted as waiting. Its answers come as ANSWERS, unchecked; they belong to the
    step that was begun before. A game that is stepped ALONE is played up to the next decision, and the seat that decides is returned, or
    NOBODY; START, RANDOM_ACTION and FORFEIT stand in for an action. All modes are compiled together, which takes a fraction of the time.
    Functions that take the whole batch are expensive to call. This loop calls them only for rare cases.
    """
    b, config, results = at(addresses, states, views)
    games, actions = borrowed(games), borrowed(actions)
    rngs, policies, over, seats = borrowed(b.rngs), borrowed(b.policies), borrowed(b.over), borrowed(b.seats)
    masks, seen, history = borrowed(b.masks), borrowed(b.observations), borrowed(b.history)
    had_ended = borrowed(results.terminated)
    room, log, networks = borrowed(b.actions), borrowed(b.log), borrowed_table(b.networks)
    states, views = borrowed(b.states), borrowed(b.views)
    undescribed, spare = -1, 1  # a game whose observation is not written yet, but its view; and the other view
    for k in range(games.shape[0]):
        i = games[k]
        action = actions[k]
        if mode == DECISIONS and had_ended[i]:
            _clear_results(results, i)
        if mode == ALONE:
            if action == START:
                return _restart(b, config, i)
            if action == FORFEIT:
                _forfeit(b, config, i)
                return NOBODY
            if action == RANDOM_ACTION:
                action = _random_legal_action(b, i)
        elif over[i]:  # NEXT_STEP: this step only starts the next game
            _restart(b, config, i)
            continue
        decided = seats[i]
        was_fresh = mode == ANSWERS and b.fresh[i]
        is_legal = mode != DECISIONS or config.illegal == ERROR or _is_legal(masks[i], action)
        if not is_legal and config.illegal == RANDOM:
            action = _random_legal_action(b, i)
            is_legal = True
        if is_legal:
            s = states[i]
            ring = history[i]
            seat = _apply(s, action, views[0], policies[i], rngs[i : i + 1], room, log, ring, networks)
            if seat != NOBODY and policies[i, seat] == LEARNER and not config.gradual and mode == DECISIONS:
                seats[i] = seat
                mask(s, room, masks[i])
                # Reading bytes as a block right after writing them is slow, so a view is read one game later.
                _look(s, seat, views[spare], config.forgets)
                spare = 3 - spare
                if undescribed >= 0:
                    _describe(views[spare], history[undescribed], seen[undescribed])
                undescribed = i
                continue
            _write_turn(b, config, i, seat)
            if mode == ALONE:
                return seat
        else:
            _forfeit(b, config, i)
        if not was_fresh:  # nobody has decided in a game that has just begun
            ended += _record_step(b, config, i, decided, ended, results)
    if undescribed >= 0:
        _describe(views[3 - spare], history[undescribed], seen[undescribed])
    return ended


@jit
def _clear_results(results: Results, i: int) -> None:
    results.rewards[i] = 0
    results.terminated[i] = False
    results.scores[i, :] = 0
    results.final_rewards[i, :] = 0
    results.seats[i] = 0


@jit
def _record_step(b: Batch, config: Config, i: int, decided: int, ended: int, results: Results) -> int:
    """Write what a step brought to the seat that decided. Return 1 if it ended the game."""
    if b.waiting[i] >= 0:
        return 0
    if b.over[i] or config.gradual:
        results.rewards[i] = b.rewards[i, decided]
    if not b.over[i]:
        return 0
    results.terminated[i] = True
    put(results.scores[i], 0, b.scores[i], b.scores.shape[1])
    put(results.final_rewards[i], 0, b.rewards[i], b.rewards.shape[1])
    results.seats[i] = decided
    results.games[ended] = i
    if config.autoreset == SAME_STEP:
        put(results.observations[ended], 0, b.observations[i], b.observations.shape[1])
        _restart(b, config, i)
    return 1


@jit
def observe_waiting(
    b: Batch, games: NDArray[np.int64], observations: NDArray[np.int8], masks: NDArray[np.bool_]
) -> None:
    """Write what the waiting seats of these games observe, with everything they have seen, and which actions are legal."""
    for k in range(games.shape[0]):
        i = games[k]
        view(b.states[i], int(b.waiting[i]), b.views[0])
        observe_record(b.views[0], observations[k])
        masks[k, :] = False
        for action in b.actions[: legal(b.states[i], b.actions)]:
            masks[k, action] = True
