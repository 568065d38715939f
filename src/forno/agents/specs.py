"""Parse the text of an agent: `name`, `name:setting=value,…`, or `package.module:Name` for a user's own agent."""

import importlib
from collections.abc import Sequence

from forno.agents.agent import Agent
from forno.rules.game import BadSetup, Game, Option, Value


def split(texts: str) -> list[str]:
    """Split a comma-separated list of agents, whose settings have commas too.

    >>> split("greedy,search:sims=50,utility=win,cook")
    ['greedy', 'search:sims=50,utility=win', 'cook']
    """
    found: list[str] = []
    for part in texts.split(","):
        if found and "=" in part and ":" not in part.partition("=")[0]:
            found[-1] += "," + part
        else:
            found.append(part)
    return [text.strip() for text in found]


def settings_from(text: str, agent: str, known: Sequence[Option]) -> dict[str, Value]:
    """All settings with their values. Raise BadSetup, with a sentence that names what is allowed."""
    by_name = {option.name: option for option in known}
    given: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not known:
            raise BadSetup(f"the agent {agent} has no settings; {part!r} is one.")
        if name not in by_name or not equals:
            raise BadSetup(f"the agent {agent} has no setting {part!r}: it takes {_example(known)}.")
        if name in given:
            raise BadSetup(f"the agent {agent} is given {name} twice.")
        given[name] = value
    return {name: _read(option, given.get(name, option.default), agent) for name, option in by_name.items()}


def _example(known: Sequence[Option]) -> str:
    return ", ".join(f"{option.name}=…" for option in known)


def _read(option: Option, value: Value, agent: str) -> Value:
    try:
        return option.read(value)
    except BadSetup:
        raise BadSetup(f"the agent {agent} cannot have {option.name}={value}: it takes {option.allowed}.") from None


def is_import_path(text: str) -> bool:
    module, colon, name = text.partition(":")
    return bool(colon) and name.isidentifier() and all(part.isidentifier() for part in module.split("."))


def imported(path: str, game: Game) -> Agent:
    """A user's own agent: call what the path names with the game."""
    module, _, name = path.partition(":")
    try:
        maker = getattr(importlib.import_module(module), name)
    except ModuleNotFoundError as error:
        if error.name is None or not (module + ".").startswith(error.name + "."):
            raise BadSetup(f"{module} needs the module {error.name}, which is not installed.") from error
        raise BadSetup(
            f"there is no agent {path!r}: no module {module} is found (is its folder in PYTHONPATH?)."
        ) from None
    except AttributeError:
        raise BadSetup(f"there is no agent {path!r}: the module {module} has no {name}.") from None
    if not callable(maker):
        raise BadSetup(f"{path} is not an agent: it must be a class or function that is called with the game.")
    try:
        agent = maker(game)
    except TypeError as error:
        raise BadSetup(f"{path} cannot be called with the game: {error}.") from error
    if not callable(getattr(agent, "choose", None)):
        raise BadSetup(f"{path}(game) is not an agent: it has no method choose(view, legal, rng).")
    made: Agent = agent
    return made
