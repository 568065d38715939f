"""A log that is too small for the history raises an error."""

import pytest

from forno.envs.games import Games, SharedGames
from forno.envs.single import GameEnv
from forno.envs.vector import GamesVectorEnv
from forno.rules.log import LogFull, new_log


@pytest.mark.parametrize("kind", [GameEnv, GamesVectorEnv])
def test_log_without_room_for_all_events(kind: type[GameEnv | GamesVectorEnv]) -> None:
    env = kind("chefs-hat", history=4)
    env.reset(seed=1)
    small = env._batch._replace(log=new_log(2))  # noqa: SLF001  the logs of real games are large enough
    if isinstance(env, GameEnv):
        env._games = Games(small, env._config)  # noqa: SLF001
    else:
        env._games = SharedGames(small, env._config, 0, threads=1)  # noqa: SLF001
    with pytest.raises(LogFull, match="max_events is too small"):
        env.reset(seed=1)
