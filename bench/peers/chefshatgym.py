"""ChefsHatGYM, in a separate Python: it needs other versions of NumPy and pandas, so the user has to set it up."""

import subprocess
import sys
from pathlib import Path

from peers.benchmark import Contender, NotInstalled, Play

NAME = "ChefsHatGYM"
ROOM = "room"
_ROOM = Path(__file__).with_name("chefshatgym_room.py")
_HOW = (
    "It needs a separate Python: python3 -m venv room && room/bin/pip install --no-deps chefshatgym && "
    "room/bin/pip install gym pandas matplotlib 'numpy<2', then forno bench peers --chefshatgym room/bin/python"
)


def contender(python: str | None) -> Contender:
    """`python` is the interpreter that has ChefsHatGYM, by default this one."""
    return Contender(NAME, "chefs-hat", ROOM, lambda: _room(python or sys.executable))


def _room(python: str) -> Play:
    def play(games: int) -> tuple[int, float]:
        command = [python, "-W", "ignore", str(_ROOM), str(games)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        answer = done.stdout.split()
        if done.returncode != 0 or len(answer) != 2:
            raise NotInstalled(f"{done.stderr.strip().rpartition(chr(10))[2] or 'It does not start'}. {_HOW}")
        return int(answer[0]), float(answer[1])

    try:
        play(1)
    except OSError as error:
        raise NotInstalled(f"{python}: {error.strerror}. {_HOW}") from None
    return play
