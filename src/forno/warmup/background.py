"""Compile in other processes, while this one plays the same games as plain Python."""

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Any

from forno.agents import Agent, recalls, searches, stand_in
from forno.rules import find
from forno.rules.chance import Rng
from forno.rules.compiling import hold, is_compiling, loading, release
from forno.rules.game import Actions, Game
from forno.rules.records import Records
from forno.warmup.parts import GAME_PARTS, Part

log = logging.getLogger(__name__)

Maker = Callable[[Game], Part]  # a function of a module, since another process calls it, too
_POLL = 0.2  # seconds


class BackgroundWarmup:
    """Games can be played from the beginning: as plain Python, until their machine code is there."""

    def __init__(self, games: Sequence[Game], makers: Sequence[Maker] = GAME_PARTS) -> None:
        self._makers = makers
        self._pending = [game.id for game in games] if is_compiling() else []
        self._failed: set[str] = set()
        self._missing: set[str] = set()  # games whose machine code is not on disk, as far as is known
        self._wanted: list[str] = []
        self._children: dict[str, subprocess.Popen[bytes]] = {}  # by game
        # Its end tells the children that nobody waits for them any more.
        self._lifeline = os.pipe() if self._pending else (-1, -1)
        self._starting = threading.Lock()
        self._stopped = threading.Event()
        self.ended = threading.Event()
        if not self._pending:
            self.ended.set()
        else:
            hold(*(record for game in games for record in (game.state_dtype, game.view_dtype)))
            # A daemon does not delay the end of the process.
            threading.Thread(target=self._work, name="warm-up", daemon=True).start()

    def is_ready(self, game: Game) -> bool:
        """Whether all parts run as machine code."""
        return game.id not in self._pending and game.id not in self._failed

    def is_loading(self, game: Game) -> bool:
        """Whether the machine code is on disk and will be there in a moment. What takes long as plain Python should wait for it."""
        return game.id in self._pending and game.id not in self._missing

    @property
    def pending(self) -> list[str]:
        """The games that are being compiled, or will be."""
        return list(self._pending)

    def agent(self, agent: Agent, game: Game) -> Agent:
        """The same agent. If it searches, another one chooses until the game is ready."""
        return _UntilReady(agent, game, self) if searches(agent) and not self.is_ready(game) else agent

    def prefer(self, game: Game) -> None:
        """Compile this game before those that nobody has asked for."""
        if game.id in self._pending and game.id not in self._wanted:
            self._wanted.append(game.id)

    def close(self) -> None:
        """Stop compiling, and hold nothing any more. What is finished stays on disk."""
        with self._starting:
            self._stopped.set()
        for child in self._children.values():
            child.kill()
            child.wait()
        for game_id in (*self._pending, *self._failed):
            _release(find(game_id))

    @property
    def has_children(self) -> bool:
        """Whether it has started processes."""
        return bool(self._children)

    def _work(self) -> None:
        try:
            self._prepare_all()
        finally:
            for end in self._lifeline:
                os.close(end)
            self.ended.set()

    def _prepare_all(self) -> None:
        self._missing |= {game_id for game_id in self._pending if not self._is_on_disk(find(game_id))}
        while self._pending and not self._stopped.is_set():
            game = find(self._next())
            try:
                self._prepare(game)
            except Exception:
                log.exception("the warm-up failed: the game goes on as plain Python", extra={"game": game.id})
                self._failed.add(game.id)
            if not self._stopped.is_set():
                self._pending.remove(game.id)
                log.info("the warm-up has ended", extra={"game": game.id, "is_ready": self.is_ready(game)})

    def _next(self) -> str:
        """Those that are on disk come first: they take a moment, and others wait for them."""
        by_wish = [*(wanted for wanted in self._wanted if wanted in self._pending), *self._pending]
        return min(by_wish, key=lambda game_id: game_id in self._missing)

    def _is_on_disk(self, game: Game) -> bool:
        return all(make(game).is_compiled for make in self._makers)

    def _prepare(self, game: Game) -> None:
        parts = [make(game) for make in self._makers]
        while missing := [part for part in parts if not part.is_compiled]:
            self._see_to(missing, game)
            if self._stopped.wait(_POLL):
                return
        if child := self._children.get(game.id):
            child.wait()
        self._missing.discard(game.id)
        with loading():
            for part in parts:
                part.load()
        _release(game)

    def _see_to(self, missing: Sequence[Part], game: Game) -> None:
        """Start a process that compiles the game, unless there is one, of ours or of somebody else."""
        child = self._children.get(game.id)
        if child is None and not any(part.is_being_compiled for part in missing):
            if all(part.is_compiled for part in missing):  # by somebody who has just finished
                return
            with self._starting:
                if not self._stopped.is_set():
                    self._children[game.id] = _start_compiling(self._makers, game, self._lifeline[0])
        elif child is not None and child.poll() not in (None, 0) and not self._stopped.is_set():
            raise RuntimeError(f"the process that compiles {game.id} failed with code {child.returncode}")


def _release(game: Game) -> None:
    release(game.state_dtype, game.view_dtype)


class _UntilReady:
    def __init__(self, agent: Agent, game: Game, warmup: BackgroundWarmup) -> None:
        self._agent, self._game, self._warmup = agent, game, warmup
        self._stand_in = stand_in(game)

    @property
    def recalls(self) -> bool:
        return self._warmup.is_ready(self._game) and recalls(self._agent)

    def choose(self, view: Records[Any], legal: Actions, rng: Rng) -> int:
        agent = self._agent if self._warmup.is_ready(self._game) else self._stand_in
        return agent.choose(view, legal, rng)


def _start_compiling(makers: Sequence[Maker], game: Game, lifeline: int) -> subprocess.Popen[bytes]:
    names = [f"{make.__module__}:{make.__name__}" for make in makers]
    # Not by multiprocessing, which forbids it to the workers of an arena. In a new session Ctrl-C does not reach it.
    return subprocess.Popen(  # noqa: S603  our own module
        [sys.executable, "-m", __package__, game.id, *names],
        stdin=lifeline,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
