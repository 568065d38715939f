"""Parse the text of an agent: `name:setting=value,…`, or `package.module:Name:setting=value,…` for a user's own agent."""

import ast
import importlib
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from forno.agents.agent import Agent
from forno.rules.game import BadSetup, Game, Option, Value
from forno.suggestions import did_you_mean


def split(texts: str) -> list[str]:
    """Split a comma-separated list of agents, whose settings have commas too.

    >>> split("greedy,search:sims=50,utility=win,expert")
    ['greedy', 'search:sims=50,utility=win', 'expert']
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
    given = _pairs(text, agent)
    for name, value in given.items():
        part = name if value is None else f"{name}={value}"
        if not known:
            raise BadSetup(f"the agent {agent} has no settings; {part!r} is one.")
        if name not in by_name or value is None:
            hint = did_you_mean(name, by_name)
            raise BadSetup(f"the agent {agent} has no setting {part!r}: it takes {_example(known)}.{hint}")
    return {name: _read(option, given.get(name, option.default), agent) for name, option in by_name.items()}


def file_and_temperature(text: str, agent: str) -> tuple[str | None, float]:
    """What follows the name of an agent that plays by a network: `FILE`, `temperature=NUMBER`, or both with a comma."""
    file: str | None = None
    parts = text.split(",")
    if "=" not in parts[0]:
        file, text = parts[0].strip(), ",".join(parts[1:])
    given = _pairs(text, agent)
    heat = given.pop("temperature", "0")
    for name, value in given.items():
        part = name if value is None else f"{name}={value}"
        raise BadSetup(f"the agent {agent} has no setting {part!r}: it takes a file and temperature=….")
    try:
        temperature = float(heat or "")
    except ValueError:
        temperature = -1.0
    if not 0 <= temperature <= 100:
        raise BadSetup(f"the agent {agent} cannot have temperature={heat}: it takes a number from 0 to 100.")
    return file or None, temperature


def _pairs(text: str, agent: str) -> dict[str, str | None]:
    """The settings in a text, as texts; None for a name without a value."""
    given: dict[str, str | None] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (word.strip() for word in part.partition("="))
        if name in given:
            raise BadSetup(f"the agent {agent} is given {name} twice.")
        given[name] = value if equals else None
    return given


def _example(known: Sequence[Option]) -> str:
    return ", ".join(f"{option.name}=…" for option in known)


def _read(option: Option, value: Value, agent: str) -> Value:
    try:
        return option.read(value)
    except BadSetup:
        raise BadSetup(f"the agent {agent} cannot have {option.name}={value}: it takes {option.allowed}.") from None


def is_import_path(text: str) -> bool:
    module, colon, rest = text.partition(":")
    return (
        bool(colon) and rest.partition(":")[0].isidentifier() and all(part.isidentifier() for part in module.split("."))
    )


def imported(text: str, game: Game) -> Agent:
    """A user's own agent: call what the path names with the game and the settings.

    Modules are also found in the working folder. Settings that look like numbers, True, False or None are read as such.
    """
    module, name, settings = (*text.split(":", 2), "")[:3]
    path = f"{module}:{name}"
    if str(Path.cwd()) not in sys.path and "" not in sys.path:
        sys.path.append(str(Path.cwd()))
        importlib.invalidate_caches()
    maker = getattr(found := _module(module, text), name, None)
    if maker is None:
        hint = did_you_mean(name, [one for one in vars(found) if callable(getattr(found, one))])
        raise BadSetup(f"there is no agent {text!r}: the module {module} has no {name}.{hint}")
    if not callable(maker):
        raise BadSetup(
            f"the object {path} is not an agent: it must be a class or function that is called with the game."
        )
    given = {name: _literal(value) for name, value in _pairs(settings, path).items()}
    try:
        agent = maker(game, **given)
    except TypeError as error:
        what = f"the game and {', '.join(given)}" if given else "the game"
        raise BadSetup(f"the agent {path} cannot be called with {what}: {error}.") from error
    if not callable(getattr(agent, "choose", None)):
        raise BadSetup(f"the result of {path}(game) is not an agent: it has no method choose(view, legal, rng).")
    made: Agent = agent
    return made


def _module(name: str, text: str) -> ModuleType:
    """The module of an agent's text. Raise BadSetup if there is none, or if it cannot be imported."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not (name + ".").startswith(error.name + "."):
            raise BadSetup(f"the module {name} needs the module {error.name}, which is not installed.") from error
        raise BadSetup(f"there is no agent {text!r}: no module {name} is found here or in PYTHONPATH.") from None
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = (
            "" if isinstance(error, SyntaxError) else f" [{Path(place.filename).name}:{place.lineno}]"
        )  # it says so itself
        raise BadSetup(f"the module {name} cannot be imported: {type(error).__name__}: {error}{where}.") from error


def _literal(text: str | None) -> Any:
    """A number, True, False or None from its text; any other text as it is. A name without a value is True."""
    if text is None:
        return True
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text
    return value if isinstance(value, int | float | None) else text
