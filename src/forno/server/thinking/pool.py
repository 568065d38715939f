"""Workers with a fair queue. They are started when there is something to do, and again when they die."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from forno.server.thinking.fair_queue import Asker, FairQueue
from forno.server.thinking.worker import Died, Failed, Worker

log = logging.getLogger(__name__)

_FREE = 4  # decisions that may wait for each worker before all get a smaller budget
_LEAST = 1 / 16  # of the budget
_ATTEMPTS = 3  # if workers die over a task
_PAUSE = 2.0  # seconds before a worker that died is started again


@dataclass
class Job:
    asker: Asker
    task: str
    arguments: tuple[Any, ...]
    has_budget: bool  # the task's last argument is its share of the budget
    stand_in: Callable[[], Any] | None  # the same in this process, while no worker is ready
    done: "asyncio.Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    attempts: int = 0


def share_of_budget(waiting: int, workers: int) -> float:
    """The share of a strong bot's budget, if so many decisions wait for so many workers.

    It is all of it up to four for each worker, and half as much each time when the number doubles, down to a sixteenth.
    """
    share = 1.0
    while waiting > _FREE * workers / share and share > _LEAST:
        share /= 2
    return share


class Pool:
    def __init__(self, most: int, games: Callable[[], list[str]]) -> None:
        """`most` is the number of workers. A worker loads the machine code of `games` before it begins."""
        self._most = most
        self._games = games
        self._jobs: FairQueue[Job] = FairQueue()
        self._workers: list[Worker] = []  # ready ones
        self._busy = 0
        self._tasks: list[asyncio.Task[None]] = []  # one for each worker
        self._own: asyncio.Task[None] | None = None  # does the jobs in this process until a worker is ready
        self._threads = ThreadPoolExecutor(most + 1, thread_name_prefix="worker")
        self.restarts = 0

    @property
    def waiting(self) -> int:
        return self._jobs.qsize()

    @property
    def workers(self) -> list[Worker]:
        """Those that are ready."""
        return list(self._workers)

    async def do(
        self,
        asker: Asker,
        task: str,
        *arguments: Any,
        has_budget: bool = False,
        stand_in: Callable[[], Any] | None = None,
    ) -> Any:
        """The result of a task. Raises Failed if the task fails, or kills its workers. All jobs of a pool have a stand-in, or none."""
        job = Job(asker, task, arguments, has_budget, stand_in)
        self._jobs.put_nowait(job)
        n_starting = len(self._tasks) - len(self._workers)
        is_enough = self._busy < len(self._workers) or self.waiting <= n_starting
        if len(self._tasks) < self._most and not is_enough:
            self._tasks.append(asyncio.create_task(self._work(), name="worker"))
        if stand_in is not None and self._own is None and not self._workers:
            self._own = asyncio.create_task(self._stand_in(), name="until a worker is ready")
        return await job.done

    async def close(self) -> None:
        """End the workers, and what they do."""
        tasks = [*self._tasks, *([self._own] if self._own is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _work(self) -> None:
        """One worker, and the next one when it dies."""
        while True:
            worker = Worker()
            try:
                await self._in_thread(worker.wait_until_ready)
                for game in self._games():
                    await self._in_thread(worker.do, "load", game)
                self._workers.append(worker)
                await self._serve(worker)
            except (Died, Failed) as error:
                self.restarts += 1
                log.warning("a worker died and is started again", extra={"error": str(error)})
            finally:
                if worker in self._workers:
                    self._workers.remove(worker)
                await asyncio.shield(asyncio.create_task(asyncio.to_thread(worker.end)))
            await asyncio.sleep(_PAUSE if not self._workers else 0)

    async def _serve(self, worker: Worker) -> None:
        while True:
            job = await self._jobs.get()
            if job.done.done():  # nobody waits for it any more
                continue
            arguments = job.arguments
            if job.has_budget:
                arguments = (*arguments, share_of_budget(self._jobs.qsize(), len(self._workers)))
            self._busy += 1
            try:
                result = await self._in_thread(worker.do, job.task, *arguments)
            except Failed as error:
                _fail(job, error)
            except Died:
                job.attempts += 1
                if job.attempts < _ATTEMPTS:
                    self._jobs.put_nowait(job)
                else:
                    _fail(job, Failed("the worker died"))
                raise
            else:
                if not job.done.done():
                    job.done.set_result(result)
            finally:
                self._busy -= 1

    async def _stand_in(self) -> None:
        """Do what waits in this process, one job at a time, until a worker is ready."""
        while not self._workers and not self._jobs.empty():
            job = self._jobs.get_nowait()
            if job.done.done() or job.stand_in is None:
                continue
            try:
                result = await self._in_thread(job.stand_in)
            except Exception as error:  # noqa: BLE001  whoever waits for the job is told
                _fail(job, error)
            else:
                if not job.done.done():
                    job.done.set_result(result)
        self._own = None

    async def _in_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)


def _fail(job: Job, error: Exception) -> None:
    if not job.done.done():
        job.done.set_exception(error)
        job.done.exception()  # nobody may wait for it any more
