"""Link before optimising: a compiled function gets machine code only if Python calls it.

Numba makes machine code for every function that another one calls, and optimises its body again in each of its callers, which took
more than half of the time of compiling. Here the functions that compiled code calls stay unoptimised. Only when Python asks for
the address of a function is it linked with everything that it calls, directly or not, and optimised once as a whole.
"""

import contextlib
from collections.abc import Iterator
from typing import Any

from llvmlite import binding
from llvmlite.binding.newpassmanagers import create_new_function_pass_manager
from numba.core import codegen, environment

from forno.machine_code import generator, optimize

_codegen: Any = codegen  # Numba ships no types
_environment: Any = environment


class Library(_codegen.JITCodeLibrary):  # type: ignore[misc]
    """The code of one function. `finalize` only closes it; `get_pointer_to_function` makes machine code."""

    def __init__(self, generator: Any, name: str) -> None:
        super().__init__(generator, name)
        self._shared_module: Any = None
        self._own: Any = None  # this function's code alone; callers link it
        self._defined: set[str] = set()
        self._is_machine_code = False
        self.is_ahead = False  # another process makes its machine code, so it has no address here

    def finalize(self) -> None:
        self._raise_if_finalized()
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)  # noqa: SLF001  Numba's own way
        self._own = self._final_module.clone()
        for function in self._own.functions:
            if not function.is_declaration:
                self._defined.add(function.name)
                if function.linkage == binding.Linkage.external:
                    function.linkage = "linkonce_odr"  # several callers may have a copy
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        if name not in self._defined or self.is_ahead:
            return 0
        self._make_machine_code()
        address: int = super().get_pointer_to_function(name)
        return address

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        return self.name, "object", (self._get_compiled_object(), self._own.as_bitcode())

    def _get_module_for_linking(self) -> Any:
        """For libraries of Numba's own kind, which expect one module with all that is called."""
        self._ensure_finalized()
        if self._shared_module is None:
            self._shared_module = self._own.clone()
            self._link_into(self._shared_module)
        return self._shared_module

    def linked(self) -> bytes:
        """The code of this function and of all that it calls, for another process that makes machine code of it."""
        self._link_into(self._final_module)
        self._verify_declare_only_symbols()
        bitcode: bytes = self._final_module.as_bitcode()
        return bitcode

    def set_machine_code(self, code: bytes, dynamic: list[str]) -> None:
        """What the other process has made. What is dynamic cannot be kept on disk."""
        self._set_compiled_object(code)
        self._dynamic_globals.extend(dynamic)

    def _optimize_functions(self, module: Any) -> None:
        """With a few passes, so that LLVM knows how short a function is when it decides what to inline.

        Numba runs all passes over single functions here, which takes twice as long, and games are no faster for it. Without any, random
        games of Plus take a quarter more time.
        """
        module.data_layout = self._codegen._data_layout  # noqa: SLF001  Numba's own way
        passes = create_new_function_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
        passes.add_refprune_pass()
        builder = self._codegen._pass_builder()  # noqa: SLF001  Numba's own way
        for function in module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        optimize(self._final_module)

    def _make_machine_code(self) -> None:
        if self._is_machine_code:
            return
        self._is_machine_code = True
        self._link_into(self._final_module)
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()
        for variable in self._final_module.global_variables:
            known = _environment.lookup_environment(variable.name)
            if known is not None:
                self._codegen.set_env(variable.name, known)

    def _link_into(self, module: Any) -> None:
        """Callers first: the linker takes from a module only what has been asked for until then."""
        for library in reversed(self._called({})):
            own = library._own if isinstance(library, Library) else library._get_module_for_linking()  # noqa: SLF001
            module.link_in(own, preserve=True)

    def _called(self, found: dict[Any, None]) -> dict[Any, None]:
        """The libraries of all that is called, directly or not; each one after those that it calls."""
        for library in self._linking_libraries:
            if library not in found and library is not self:
                if isinstance(library, Library):
                    library._called(found)  # noqa: SLF001  another one of this class
                found[library] = None
        return found


class _Generator(_codegen.JITCPUCodegen):  # type: ignore[misc]
    """Numba's generator of machine code. Inside `deferred` it makes our libraries."""

    depth = 0

    def create_library(self, name: str, **options: Any) -> Any:
        return Library(self, name) if self.depth > 0 else super().create_library(name, **options)

    def unserialize_library(self, serialized: Any) -> Any:
        """What comes from disk is machine code already."""
        depth, self.depth = self.depth, 0
        try:
            return super().unserialize_library(serialized)
        finally:
            self.depth = depth

    def set_env(self, env_name: str, env: Any) -> None:
        """What has no machine code yet has no place for its environment either."""
        if self._engine.get_global_value_address(env_name):
            super().set_env(env_name, env)


def library_ahead(name: str) -> Library:
    """The library of a function whose machine code another process makes."""
    library = Library(generator(), name)
    library.enable_object_caching()
    library.is_ahead = True
    return library


@contextlib.contextmanager
def deferred() -> Iterator[None]:
    """What is compiled inside is linked only when Python asks for it. The caller holds Numba's lock of the compiler."""
    ours = generator()
    ours.__class__ = _Generator
    ours.depth += 1
    try:
        yield
    finally:
        ours.depth -= 1
