"""Plays shifts in the room of ChefsHatGYM, with four of its random agents and without log files.

Run by `chefshatgym` in a Python that need not have Forno. Prints the number of decisions and their CPU seconds.
"""

import contextlib
import io
import os
import sys
import tempfile
import time

from ChefsHatGym.agents.agent_random import AgentRandon
from ChefsHatGym.env import ChefsHatEnv
from ChefsHatGym.gameRooms.chefs_hat_room_local import ChefsHatRoomLocal


class Counting(AgentRandon):  # type: ignore[misc]  # untyped
    asked = 0

    def get_action(self, observations: object) -> object:
        Counting.asked += 1
        return super().get_action(observations)

    def update_game_over(self) -> None:
        pass

    def observe_special_action(self, action_type: str, player: int) -> None:
        pass


def play(shifts: int, folder: str) -> float:
    room = ChefsHatRoomLocal(
        "room",
        game_type=ChefsHatEnv.GAMETYPE["MATCHES"],
        stop_criteria=shifts,
        save_dataset=False,
        verbose_console=False,
        verbose_log=False,
        game_verbose_console=False,
        game_verbose_log=False,
        log_directory=folder,
    )
    for name in "abcd":
        room.add_player(Counting(name, log_directory=folder))
    start = time.process_time()
    room.start_new_game()
    return time.process_time() - start


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place, contextlib.redirect_stdout(io.StringIO()):
        os.chdir(place)  # it writes into the current folder
        took = play(int(sys.argv[1]), place)
        os.chdir("/")
    sys.stdout.write(f"{Counting.asked} {took}\n")
