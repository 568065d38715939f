"""Networks evaluated by compiled code: an observation in, the logits of the legal actions out.

Sums are added in a fixed order and never fused, so that all machines, and plain Python, compute the same numbers.
"""

from typing import Any, NamedTuple

import numpy as np
from numba.core.types import NoneType
from numpy.typing import NDArray

from forno.agents.networks.sight import rename, see
from forno.agents.policies import GREEDY, NETWORKS, decide, is_network
from forno.agents.rating import NO_FAVOURITE, Values, rate
from forno.observations import observe_record
from forno.rules.chance import Rng, word
from forno.rules.compiling import borrowed, inlined, jit, overloaded
from forno.rules.game import Actions
from forno.rules.records import Record, Records

Floats = NDArray[np.float32]
LANES = 8  # partial sums of a product of vectors; layers are multiples of it
# The columns of `NetworkTable.places`.
COLUMNS = 9
INPUTS, FIRST, SECOND, OUTPUTS, ROWS, WEIGHTS, ADVISED, RATED, PLAIN = range(COLUMNS)
NO_ADVICE = -1
CLOSEST = 255  # the closeness of the best action
_HALF = 0.2  # that of an action which is worth so much less is half of it


class NetworkTable(NamedTuple):
    """Networks for compiled code, by number. Threads need their own scratch space (`with_scratch`)."""

    places: NDArray[
        np.int64
    ]  # by network: inputs, sizes of the layers, outputs, where its rows and weights begin, whether it takes advice, and ratings, and whether it is plain
    rows: NDArray[np.int32]  # by input: the row of the value 1, and the largest value that has a row of its own
    weights: Floats  # by network: linear rows by input, rows by value, biases, the layers after them, and what advice and ratings add
    temperatures: Floats  # by network; 0: the best action
    seen: NDArray[np.int8]  # scratch space, like the fields below
    terms: NDArray[np.int64]  # of a sum of rows: where they begin,
    factors: Floats  # and by what they are multiplied
    first: Floats
    second: Floats
    logits: Floats
    worths: Values
    closeness: NDArray[np.uint8]
    names: Actions  # the network's numbers of the legal actions


@inlined
def borrowed_table(t: NetworkTable) -> NetworkTable:
    """The same table, to whose arrays compiled code counts no references: see `borrowed`."""
    return NetworkTable(
        borrowed(t.places),
        borrowed(t.rows),
        borrowed(t.weights),
        borrowed(t.temperatures),
        borrowed(t.seen),
        borrowed(t.terms),
        borrowed(t.factors),
        borrowed(t.first),
        borrowed(t.second),
        borrowed(t.logits),
        borrowed(t.worths),
        borrowed(t.closeness),
        borrowed(t.names),
    )


@jit
def evaluate(table: NetworkTable, number: int, seen: NDArray[np.int8], actions: Actions, n: int, advice: int) -> float:
    """Write the logits of the first `n` actions to `table.logits`. Return the value of the position.

    The actions are given by the network's own numbers, and `seen` is what it sees: see `sight`. `advice` is what `greedy` would do, for a network that is ADVISED, or NO_ADVICE. One that is RATED finds in `table.closeness` how close each
    action is to the best one.
    """
    places, rows, weights = borrowed(table.places), borrowed(table.rows), borrowed(table.weights)
    first, second, logits = borrowed(table.first), borrowed(table.second), borrowed(table.logits)
    closeness, terms, factors = borrowed(table.closeness), borrowed(table.terms), borrowed(table.factors)
    inputs, h1, h2 = int(places[number, INPUTS]), int(places[number, FIRST]), int(places[number, SECOND])
    outputs, row, at = int(places[number, OUTPUTS]), int(places[number, ROWS]), int(places[number, WEIGHTS])
    values = at + inputs * h1
    bias = values + int(rows[row + inputs, 0]) * h1
    end = bias + h1 + (h1 + 1) * h2 + outputs * (h2 + 1)
    is_rated = places[number, RATED] != 0
    ratings = end + int(places[number, ADVISED]) * (outputs - 1) * (h1 + 1)
    m = 0
    if advice != NO_ADVICE:
        terms[m], factors[m] = end + advice * h1, 1
        m += 1
    if is_rated:
        for k in range(n):
            terms[m], factors[m] = ratings + int(actions[k]) * h1, closeness[k] / np.float32(CLOSEST)
            m += 1
    for k in range(inputs):
        value = int(seen[k])
        if value == 0:
            continue
        own = min(value, int(rows[row + k, 1]))
        if own > 0:
            terms[m], factors[m] = values + (int(rows[row + k, 0]) + own - 1) * h1, 1
            m += 1
            value -= own
        if value != 0:
            terms[m], factors[m] = at + k * h1, value
            m += 1
    copy_row(first, weights, bias, h1)
    add_rows(first, weights, terms, factors, m, h1)
    at, m = bias + h1, 0
    for k in range(h1):
        if first[k] > 0:
            terms[m], factors[m] = at + k * h2, first[k]
            m += 1
    copy_row(second, weights, at + h1 * h2, h2)
    add_rows(second, weights, terms, factors, m, h2)
    at += (h1 + 1) * h2
    for k in range(h2):
        second[k] = max(second[k], np.float32(0))
    bias = at + outputs * h2
    for k in range(n):
        action = int(actions[k])
        logits[k] = weights[bias + action] + product(second, weights, at + action * h2, h2)
        if action == advice:
            logits[k] += weights[end + (outputs - 1) * h1 + action]
        if is_rated:
            logits[k] += closeness[k] / np.float32(CLOSEST) * weights[ratings + (outputs - 1) * h1 + action]
    return float(weights[bias + outputs - 1] + product(second, weights, at + (outputs - 1) * h2, h2))


