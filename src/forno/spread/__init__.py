"""Much work on many workers: the processors here, or a Ray cluster.

>>> from forno.spread import Here, spread
>>> dict(spread(abs, {7: -1, 8: 2}, Here(1)))
{7: 1, 8: 2}
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol, TypeVar

from forno.spread.here import Here, cores
from forno.spread.on_ray import NoRay, OnRay
from forno.spread.queue import Queue, WorkerDied

__all__ = ["Here", "NoRay", "OnRay", "WorkerDied", "Workers", "cores", "spread"]

Piece = TypeVar("Piece")
Result = TypeVar("Result")


class Workers(Protocol):
    """Where the work is done: `Here` or `OnRay`."""

    def run(self, work: Callable[[Piece], Result], queue: Queue[Piece]) -> Iterator[tuple[int, Result]]: ...


def spread(
    work: Callable[[Piece], Result], pieces: Mapping[int, Piece], workers: Workers
) -> Iterator[tuple[int, Result]]:
    """Do numbered pieces of work; each one's number and result, once, as they are done: in any order.

    `work` is sent to each worker once and stays there, so it may keep what is dear to make. The pieces of a worker that dies are done again by another.
    An exception of `work` is raised here. Whoever stops listening (closes the iterator, or is interrupted) ends the workers.
    """
    yield from workers.run(work, Queue(pieces))
