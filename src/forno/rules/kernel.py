"""How the rules are compiled: the `jit` decorator, its cache, records, and the log of what happens.

Everything in `forno.rules` that is called `states` or `views` is a one-dimensional NumPy array of records, and comes with
an index: passing the array and the index from Python costs a sixth of passing the record. With `NUMBA_DISABLE_JIT=1`
the same sources run as plain Python and give the same bytes.
"""

import hashlib
import os
import platform
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from llvmlite.ir import Constant
from numba.core import ir_utils
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

from forno import folders

F = TypeVar("F", bound=Callable[..., Any])
Records: TypeAlias = Any  # an array of records; Any, since `states[i].field` is no attribute that mypy could know
Record: TypeAlias = Any  # one of them, as compiled code sees it
RecordType: TypeAlias = np.dtype[np.record]
Log: TypeAlias = NDArray[np.int16]

_config: Any = numba.config  # it makes its attributes as it goes
_ir_utils: Any = ir_utils

EVERYBODY = -1  # an event's audience: all seats and the spectators (all bits set; bit i is seat i)
NOONE = 0  # another: for open traces alone
LOG_WIDTH = 20  # code, audience, and up to 18 numbers

BELOW = ("rules", "agents")  # packages with compiled code that others build on, from below
BESIDES = {"simulate": ("arena", "envs")}  # what the compiled code of a package calls of others that stand above these
IN_USE: set[Path] = set()  # folders of machine code of the packages that have been imported


def _sources(packages: tuple[str, ...]) -> list[Path]:
    """All of the rules, whose constants are compiled in, and what else in these packages compiles: it names this module in an import."""
    rules = Path(__file__).parent
    return [
        path
        for package in packages
        for path in sorted((rules.parent / package).rglob("*.py"))
        if path.is_relative_to(rules) or "rules.kernel import" in path.read_text(encoding="utf-8")
    ]


@cache
def cache_folder(package: str) -> Path:
    """Where the machine code of a package lies."""
    return _home() / _name(package)


def _name(package: str) -> str:
    """By all that the machine code depends on, the sources of the packages below among them.

    Numba's own check sees only the file of the function itself, so a changed callee elsewhere would leave its callers
    stale; nor does it notice that bounds checks were switched on.
    """
    facts = [platform.python_version(), np.__version__, numba.__version__, str(bool(_config.BOUNDSCHECK))]
    digest = hashlib.sha256("\n".join(facts).encode())
    below = BELOW[: BELOW.index(package)] if package in BELOW else (*BELOW, *BESIDES.get(package, ()))
    for path in _sources((*below, package)):
        digest.update(path.read_bytes())
    return f"{package}-{digest.hexdigest()[:16]}"


@cache
def _home() -> Path:
    """The user's cache folder; where nothing can be written there, a temporary one: compiled anew at each start, but playable.

    A new one of the user's own, since compiled code is run as it is found: a name that others can guess would not be safe.
    """
    home = folders.cache()
    try:
        home.mkdir(parents=True, exist_ok=True)
        if os.access(home, os.W_OK):
            return home
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="forno-"))


def _compiled(function: F, **options: Any) -> F:
    if "NUMBA_CACHE_DIR" not in os.environ:
        folder = cache_folder(function.__module__.split(".")[1])
        IN_USE.add(folder)
        _config.CACHE_DIR = str(folder)  # Numba looks here while it decorates
    return cast("F", numba.njit(cache=True, nogil=True, error_model="numpy", **options)(function))


def jit(function: F) -> F:
    """Compile on the first call, keep the machine code on disk, release the GIL while running."""
    return _compiled(function)


def inlined(function: F) -> F:
    """Like `jit`, but woven into its callers before they are compiled, which saves them counting references to its arguments."""
    return _compiled(function, inline="always")


@intrinsic
def _without_owner(context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.make_array(signature.return_type)(context, builder, arguments[0])
        made.meminfo = Constant(made.meminfo.type, None)
        return made._getvalue()  # noqa: SLF001  Numba's own way

    return array(array), generate


without_owner: Any = _without_owner  # an intrinsic takes one argument less than its definition


def borrowed(array: Any) -> Any:
    """The same array, for as long as somebody else keeps it: compiled code then counts no references to it.

    Counting them atomically, at each call that an array is passed to, would take a third of the time of a simulation.
    """
    return array


@overload(borrowed, strict=False)
def _borrowed(array: Any) -> Any:
    return lambda array: without_owner(array)  # noqa: PLW0108  Numba wants a plain function


# Otherwise Numba, when it inlines something, takes what is written into a borrowed array for writing that nobody reads, and drops it.
_ir_utils.alias_func_extensions["borrowed", __name__] = lambda name, arguments, aliases, of_arguments: (
    _ir_utils._add_alias(name, arguments[0].name, aliases, of_arguments)  # noqa: SLF001  Numba's own way
)


def record(*fields: tuple[str, Any] | tuple[str, Any, tuple[int, ...]]) -> RecordType:
    """A record type whose fields are attributes, compiled or not.

    The wider fields come first, so that all are aligned without padding: equality of records is equality of their bytes.
    """
    for name, *_ in fields:  # uncompiled, NumPy's own attributes (size, data, …) would hide the field
        assert not hasattr(np.record, name), f"a field cannot be called {name}"
    by_width = sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize)
    return cast("RecordType", np.dtype((np.record, by_width)))


def new_log(rows: int) -> Log:
    """Room for what happens in one step. Its first row holds the number of rows written."""
    return np.zeros((rows + 1, LOG_WIDTH), np.int16)


SILENT: Log = np.zeros((0, LOG_WIDTH), np.int16)  # for those who do not listen


@inlined
def emit(log: Log, code: int, audience: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    """Append an event; the number of its row, for numbers beyond the four. 0 (then write nothing) if nobody listens."""
    return _write(log, code, audience, a, b, c, d) if log.shape[0] > 0 else 0


@jit
def _write(log: Log, code: int, audience: int, a: int, b: int, c: int, d: int) -> int:
    log[0, 0] += 1
    row = int(log[0, 0])
    log[row, :] = 0  # whoever keeps the log writes over old rows
    log[row, 0] = code
    log[row, 1] = audience
    log[row, 2] = a
    log[row, 3] = b
    log[row, 4] = c
    log[row, 5] = d
    return row