@jit
def pick(table: NetworkTable, number: int, n: int, rng: Rng) -> int:
    """The index of an action, from the logits that `evaluate` wrote: the best, or by chance if the network has a temperature."""
    logits = borrowed(table.logits)
    temperature = table.temperatures[number]
    best = 0
    for k in range(1, n):
        if logits[k] > logits[best]:
            best = k
    if temperature <= 0:
        return best
    total = 0.0
    for k in range(n):
        total += np.exp((float(logits[k]) - float(logits[best])) / temperature)
    left = total * (word(rng) / 2**32)
    for k in range(n):
        left -= np.exp((float(logits[k]) - float(logits[best])) / temperature)
        if left < 0:
            return k
    return best


@jit
def rate_all(v: Record, actions: Actions, n: int, worths: Values, closeness: NDArray[np.uint8]) -> int:
    """How close `greedy` rates each action to the best one, from 0 to CLOSEST. The scratch space `worths` gets its ratings.

    Whole numbers, so that a sum which plain Python rounds differently hardly ever matters. Returns the index of what `greedy` would do, or NO_FAVOURITE.
    """
    favourite = int(rate(v, actions, n, worths))
    best = worths[0]
    for k in range(1, n):
        best = max(best, worths[k])
    for k in range(n):
        closeness[k] = np.uint8(CLOSEST * (_HALF / (_HALF + best - worths[k])) + 0.5)
    return favourite


@jit
def decide_by_network(table: NetworkTable, number: int, v: Record, actions: Actions, n: int, rng: Rng) -> int:
    """The action of a network for a view."""
    if n == 1:
        return int(actions[0])
    names = borrowed(table.names)
    if table.places[number, PLAIN]:
        observe_record(v, borrowed(table.seen))
        for k in range(n):
            names[k] = actions[k]
    else:
        see(v, borrowed(table.seen))
        rename(v, actions, n, names)
    usual, advice = NO_FAVOURITE, NO_ADVICE
    if table.places[number, ADVISED] or table.places[number, RATED]:
        usual = rate_all(v, actions, n, borrowed(table.worths), borrowed(table.closeness))
    if table.places[number, ADVISED]:
        if usual == NO_FAVOURITE:  # a game without ratings
            choice = int(decide(GREEDY, v, actions, n, rng))
            for k in range(n):
                if actions[k] == choice:
                    usual = k
        advice = int(names[usual])
    evaluate(table, number, table.seen, names, n, advice)
    return int(actions[pick(table, number, n, rng)])


def decide_any(policy: int, table: NetworkTable | None, v: Record, actions: Actions, n: int, rng: Rng) -> int:
    """The action of a policy, or of a network of the table. Compiled code without a table knows no networks, and is compiled faster."""
    if table is not None and is_network(policy):
        return decide_by_network(table, policy - NETWORKS, v, actions, n, rng)
    return decide(policy, v, actions, n, rng)


