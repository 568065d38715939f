"""The verbs over one record, for compiled code that serves every game. The type of the record decides which game's verb is called.

A compiled loop over them is written once. Numba compiles a version for each game and caches it on disk, which it cannot do for
functions that are passed as arguments.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from forno.rules.compile_cache import belongs_to
from forno.rules.compiling import inlined, overloaded
from forno.rules.records import Record

Functions = Any  # of one game, by name: game.Verbs, or what another layer registers for its own verbs
_BY_TYPE: dict[Any, list[Functions]] = {}  # by NumPy's type of a record, and by Numba's


def register(functions: Functions, *dtypes: np.dtype[Any]) -> None:
    """Make these the functions for records of these types. Two games cannot share a record type."""
    for dtype in dtypes:
        for others in _BY_TYPE.get(dtype, ()):
            if type(others) is type(functions) and others != functions:
                raise TypeError(f"two games have the same record; rename a field of one of them: {dtype}")
        for kind in (dtype, numba.from_dtype(dtype)):
            _BY_TYPE.setdefault(kind, []).append(functions)
        belongs_to(dtype, filter(callable, getattr(functions, "__dict__", {}).values() or functions))


def _lookup(name: str, kind: Any, default: Callable[..., Any] | None) -> Callable[..., Any]:
    for functions in _BY_TYPE.get(kind, ()):
        function: Callable[..., Any] | None = getattr(functions, name, None)
        if function is not None:
            return function
    if default is not None:
        return default
    raise TypeError(f"no game has a verb {name} for a record like this: {kind}")


def verb(name: str, default: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """A function that calls the registered function of this name for the type of its first argument.

    For a type without one it calls `default`, or raises a TypeError.
    """

    def plain(s: Record, *args: Any) -> Any:
        return _lookup(name, s.dtype, default)(s, *args)

    @overloaded(plain)
    def compiled(s: Any, *args: Any) -> Callable[..., Any]:
        function = _lookup(name, s, default)
        return _LAMBDAS[len(args)](function)

    return plain


# An overload must have a fixed number of arguments: with *args each call would pack a tuple and count references to its items.
_LAMBDAS: tuple[Callable[[Callable[..., Any]], Callable[..., Any]], ...] = (
    lambda f: lambda s: f(s),  # noqa: PLW0108  see above
    lambda f: lambda s, a: f(s, a),  # noqa: PLW0108
    lambda f: lambda s, a, b: f(s, a, b),  # noqa: PLW0108
    lambda f: lambda s, a, b, c: f(s, a, b, c),  # noqa: PLW0108
    lambda f: lambda s, a, b, c, d: f(s, a, b, c, d),  # noqa: PLW0108
    lambda f: lambda s, a, b, c, d, e: f(s, a, b, c, d, e),  # noqa: PLW0108
    lambda f: lambda s, a, b, c, d, e, g: f(s, a, b, c, d, e, g),  # noqa: PLW0108
    lambda f: lambda s, a, b, c, d, e, g, h: f(s, a, b, c, d, e, g, h),  # noqa: PLW0108
    lambda f: lambda s, a, b, c, d, e, g, h, i: f(s, a, b, c, d, e, g, h, i),  # noqa: PLW0108
)

deal = verb("deal")
actor = verb("actor")
legal = verb("legal")
step = verb("step")
score = verb("score")
rank = verb("rank")
view = verb("view")
forget = verb("forget")
resample = verb("resample")


@inlined
def mask_of_list(actions: NDArray[np.int16], n: int, out: NDArray[np.int8]) -> None:
    """Ones for the first n actions, zeros for all others."""
    out[:] = 0
    for k in range(n):
        out[actions[k]] = 1


@inlined
def _mask(s: Record, actions: NDArray[np.int16], out: NDArray[np.int8]) -> None:
    mask_of_list(actions, legal(s, actions), out)


mask = verb("mask", default=_mask)  # mask(s, actions, out): which actions are legal; `actions` is scratch space
