"""Registers ids such as `forno/ChefsHat-v1` for `gymnasium.make`, `gymnasium.make_vec` and `pettingzoo.make`."""

from importlib.util import find_spec

from forno.rules import GAMES

VERSION = 1  # changes when the same seed and actions would lead to other observations or rewards
NAMES = {game.id: "".join(word.capitalize() for word in game.id.split("-")) for game in GAMES}


def register_gymnasium() -> None:
    import gymnasium  # noqa: PLC0415  an extra

    for game, name in NAMES.items():
        gymnasium.register(
            f"forno/{name}-v{VERSION}",
            entry_point="forno.envs.single:GameEnv",
            vector_entry_point="forno.envs.vector:GamesVectorEnv",
            kwargs={"game": game},
            disable_env_checker=True,
            order_enforce=False,
        )


def register_pettingzoo() -> None:
    import pettingzoo  # noqa: PLC0415  an extra

    if hasattr(pettingzoo, "register"):  # since 1.27
        for game, name in NAMES.items():
            pettingzoo.register("aec", f"forno/{name}-v{VERSION}", "forno.envs.aec:env", kwargs={"game": game})
            pettingzoo.register(
                "parallel", f"forno/{name}-v{VERSION}", "forno.envs.aec:parallel_env", kwargs={"game": game}
            )


def register_openspiel() -> None:
    from forno.envs import spiel  # noqa: PLC0415  an extra

    spiel.register()


def register_all() -> None:
    """Register the games with every library that is installed."""
    if find_spec("gymnasium"):
        register_gymnasium()
    if find_spec("pettingzoo"):
        register_pettingzoo()
    if find_spec("pyspiel"):
        register_openspiel()
