"""ChefsHatGYM in a Python of its own: it wants other versions of NumPy and pandas than ours, and only runs where a user has set it up."""

import subprocess
import sys
from pathlib import Path

from forno.cli.bench.peers.contest import Contender, Missing, Play

NAME = "ChefsHatGYM"
ROOM = "room"
_ROOM = Path(__file__).with_name("chefshatgym_room.py")
_HOW = (
    "It needs a Python of its own: python3 -m venv room && room/bin/pip install --no-deps chefshatgym && "
    "room/bin/pip install gym pandas matplotlib 'numpy<2', then forno bench peers --chefshatgym room/bin/python"
)


def contender(python: str | None) -> Contender:
    """`python`: the one that has it; by default ours is asked."""
    return Contender(NAME, "chefs-hat", ROOM, lambda: _room(python or sys.executable))


def _room(python: str) -> Play:
    def play(games: int) -> tuple[int, float]:
        command = [python, "-W", "ignore", str(_ROOM), str(games)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603  the user named it
        answer = done.stdout.split()
        if done.returncode != 0 or len(answer) != 2:
            raise Missing(f"{done.stderr.strip().rpartition(chr(10))[2] or 'It does not start'}. {_HOW}")
        return int(answer[0]), float(answer[1])

    try:
        play(1)
    except OSError as error:
        raise Missing(f"{python}: {error.strerror}. {_HOW}") from None
    return play
