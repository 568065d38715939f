"""Compile ahead of the first call: machine code is put on disk, and is not run.

Numba's own Python takes longer than LLVM. So this process goes on with the next function while another one makes the machine code
(`forno.machine_code`). Nothing here waits for it, because calls run as plain Python, with the same results.
"""

import contextlib
import pickle
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from forno.rules.compile_cache import MachineCode
from forno.rules.dispatch import preparing
from forno.rules.linking import Library

Answer = tuple[bytes, list[str], float]  # machine code, what is dynamic in it, and the processor seconds that it took


@dataclass
class _Order:
    purpose: str
    library: Library
    save: Callable[[], None]
    answer: Future[Answer]


class Optimiser:
    """Another process that makes machine code, in the order in which it is asked."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "forno.machine_code"]
        # In a new session Ctrl-C does not reach it. It ends when this process does.
        self._process = subprocess.Popen(  # noqa: S603  our own module
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self._thread = ThreadPoolExecutor(1)  # a pipe has less room than one module needs
        self._orders: list[_Order] = []
        self.purpose = ""  # of what is ordered next
        self.seconds: defaultdict[str, float] = defaultdict(float)  # of a processor, by the purpose of what is saved

    def make(self, library: Library, save: Callable[[], None]) -> None:
        """Make the machine code of a function, and call `save` when it is there."""
        answer = self._thread.submit(self._ask, library.linked())
        self._orders.append(_Order(self.purpose, library, save, answer))
        while self._orders and self._orders[0].answer.done():
            self._save_first()

    def finish(self) -> None:
        """Wait until everything is saved."""
        while self._orders:
            self._save_first()

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._process.kill()
        self._process.communicate()

    def _save_first(self) -> None:
        order = self._orders.pop(0)
        code, dynamic, seconds = order.answer.result()
        order.library.set_machine_code(code, dynamic)
        order.save()
        self.seconds[order.purpose] += seconds

    def _ask(self, module: bytes) -> Answer:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        pickle.dump(module, self._process.stdin)
        self._process.stdin.flush()
        answer: Answer = pickle.load(self._process.stdout)  # noqa: S301  from a process that we have started
        return answer


@contextlib.contextmanager
def ahead() -> Iterator[Optimiser]:
    """In this thread, let calls from Python compile what they call, and then run it as plain Python."""
    optimiser = Optimiser()
    MachineCode.optimiser = optimiser
    try:
        with preparing():
            yield optimiser
            optimiser.finish()
    finally:
        MachineCode.optimiser = None
        optimiser.close()
