"""The program of a worker: read a task from standard input, do it, write the result. It ends when the input does."""

import os
import pickle
import signal
import sys
from contextlib import suppress

from forno.server.thinking import tasks

_NICE = 5  # behind the server itself


def main() -> None:
    with suppress(AttributeError, OSError):
        os.nice(_NICE)  # not on Windows
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # so that programs of agents are ended
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # an agent that prints must not disturb the answers
    pickle.dump((True, None), answers)
    answers.flush()
    while True:
        try:
            name, arguments = pickle.load(sys.stdin.buffer)  # noqa: S301  from the server itself
        except EOFError:
            return
        try:
            answer = True, getattr(tasks, name)(*arguments)
        except Exception as error:  # noqa: BLE001  an agent may raise anything
            answer = False, f"{type(error).__name__}: {error}"
        pickle.dump(answer, answers)
        answers.flush()


if __name__ == "__main__":
    main()
