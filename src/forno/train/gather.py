"""Experience: games in which the learner plays some seats, in one compiled call.

At some decisions of the learner every plausible action is tried: the true position is copied, the action is done, and a cheap policy plays on
for all seats up to the next shuffle. All actions meet the same chance. The positions come from real play, so hidden cards are as likely in them as
they are in play, and a network that sees only what the seat sees learns the mean over what it cannot know.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from forno.agents.networks.forward import NetworkTable, borrowed_table, decide_any, decide_by_network, rate_all
from forno.agents.networks.sight import rename, see, sight_of
from forno.agents.policies import GREEDY, NETWORKS, decide
from forno.observations import observe_record
from forno.rules.chance import STREAM, Rng, below, open_quick_stream
from forno.rules.compiling import borrowed, jit
from forno.rules.game import CHANCE, NOBODY, Actions, Game, Numbers
from forno.rules.log import SILENT, Log
from forno.rules.records import Record, Records, new_records
from forno.rules.verbs import actor, deal, legal, rank, score, step, view

LEARNER = -1  # in place of a policy: network 0, whose decisions are recorded
NOTHING = np.zeros(0, np.float32)  # for games in which nothing but points counts at a shuffle
_SELDOM = 16  # one of so many implausible actions is tried


class Experience(NamedTuple):
    """Room for decisions of the learner, one row each."""

    observations: NDArray[np.int8]
    payoffs: NDArray[np.float32]  # of each action, by the network's numbers, in points; NaN where it was not tried
    usual: NDArray[np.int16]  # what `greedy` would do
    closeness: NDArray[np.uint8]  # how it rates each action: see `rate_all`
    played: Numbers  # one number: how often the learner has decided, in games and simulations


class Scratch(NamedTuple):
    """Memory of one thread."""

    states: Records
    views: Records
    actions: Actions
    candidates: Actions  # to be tried
    names: Actions  # the network's numbers of them
    tried: Records  # the position after an action
    tried_actions: Actions  # legal ones in it
    rng: Rng
    chance: Rng
    numbers: Numbers  # (2, players)
    log: Log


def new_scratch(game: Game, players: int) -> Scratch:
    return Scratch(
        states=new_records(1, game.state_dtype),
        views=new_records(1, game.view_dtype),
        actions=np.zeros(game.n_actions, np.int16),
        candidates=np.zeros(game.n_actions, np.int16),
        names=np.zeros(game.n_actions, np.int16),
        tried=new_records(1, game.state_dtype),
        tried_actions=np.zeros(game.n_actions, np.int16),
        rng=new_records(1, STREAM),
        chance=new_records(1, STREAM),
        numbers=np.zeros((2, players), np.int64),
        log=SILENT.copy(),
    )


def new_experience(game: Game, rows: int) -> Experience:
    return Experience(
        observations=np.zeros((rows, sight_of(game.id).size), np.int8),
        payoffs=np.zeros((rows, game.n_actions), np.float32),
        usual=np.zeros(rows, np.int16),
        closeness=np.zeros((rows, game.n_actions), np.uint8),
        played=np.zeros(1, np.int64),
    )


@jit
def gather(
    template: Records,
    seating: NDArray[np.int32],
    table: NetworkTable,
    key: Rng,
    rollouts: int,
    share: int,
    plausible: float,
    is_true: bool,
    worths: NDArray[np.float32],
    scratch: Scratch,
    out: Experience,
) -> int:
    """Play games until the experience is full or all games are over. Return the number of rows that are filled.

    `seating` has the policies by game and seat. Game k draws its chance from stream k of the key. One of `share` decisions of the learner is
    recorded, with about `rollouts` simulations in total, but at least one for each candidate: an action to which the network gives a probability of at least
    `plausible`, what `greedy` would do, and seldom another. A decision with one candidate is left out. The simulations are played by the agents at the table if
    `is_true`, where the last network of the table stands for the learner, otherwise by `greedy`. They end at the next
    shuffle, where `worths` says what the position is worth later (see `forno.train.horizon`). If `rollouts` is 0, `greedy` plays the learner's seats, and only its
    actions are recorded.
    """
    filled = 0
    rng, log = scratch.rng, borrowed(scratch.log)
    actions = borrowed(scratch.actions)
    networks = borrowed_table(table)
    s, v = scratch.states[0], scratch.views[0]
    for g in range(seating.shape[0]):
        open_quick_stream(rng, key, g)
        scratch.states[0] = template[0]
        shuffles = 0
        while filled < out.observations.shape[0]:
            seat = int(actor(s))
            if seat == NOBODY:
                break
            if seat == CHANCE:
                deal(s, rng, log)
                shuffles += 1
                continue
            n = int(legal(s, actions))
            action = int(actions[0])
            if n > 1:
                view(s, seat, v)
                policy = int(seating[g, seat])
                out.played[0] += policy == LEARNER
                if policy == LEARNER and below(rng, share) == 0:
                    usual = int(decide(GREEDY, v, actions, n, rng))
                    m = _candidates(scratch, networks, v, n, usual, plausible)
                    if m > 1:
                        _record(out, filled, v, scratch, n, m, usual, networks)
                        if rollouts > 0:
                            later = worths[min(shuffles, worths.shape[0] - 1)] if worths.shape[0] > 0 else NOTHING
                            payoffs = out.payoffs[filled]
                            out.played[0] += _try_all(
                                scratch, seat, m, rollouts, is_true, seating[g], networks, later, payoffs
                            )
                            view(s, seat, v)
                        filled += 1
                if policy == LEARNER and rollouts == 0:
                    policy = GREEDY
                action = decide_at_table(policy, networks, v, actions, n, rng)
            step(s, action, log)
    return filled


@jit
def _candidates(scratch: Scratch, networks: NetworkTable, v: Record, n: int, usual: int, plausible: float) -> int:
    """Write the actions to be tried to `scratch.candidates`. Return how many they are."""
    actions, candidates = borrowed(scratch.actions), borrowed(scratch.candidates)
    logits = borrowed(networks.logits)
    least = -np.inf
    if plausible > 0:
        decide_by_network(networks, 0, v, actions, n, scratch.rng)
        most = logits[0]
        for k in range(1, n):
            most = max(most, logits[k])
        total = 0.0
        for k in range(n):
            total += np.exp(float(logits[k] - most))
        least = most + np.log(total * plausible)
    m = 0
    for k in range(n):
        if plausible == 0 or actions[k] == usual or logits[k] >= least or below(scratch.rng, _SELDOM) == 0:
            candidates[m] = actions[k]
            m += 1
    return m


@jit
def _record(
    out: Experience, row: int, v: Record, scratch: Scratch, n: int, m: int, usual: int, networks: NetworkTable
) -> None:
    """Write a decision, with payoffs of 0 for its candidates."""
    see(v, out.observations[row])
    closeness, names = borrowed(networks.closeness), borrowed(networks.names)
    rename(v, scratch.actions, n, names)
    rate_all(v, scratch.actions, n, borrowed(networks.worths), closeness)
    for k in range(n):
        out.closeness[row, names[k]] = closeness[k]
        if scratch.actions[k] == usual:
            out.usual[row] = names[k]
    out.payoffs[row, :] = np.nan
    rename(v, scratch.candidates, m, scratch.names)
    for k in range(m):
        out.payoffs[row, scratch.names[k]] = 0


@jit
def decide_at_table(policy: int, networks: NetworkTable, v: Record, actions: Actions, n: int, rng: Rng) -> int:
    """The action of a policy, a network, or the learner."""
    return int(decide_any(NETWORKS if policy == LEARNER else policy, networks, v, actions, n, rng))


@jit
def _try_all(
    scratch: Scratch,
    seat: int,
    n: int,
    rollouts: int,
    is_true: bool,
    seating: NDArray[np.int32],
    networks: NetworkTable,
    later: NDArray[np.float32],
    payoffs: NDArray[np.float32],
) -> int:
    """Write the mean payoff of each of `n` candidates: the points gained up to the next shuffle, less the mean of the others, and what will come later.

    Returns how often the learner has decided.
    """
    times, played = max(1, rollouts // n), 0
    before, after = scratch.numbers[0], scratch.numbers[1]
    score(scratch.states[0], before)
    for _ in range(times):
        number = below(scratch.rng, 1 << 30)
        for k in range(n):
            action, name = int(scratch.candidates[k]), int(scratch.names[k])
            scratch.tried[0] = scratch.states[0]
            open_quick_stream(scratch.chance, scratch.rng, number)
            step(scratch.tried[0], action, scratch.log)
            played += _play_on(
                scratch.tried[0],
                scratch.views[0],
                scratch.tried_actions,
                scratch.chance,
                scratch.log,
                is_true,
                seating,
                networks,
            )
            payoffs[name] += np.float32(_worth(scratch.tried[0], scratch.views[0], seat, networks.seen, later) / times)
            score(scratch.tried[0], after)
            gain, others = 0, 0
            for other in range(after.shape[0]):
                more = after[other] - before[other]
                gain += more if other == seat else 0
                others += 0 if other == seat else more
            payoffs[name] += np.float32((gain - others / (after.shape[0] - 1)) / times)
    return played


@jit
def _worth(s: Record, v: Record, seat: int, seen: NDArray[np.int8], later: NDArray[np.float32]) -> float:
    """What a position at a shuffle is worth to a seat, beyond its points."""
    worth = 0.0
    if later.shape[0] > 0 and int(actor(s)) == CHANCE:
        view(s, seat, v)
        observe_record(v, seen)
        for k in range(later.shape[0]):
            if later[k] != 0:
                worth += later[k] * seen[k]
    return worth


@jit
def _play_on(
    s: Record,
    v: Record,
    actions: Actions,
    rng: Rng,
    log: Log,
    is_true: bool,
    seating: NDArray[np.int32],
    networks: NetworkTable,
) -> int:
    """Play to the next shuffle or the end. Returns how often the learner has decided."""
    rng_, actions_, log_ = borrowed(rng), borrowed(actions), borrowed(log)
    played = 0
    while True:
        seat = int(actor(s))
        if seat < 0:
            return played
        n = int(legal(s, actions_))
        action = int(actions_[0])
        if n > 1:
            view(s, seat, v)
            policy = int(seating[seat]) if is_true else GREEDY
            if policy == LEARNER:
                policy = NETWORKS + networks.places.shape[0] - 1  # the same network, at its best
                played += 1
            action = decide_at_table(policy, networks, v, actions_, n, rng_)
        step(s, action, log_)


@jit
def play_games(
    template: Records,
    seating: NDArray[np.int32],
    table: NetworkTable,
    key: Rng,
    scratch: Scratch,
    points: NDArray[np.int64],
    ranks: NDArray[np.int64],
    shuffles: NDArray[np.int64],
) -> None:
    """Play one game for each row of `seating`, and write its results: by game and seat, and the number of shuffles."""
    rng, log, actions = scratch.rng, borrowed(scratch.log), borrowed(scratch.actions)
    networks = borrowed_table(table)
    s, v = scratch.states[0], scratch.views[0]
    for g in range(seating.shape[0]):
        open_quick_stream(rng, key, g)
        scratch.states[0] = template[0]
        shuffles[g] = 0
        while True:
            seat = int(actor(s))
            if seat == NOBODY:
                break
            if seat == CHANCE:
                deal(s, rng, log)
                shuffles[g] += 1
                continue
            n = int(legal(s, actions))
            action = int(actions[0])
            if n > 1:
                view(s, seat, v)
                action = decide_at_table(int(seating[g, seat]), networks, v, actions, n, rng)
            step(s, action, log)
        score(s, points[g])
        rank(s, ranks[g])
