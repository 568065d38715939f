"""From a module of LLVM's to machine code. `python -m forno.machine_code` does it for another process, until its input ends.

This is not in `forno.rules`, because importing that takes longer, and runs the modules of games that are not ours.
"""

import pickle
import sys
import time
from typing import Any

from llvmlite import binding
from numba.core import registry

Answer = tuple[bytes, list[str], float]  # machine code, what is dynamic in it, and the processor seconds that it took

_registry: Any = registry  # Numba ships no types


def generator() -> Any:
    """Numba's generator of machine code, which all functions share."""
    return _registry.cpu_target.target_context.codegen()


def optimize(module: Any) -> None:
    """Once. Numba does it twice, to remove more counting of references, which our code avoids (see `rules.compiling.borrowed`)."""
    passes, builder = generator()._module_pass_manager()  # noqa: SLF001  Numba's own way
    passes.run(module, builder)


def _dynamic_globals(module: Any) -> list[str]:
    """The names of addresses that are valid in one process alone. Most of them are optimised away."""
    return [one.name for one in module.global_variables if one.name.startswith("numba.dynamic.globals")]


def make(bitcode: bytes) -> Answer:
    """The machine code of a linked module."""
    start = time.process_time()
    module = binding.parse_bitcode(bitcode)
    optimize(module)
    module.verify()
    code = generator()._tm.emit_object(module)  # noqa: SLF001  Numba's own way
    return code, _dynamic_globals(module), time.process_time() - start


def main() -> None:
    given, made = sys.stdin.buffer, sys.stdout.buffer
    while True:
        try:
            bitcode = pickle.load(given)  # noqa: S301  from the process that started this one
        except EOFError:
            return
        pickle.dump(make(bitcode), made)
        made.flush()


if __name__ == "__main__":
    main()
