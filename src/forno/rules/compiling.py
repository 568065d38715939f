"""Compilation: `jit` turns a function into machine code that is kept on disk.

With `NUMBA_DISABLE_JIT=1` the same sources run as plain Python and give the same bytes.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from llvmlite.ir import Constant
from numba.core import ir_utils
from numba.extending import intrinsic, overload, register_jitable

from forno.rules.dispatch import Function, hold, is_held, loading, release

__all__ = [
    "borrowed",
    "compilable",
    "hold",
    "inlined",
    "is_compiling",
    "is_held",
    "jit",
    "loading",
    "overloaded",
    "release",
]

F = TypeVar("F", bound=Callable[..., Any])

# Numba would let a function inherit `forceinline` from the caller that happens to be compiled first.
_OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None, "forceinline": False}
_NO_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # for functions that only compiled code calls

_config: Any = numba.config  # it adds its attributes at run time
_ir_utils: Any = ir_utils


def is_compiling() -> bool:
    """False with NUMBA_DISABLE_JIT: then everything runs as plain Python."""
    return not _config.DISABLE_JIT


def _compiled(function: F, **options: Any) -> F:
    if not is_compiling():
        return function
    return cast("F", Function(function, targetoptions={**_OPTIONS, **options}))


def jit(function: F) -> F:
    """Compile on the first call, keep the machine code on disk, release the GIL while running."""
    return _compiled(function)


def compilable(function: F) -> F:
    """Leave a function as it is for Python, but let compiled code call it. For small helpers that both use."""
    made: F = register_jitable(**_NO_WRAPPERS)(function)
    return made


def overloaded(function: Callable[..., Any], *, prefer_literal: bool = False) -> Callable[[F], F]:
    """A decorator of a function that gets the types of arguments, and returns a short one: compiled code has it in place of a call."""
    options: Any = {**_NO_WRAPPERS, "forceinline": True}
    made: Callable[[F], F] = overload(function, strict=False, prefer_literal=prefer_literal, jit_options=options)
    return made


def inlined(function: F) -> F:
    """Like `jit`, but LLVM inlines it into all of its callers. The call then counts no references to its arguments."""
    return _compiled(function, forceinline=True)


@intrinsic
def _without_owner(context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = context.make_array(signature.return_type)(context, builder, arguments[0])
        made.meminfo = Constant(made.meminfo.type, None)
        return made._getvalue()  # noqa: SLF001  Numba's own way

    return array(array), generate


without_owner: Any = _without_owner  # its definition has one argument more than its callers pass


def borrowed(array: Any) -> Any:
    """The same array without an owner: compiled code counts no references to it. The caller must keep the array alive.

    Numba counts references atomically at each call that takes an array. That was a third of the time of a simulation.
    """
    return array


@overloaded(borrowed)
def _borrowed(array: Any) -> Any:
    return lambda array: without_owner(array)  # noqa: PLW0108  Numba wants a plain function


# Without this, Numba's dead-code pass drops writes into a borrowed array when it inlines a function.
_ir_utils.alias_func_extensions["borrowed", __name__] = lambda name, arguments, aliases, of_arguments: (
    _ir_utils._add_alias(name, arguments[0].name, aliases, of_arguments)  # noqa: SLF001  Numba's own way
)