@inlined
def _decide_any(policy: int, table: NetworkTable, v: Record, actions: Actions, n: int, rng: Rng) -> int:
    if is_network(policy):
        return decide_by_network(borrowed_table(table), policy - NETWORKS, v, actions, n, rng)
    return decide(policy, v, actions, n, rng)


@overloaded(decide_any)
def _overload_decide_any(policy: Any, table: Any, v: Any, actions: Any, n: Any, rng: Any) -> Any:
    if isinstance(table, NoneType):
        return lambda policy, table, v, actions, n, rng: decide(policy, v, actions, n, rng)
    return lambda policy, table, v, actions, n, rng: _decide_any(policy, table, v, actions, n, rng)  # noqa: PLW0108  see below


@jit
def choose_by_network(
    table: NetworkTable, number: int, views: Records, j: int, actions: Actions, n: int, rng: Rng
) -> int:
    """`decide_by_network` for Python, which passes an array and an index faster than a record."""
    return decide_by_network(table, number, views[j], actions, n, rng)


def copy_row(out: Floats, weights: Floats, at: int, n: int) -> None:
    out[:n] = weights[at : at + n]


def add_rows(out: Floats, weights: Floats, terms: NDArray[np.int64], factors: Floats, m: int, n: int) -> None:
    """Add `m` rows, one after the other."""
    for k in range(m):
        out[:n] += factors[k] * weights[terms[k] : terms[k] + n]


def product(vector: Floats, weights: Floats, at: int, n: int) -> Any:
    """The sum of products, in `LANES` partial sums."""
    lanes = np.zeros(LANES, np.float32)
    for row in (vector[:n] * weights[at : at + n]).reshape(-1, LANES):
        lanes += row
    return ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) + ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]))


# The same for compiled code, where a loop is faster to compile and to run than an expression of slices.


@inlined
def _copy_row(out: Floats, weights: Floats, at: int, n: int) -> None:
    row = weights[at : at + n]  # LLVM makes vector instructions only of indices that cannot be negative
    for k in range(n):
        out[k] = row[k]


@jit
def _add_rows(out: Floats, weights: Floats, terms: NDArray[np.int64], factors: Floats, m: int, n: int) -> None:
    """Four rows at a time, so that the sums are read and written less often."""
    for k in range(0, m - 3, 4):
        p, q, r, s = factors[k], factors[k + 1], factors[k + 2], factors[k + 3]
        a, b = weights[terms[k] : terms[k] + n], weights[terms[k + 1] : terms[k + 1] + n]
        c, d = weights[terms[k + 2] : terms[k + 2] + n], weights[terms[k + 3] : terms[k + 3] + n]
        for j in range(n):
            out[j] = (((out[j] + p * a[j]) + q * b[j]) + r * c[j]) + s * d[j]
    for k in range(m - m % 4, m):
        factor, row = factors[k], weights[terms[k] : terms[k] + n]
        for j in range(n):
            out[j] += factor * row[j]


@inlined
def _product(vector: Floats, weights: Floats, at: int, n: int) -> Any:
    row = weights[at : at + n]
    a = b = c = d = e = f = g = h = np.float32(0)
    for j in range(n // LANES):
        k = j * LANES
        a += vector[k] * row[k]
        b += vector[k + 1] * row[k + 1]
        c += vector[k + 2] * row[k + 2]
        d += vector[k + 3] * row[k + 3]
        e += vector[k + 4] * row[k + 4]
        f += vector[k + 5] * row[k + 5]
        g += vector[k + 6] * row[k + 6]
        h += vector[k + 7] * row[k + 7]
    return ((a + e) + (b + f)) + ((c + g) + (d + h))


@overloaded(copy_row)
def _overload_copy_row(out: Any, weights: Any, at: Any, n: Any) -> Any:
    return lambda out, weights, at, n: _copy_row(out, weights, at, n)  # noqa: PLW0108  Numba wants a plain function


@overloaded(add_rows)
def _overload_add_rows(out: Any, weights: Any, terms: Any, factors: Any, m: Any, n: Any) -> Any:
    return lambda out, weights, terms, factors, m, n: _add_rows(out, weights, terms, factors, m, n)  # noqa: PLW0108  see above


@overloaded(product)
def _overload_product(vector: Any, weights: Any, at: Any, n: Any) -> Any:
    return lambda vector, weights, at, n: _product(vector, weights, at, n)  # noqa: PLW0108  see above
