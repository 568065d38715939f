"""Makes machine code for another process: `python -m forno.rules.optimiser` reads modules of LLVM's and writes machine code, until its input ends."""

import pickle
import sys
import time

from llvmlite import binding

from forno.rules.linking import dynamic_globals, generator, optimize


def main() -> None:
    given, made = sys.stdin.buffer, sys.stdout.buffer
    while True:
        try:
            module = binding.parse_bitcode(pickle.load(given))  # noqa: S301  from the process that started this one
        except EOFError:
            return
        start = time.process_time()
        optimize(module)
        module.verify()
        code = generator()._tm.emit_object(module)  # noqa: SLF001  Numba's own way
        pickle.dump((code, dynamic_globals(module), time.process_time() - start), made)
        made.flush()


if __name__ == "__main__":
    main()
