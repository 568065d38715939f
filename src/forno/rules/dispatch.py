"""A compiled function: Numba's dispatcher, with our way of linking, and of playing before there is machine code.

The same sources run as plain Python with the same results. `hold` makes calls do so at once, for as long as another process compiles;
`release` goes over to machine code for the records of one game. The switch is between two calls, and all state is in the arrays, so
nobody notices.
"""

import contextlib
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numba.core import compiler, dispatcher, registry, sigutils, types, typing
from numba.core.compiler_lock import global_compiler_lock

from forno.rules.compile_cache import MachineCode, can_cache
from forno.rules.linking import deferred, library_ahead

_compiler: Any = compiler  # Numba ships no types
_dispatcher: Any = dispatcher
_registry: Any = registry
_sigutils: Any = sigutils
_types: Any = types
_typing: Any = typing
_lock: Any = global_compiler_lock


class _PipelineAhead(_compiler.Compiler):  # type: ignore[misc]
    """Numba's steps, for a function whose machine code another process makes."""

    def compile_extra(self, function: Callable[..., Any]) -> Any:
        self.state.library = library_ahead(function.__qualname__)
        return super().compile_extra(function)


class _Compiler(_dispatcher._FunctionCompiler):  # type: ignore[misc]  # noqa: SLF001  the only way to set its flags
    for_python = True

    def _customize_flags(self, flags: Any) -> Any:
        flags.no_cpython_wrapper = not self.for_python
        flags.no_cfunc_wrapper = True
        self.pipeline_class = _PipelineAhead if self.for_python and _preparing else _compiler.Compiler
        return flags


class Function(_registry.CPUDispatcher):  # type: ignore[misc]
    """A function that is compiled for each combination of argument types.

    The versions that Python calls are kept on disk. Those that compiled code calls have no code to convert arguments, and are not kept: they
    are linked into their callers.
    """

    def __init__(self, function: Callable[..., Any], locals: Any = None, targetoptions: Any = None) -> None:  # noqa: A002  Numba's names
        super().__init__(function, locals, targetoptions)
        self._compiler = _Compiler(function, self.targetdescr, self.targetoptions, self.locals, _compiler.Compiler)
        self._for_compiled_code: dict[tuple[Any, ...], Any] = {}
        if can_cache(function):
            self._cache = MachineCode(function)  # what Numba's enable_caching does, with another cache
        _functions.add(self)
        self.__class__ = _class_now()

    def compile(self, sig: Any) -> Any:
        """For Python."""
        with _lock, deferred():
            return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """For compiled code: what Numba asks for a call with arguments of these types."""
        signature, folded = self.fold_argument_types([_widened(arg) for arg in args], kws)
        self._compile_for_compiled_code(tuple(folded))
        name = self.py_func.__name__
        signatures = [version.signature for version in self._for_compiled_code.values()]
        return _typing.make_concrete_template(f"CallTemplate({name})", name, signatures), signature, folded, {}

    def get_overload(self, sig: Any) -> Any:
        """The version that compiled code calls."""
        args, _ = _sigutils.normalize_signature(sig)
        return self._compile_for_compiled_code(tuple(args)).entry_point

    def _compile_for_compiled_code(self, args: tuple[Any, ...]) -> Any:
        with _lock, deferred():
            if args not in self._for_compiled_code:
                self._compiler.for_python = False
                try:
                    with self._compiling_counter:
                        version = self._compiler.compile(args, None)
                finally:
                    self._compiler.for_python = True
                self._for_compiled_code[args] = version
            return self._for_compiled_code[args]


def _widened(kind: Any) -> Any:
    """A call passes constants and small integers as int64. Otherwise a function would be compiled again for each of them."""
    kind = _types.unliteral(kind)
    return _types.int64 if isinstance(kind, _types.Integer) and kind.signed else kind


class _HeldFunction(Function):
    """A function while games are held. Without games on hold it would make every call slower, so the class is changed."""

    def __call__(self, *args: Any) -> Any:
        if getattr(_thread, "is_loading", False) or (_released and _is_released(args)):
            return super().__call__(*args)
        return self.py_func(*args)


def _is_released(args: tuple[Any, ...]) -> bool:
    return any(id(getattr(arg, "dtype", None)) in _released for arg in args)


class _PreparedFunction(Function):
    """A function while machine code is made ahead of the first call: see `ahead`."""

    def __call__(self, *args: Any) -> Any:
        """What Python calls is compiled. What it calls itself, as plain Python, is not."""
        if not getattr(_thread, "is_preparing", False):
            return self.py_func(*args)
        _thread.is_preparing = False
        _prepared.add(self)
        try:
            self.compile(tuple(self.typeof_pyval(arg) for arg in args))
            return self.py_func(*args)
        finally:
            _thread.is_preparing = True


_functions: weakref.WeakSet[Function] = weakref.WeakSet()
_held: dict[int, Any] = {}  # the types of records that have no machine code yet, by their ids
_released: dict[int, Any] = {}
_preparing: list[None] = []  # one for each thread that prepares functions
_prepared: weakref.WeakSet[Function] = weakref.WeakSet()
_thread = threading.local()


def hold(*records: np.dtype[Any]) -> None:
    """Run all functions as plain Python until these types of records are released."""
    _held.update((id(record), record) for record in records)
    _change_class()


def release(*records: np.dtype[Any]) -> None:
    """Call machine code for these types of records, which `loading` has loaded."""
    for record in records:
        if _held.pop(id(record), None) is not None:
            _released[id(record)] = record
    if not _held:
        _released.clear()
    _change_class()


def is_held(record: np.dtype[Any]) -> bool:
    """Whether functions run as plain Python for records of this type, until they are released."""
    return id(record) in _held


def _class_now() -> type[Function]:
    if _preparing:
        return _PreparedFunction
    return _HeldFunction if _held else Function


def _change_class() -> None:
    to = _class_now()
    for function in list(_functions):
        function.__class__ = to


@contextlib.contextmanager
def preparing() -> Iterator[None]:
    """In this thread, compile what Python calls, but run it as plain Python. Other threads run plain Python meanwhile."""
    _preparing.append(None)
    _thread.is_preparing = True
    _change_class()
    try:
        yield
    finally:
        _thread.is_preparing = False
        _preparing.pop()
        _change_class()
        for function in _prepared:  # they have no address here: from now on, they come from disk
            function._reset_overloads()  # noqa: SLF001  Numba's own way
        _prepared.clear()


@contextlib.contextmanager
def loading() -> Iterator[None]:
    """In this thread, call machine code although it is held."""
    _thread.is_loading = True
    try:
        yield
    finally:
        _thread.is_loading = False
