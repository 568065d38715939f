"""The contract of a file format for simulated games."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from forno.matches.contest import Contest
from forno.rules.game import Game


class GameWriter(Protocol):
    """Plays games of a contest and returns them as one file. Pickled once for each worker."""

    def prepare(self) -> None:
        """Load the agents. Raise BadSetup if one cannot be loaded."""
        ...

    def __call__(self, games: Sequence[int]) -> bytes:
        """The games with these numbers (see `Contest.single_game`)."""
        ...


class Format(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def suffix(self) -> str:
        """Of the files, without a dot."""
        ...

    def check(self, game: Game) -> None:
        """Raise BadSetup if the format cannot hold this game."""
        ...

    def writer(self, contest: Contest) -> GameWriter: ...

    def facts(self) -> dict[str, Any]:
        """What decides the files besides the games, as JSON. A folder with other facts is not continued."""
        ...

    def contents(self, contest: Contest) -> dict[str, Any]:
        """What the files contain, as JSON, for readers without Forno."""
        ...

    def finish(self, folder: Path, contest: Contest) -> None:
        """Called when all files are there."""
        ...
