"""A history that would miss events is refused."""

import pytest

from forno.envs.single import GameEnv
from forno.envs.vector import GamesVectorEnv
from forno.rules.log import LogFull, new_log


@pytest.mark.parametrize("kind", [GameEnv, GamesVectorEnv])
def test_too_little_room_for_events(kind: type[GameEnv | GamesVectorEnv]) -> None:
    env = kind("chefs-hat", history=4)
    env.reset(seed=1)
    env._batch = env._batch._replace(log=new_log(2))  # noqa: SLF001  no game has too little room
    with pytest.raises(LogFull, match="max_events is too small"):
        env.reset(seed=1)
