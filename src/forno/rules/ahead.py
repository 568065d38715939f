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

from forno.machine_code import Answer, make
from forno.rules.compile_cache import MachineCode
from forno.rules.dispatch import preparing
from forno.rules.linking import Library


@dataclass
class _Order:
    purpose: str
    library: Library
    module: bytes
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
        module = library.linked()
        answer = self._thread.submit(self._ask, module)
        self._orders.append(_Order(self.purpose, library, module, save, answer))
        while self._orders and self._orders[0].answer.done():
            self._save_first()

    def finish(self) -> None:
        """Wait until everything is saved. This process has nothing else to do, so it makes the last ones itself."""
        while self._orders:
            last = self._orders[-1]
            if last.answer.cancel():  # the other process has not begun with it
                self._save(self._orders.pop(), make(last.module))
            else:
                self._save_first()

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._process.kill()
        self._process.communicate()

    def _save_first(self) -> None:
        order = self._orders.pop(0)
        self._save(order, order.answer.result())

    def _save(self, order: _Order, answer: Answer) -> None:
        code, dynamic, seconds = answer
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
