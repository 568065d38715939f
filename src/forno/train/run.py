"""A training run: gather, learn, evaluate, save, again and again. It can be interrupted and continued, with the same result."""

import json
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import torch

from forno import __version__
from forno.agents.networks import Network, NetworkFile
from forno.agents.policies import GREEDY
from forno.rules import find
from forno.rules.game import BadSetup, Game
from forno.train.curves import draw_curve
from forno.train.horizon import Worths, fit_worths
from forno.train.learner import Learner, Progress
from forno.train.settings import Settings
from forno.train.tasks import Gathered, GatherTask, Opponents, PlayTask, Rows, do_gather, do_play, joined, task_key
from forno.workers import Workers, cores
from forno.workers.tasks import Queue

CHECKPOINT, MEMORY, CURVE, NETWORK, PLOT = "checkpoint.pt", "memory.npz", "curve.json", "network.npz", "curve.png"
_TASKS = 4  # of an iteration, at least: whatever the number of cores, so that it changes nothing
_SAVE_EVERY = 300  # seconds
Report = Callable[[str], None]


class TrainingRun:
    """`folder` has everything that is needed to continue, and the network."""

    def __init__(
        self,
        game: Game,
        folder: Path,
        *,
        key: bytes,
        settings: Settings,
        opponents: Mapping[int, Opponents] | None = None,
        start: Network | None = None,
        command: str = "",
    ) -> None:
        """With `opponents`, by number of players, it learns against these, with these numbers of players."""
        self.game = game
        self.folder = folder
        self.key = key
        self.settings = settings
        self.fixed = opponents
        self.players = tuple(opponents or game.players)
        self.command = command
        self.learner = Learner(game, settings, int.from_bytes(key[:4], "little"))
        if start is not None:
            self._begin_with(start)
        self.is_new = start is None
        self.progress = Progress()
        self.snapshots: list[Network] = []
        self.worths: dict[int, Worths] = {}

    def _begin_with(self, network: Network) -> None:
        try:
            self.learner.load(network)
        except ValueError as error:
            raise BadSetup(f"the network to begin with does not fit the settings: {error}.") from None

    @classmethod
    def resume(
        cls,
        folder: Path,
        changes: Mapping[str, Any] | None = None,
        command: str = "",
        opponents: Mapping[int, Opponents] | None = None,
    ) -> "TrainingRun":
        """Continue a run where its last checkpoint was, if you like with other settings from now on.

        `command` tells what changed them. Raise BadSetup if there is no run, or if a setting cannot be changed.
        """
        path = folder / CHECKPOINT
        if not path.is_file():
            raise BadSetup(f"there is no training run to resume in {folder}: it has no {CHECKPOINT}.")
        saved = torch.load(path, weights_only=True)
        facts = json.loads(saved["facts"])
        run = cls(
            find(facts["game"]),
            folder,
            key=bytes.fromhex(facts["key"]),
            settings=Settings.from_json(facts["settings"]).changed(changes or {}),
            opponents=opponents,
            command=facts["command"],
        )
        if changes:
            run.command += f" --decisions {facts['progress']['recorded']} && {command}"
        run.progress = Progress(**facts["progress"])
        run.learner.model.load_state_dict(saved["model"])
        run.learner.average.load_state_dict(saved["average"])
        run.learner.load_optimizer(saved["optimizer"])
        with np.load(folder / MEMORY) as arrays:
            sizes = np.cumsum(arrays["sizes"])[:-1]
            parts = (np.split(arrays[name], sizes) for name in Rows.__dataclass_fields__)
            run.learner.memory.extend(Rows(*part) for part in zip(*parts, strict=True))
            names = list(run.learner.network().parameters)
            for k in range(int(arrays["snapshots"])):
                run.snapshots.append(Network(*(_restored(arrays[f"snapshot{k}_{name}"]) for name in names)))
        return run

    def save(self) -> None:
        """Write a checkpoint, the network, and the curve. A crash in between leaves the last checkpoint."""
        self.folder.mkdir(parents=True, exist_ok=True)
        memory = joined(list(self.learner.memory)) if self.learner.memory else None
        arrays: dict[str, Any] = {"sizes": np.array([len(rows) for rows in self.learner.memory])}
        if memory is not None:
            arrays |= vars(memory)
        arrays["snapshots"] = np.array(len(self.snapshots))
        for k, network in enumerate(self.snapshots):
            for name, array in network.parameters.items():
                arrays[f"snapshot{k}_{name}"] = array if array.dtype == np.uint8 else array.astype(np.float16)
        with (self.folder / f"{MEMORY}.new").open("wb") as file:
            np.savez_compressed(file, **arrays)
        facts = {
            "game": self.game.id,
            "key": self.key.hex(),
            "settings": self.settings.as_json(),
            "command": self.command,
            "progress": asdict(self.progress),
        }
        saved = {
            "facts": json.dumps(facts),
            "model": self.learner.model.state_dict(),
            "average": self.learner.average.state_dict(),
            "optimizer": self.learner.optimizer.state_dict(),
        }
        torch.save(saved, self.folder / f"{CHECKPOINT}.new")
        (self.folder / f"{MEMORY}.new").replace(self.folder / MEMORY)
        (self.folder / f"{CHECKPOINT}.new").replace(self.folder / CHECKPOINT)
        self.network_file().save(self.folder / NETWORK)
        (self.folder / CURVE).write_text(json.dumps(self.progress.curve, indent=1), encoding="utf-8")
        draw_curve(self.game, self.progress.curve, self.folder / PLOT)

    def network_file(self) -> NetworkFile:
        provenance = {
            "command": self.command,
            "key": self.key.hex(),
            "forno": __version__,
            "date": datetime.now(UTC).date().isoformat(),
            "iterations": self.progress.iteration,
            "decisions": self.progress.recorded,
            "played": self.progress.played,
            "minutes": round(self.progress.seconds / 60, 1),
            "settings": self.settings.as_json(),
            "measured": self.progress.curve[-1] if self.progress.curve else None,
        }
        return NetworkFile(self.game.id, self.players, self.learner.network(), provenance)

    def train(
        self,
        *,
        minutes: float | None = None,
        decisions: int | None = None,
        threads: int | None = None,
        workers: Workers | None = None,
        report: Report = print,
    ) -> None:
        """Go on until the time is up or so many decisions have been recorded in total; then save. Save every few minutes, too.

        Threads gather experience while the model learns, and their number changes nothing. Workers, such as those of a cluster, gather it at
        their own pace: faster, but no two runs are the same.
        """
        torch.set_num_threads(1)  # the network is too small to profit from more
        start, before = time.monotonic(), self.progress.seconds
        saved = start

        def spent() -> float:
            return time.monotonic() - start

        with ThreadPoolExecutor(threads or cores()) as pool:
            if self.settings.later:
                fits = {n: pool.submit(fit_worths, self.game, n, task_key(self.key, "worths", n)) for n in self.players}
                self.worths = {n: fit.result() for n, fit in fits.items()}
            if self.progress.iteration == 0:
                self._clone(pool, report)
            stream = None if workers is None else workers.run(do_gather, _Feed(self))
            while not _is_reached(decisions, self.progress.recorded) and not _is_reached(minutes, spent() / 60):
                self._iterate(pool, stream)
                self.progress.seconds = before + spent()
                if self.progress.iteration % self.settings.evaluate_every == 0:
                    self._evaluate(pool, report)
                if time.monotonic() - saved > _SAVE_EVERY:
                    self.save()
                    saved = time.monotonic()
            if isinstance(stream, Generator):
                stream.close()  # ends the workers
            if not self.progress.curve or self.progress.curve[-1]["iteration"] != self.progress.iteration:
                self._evaluate(pool, report)
        self.progress.seconds = before + spent()
        self.save()

    def _clone(self, pool: ThreadPoolExecutor, report: Report) -> None:
        is_told = self.settings.advice or self.settings.ratings
        wanted = 0 if is_told or not self.is_new else self.settings.clone
        if wanted > 0:
            report(f"Imitating greedy in {wanted:,} decisions …")
        for part in range(-(-wanted // self.settings.rows)):
            gathered = Gathered.join(list(pool.map(do_gather, self.tasks(("clone", part), cloning=True))))
            self.learner.clone(gathered.rows, self._rng("clone", part))
        self._evaluate(pool, report)

    def _iterate(self, pool: ThreadPoolExecutor, stream: Iterator[tuple[int, Gathered]] | None) -> None:
        """Learn from what is in memory while the next decisions are gathered with the network as it is now."""
        progress, settings = self.progress, self.settings
        if progress.iteration % settings.snapshot_every == 0 and settings.snapshots:
            self.snapshots = [*self.snapshots, self.learner.network()][-settings.snapshots :]
        if stream is None:
            gathering = pool.map(do_gather, self.tasks(("iteration", progress.iteration)))
        else:
            gathering = (next(stream)[1] for _ in self._players_by_task())
        if self.learner.memory:
            self.learner.learn(self._rng("learn", progress.iteration))
        gathered = Gathered.join(list(gathering))
        self.learner.memory.append(gathered.rows)
        progress.iteration += 1
        progress.recorded += len(gathered.rows)
        progress.played += gathered.played

    def tasks(self, name: tuple[object, ...], *, cloning: bool = False) -> list[GatherTask]:
        """What gathers the decisions of one iteration, from all numbers of players alike."""
        players, network = self._players_by_task(), self.learner.network()
        ends = [self.settings.rows * k // len(players) for k in range(len(players) + 1)]
        return [
            GatherTask(
                task_key(self.key, *name, k),
                self.game.id,
                n,
                ends[k + 1] - ends[k],
                network,
                Opponents() if cloning else self.opponents(n),
                self.settings,
                cloning,
                self.worths.get(n),
            )
            for k, n in enumerate(players)
        ]

    def _players_by_task(self) -> list[int]:
        return [n for n in self.players for _ in range(-(-_TASKS // len(self.players)))]

    def opponents(self, players: int) -> Opponents:
        if self.fixed is not None:
            return self.fixed[players]
        settings = self.settings
        return Opponents((GREEDY,), tuple(self.snapshots), network_share=settings.league, self_play=settings.self_play)

    def _evaluate(self, pool: ThreadPoolExecutor, report: Report) -> None:
        """Add a point to the curve: the network against a field, for each number of players. The deals are the same each time."""
        network, games = self.learner.network(), self.settings.evaluation_games
        tasks = {
            n: pool.submit(
                do_play,
                PlayTask(
                    task_key(self.key, "evaluate", n),
                    self.game.id,
                    n,
                    games,
                    network,
                    Opponents() if self.fixed is None else self.fixed[n],
                ),
            )
            for n in self.players
        }
        results = {}
        for n, task in tasks.items():
            played = task.result()
            per = played.shifts.sum() if self.game.has_shifts else len(played.points)
            results[str(n)] = {
                "points": round(float(played.points.sum() / per), 4),
                "above_par": round(float((played.points - played.par).sum() / per), 4),
                "wins": round(float(played.victories.mean()), 4),
            }
        progress = self.progress
        point = {
            "iteration": progress.iteration,
            "decisions": progress.recorded,
            "played": progress.played,
            "seconds": round(progress.seconds),
            "results": results,
        }
        progress.curve.append(point)
        report(describe(self.game, point))

    def _rng(self, *name: object) -> np.random.Generator:
        return np.random.default_rng(list(task_key(self.key, *name)))


class _Feed(Queue[GatherTask]):
    """Tasks without end, each with the network as it is when a worker takes it."""

    def __init__(self, run: TrainingRun) -> None:
        super().__init__({})
        self.run = run
        self.number = 0

    def __len__(self) -> int:
        return 1_000_000

    def take(self) -> tuple[int, GatherTask]:
        """Return a task that a dead worker left, or a new one."""
        if super().__len__():
            return super().take()
        run, self.number = self.run, self.number + 1
        name = ("worker", run.progress.iteration, self.number)
        tasks = run.tasks(name)
        return self.number, tasks[self.number % len(tasks)]


def describe(game: Game, point: dict[str, Any]) -> str:
    """A point of the curve, for people."""
    unit = "points a shift" if game.has_shifts else "points"
    results = "; ".join(
        f"{n} players: {result['points']:.2f} {unit}, {100 * result['wins']:.1f} % won"
        for n, result in point["results"].items()
    )
    return f"{point['decisions']:>10,} decisions  {point['seconds']:>6,} s  {results}"


def _is_reached(limit: float | None, value: float) -> bool:
    return limit is not None and value >= limit


def _restored(array: Any) -> Any:
    return array if array.dtype == np.uint8 else array.astype(np.float32)
