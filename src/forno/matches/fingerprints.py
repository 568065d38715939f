"""Fingerprints of agents: what decides how an agent plays, besides its text and Forno's version.

Games of an agent and of its edited successor must not be counted together. A run folder therefore keeps the fingerprint of each of its
agents: the SHA-256 of every file that the agent consists of, as far as they can be found. An agent that is given as an object also
has that of the object.
"""

import ast
import hashlib
import io
import pickle
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from forno.agents import Agent
from forno.agents.programs import PREFIX, split
from forno.agents.specs import is_import_path
from forno.matches.agent_loading import GivenAgents
from forno.matches.contest import Contest
from forno.rules import find
from forno.rules.game import Game

Fingerprint = dict[str, str]  # the first digits of the SHA-256 of a file, by its name
_FORNO = Path(__file__).parents[1]
_LIBRARY = Path(sysconfig.get_path("stdlib"))
_INSTALLED = {"site-packages", "dist-packages"}  # folders of packages
_DIGITS = 16
_OBJECT = "the object"
_UNKNOWN = "unknown"  # the digest of an object that cannot be compared with another


def fingerprints(
    contest: Contest, loaded: Mapping[str, Agent], given: GivenAgents | None = None
) -> dict[str, Fingerprint]:
    """The fingerprint of each agent of a contest. It is empty for Forno's own agents, which change only with Forno's version."""
    own = given or {}
    return {
        name: fingerprint_of_object(own[name]) if name in own else fingerprint(name, loaded[name])
        for name in contest.names
    }


def fingerprint(text: str, agent: Agent) -> Fingerprint:
    """The files of an agent: its module or program and what that imports from its own folder, files named in its settings, and `agent.files`."""
    if text.startswith(PREFIX):
        words = split(text.removeprefix(PREFIX))
        files = dict(_program_files(words))
    else:
        module = text.partition(":")[0] if is_import_path(text) else type(agent).__module__
        files = dict(_module_files(module))
        files |= _named_files(part.partition("=")[2] for part in text.split(":", 2)[-1].split(","))
    files |= _named_files(str(path) for path in getattr(agent, "files", ()))
    return {name: _digest(path) for name, path in sorted(files.items())}


def fingerprint_of_object(agent: Agent) -> Fingerprint:
    """The object's attributes, the modules that define it and its parts, and `agent.files`."""
    pickler = _Pickler(io.BytesIO())
    try:
        pickler.dump(agent)
    except Exception:  # noqa: BLE001  lambdas and open files cannot be pickled, and an object can raise anything
        pickler.is_complete = False
    files = {name: path for module in sorted(pickler.modules) for name, path in _module_files(module)}
    files |= _named_files(str(path) for path in getattr(agent, "files", ()))
    digest = hashlib.sha256(pickler.file.getvalue()).hexdigest()[:_DIGITS] if pickler.is_complete else _UNKNOWN
    return {name: _digest(path) for name, path in sorted(files.items())} | {_OBJECT: digest}


class _Pickler(pickle.Pickler):
    """Notes the modules of a user's own classes and functions. What it writes is the same in every process for the same object."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.file = file
        self.modules: set[str] = set()
        self.is_complete = True

    def reducer_override(self, value: Any) -> Any:
        if isinstance(value, Game):  # it changes only with Forno's version
            return find, (value.id,)
        if hasattr(value, "detach") and hasattr(value, "numpy"):  # a tensor of torch, which pickles its address
            return bytes, (value.detach().cpu().numpy().tobytes(),)
        if isinstance(value, type) or callable(value):
            self._note(getattr(value, "__module__", None) or "builtins")
        return NotImplemented

    def _note(self, module: str) -> None:
        file = getattr(sys.modules.get(module), "__file__", None)
        if file is None:
            self.is_complete &= module != "__main__"  # a class of a notebook, which may have been edited
        elif not Path(file).is_relative_to(_LIBRARY) and not _INSTALLED & set(Path(file).parts):
            self.modules.add(module)


def difference(agent: str, before: Fingerprint, now: Fingerprint) -> str:
    """What has changed, as the beginning of a sentence; empty if nothing has."""
    changes = [
        *(f"{name} is different" for name in before if name in now and before[name] != now[name] != _UNKNOWN),
        *(f"{name} is gone" for name in before if name not in now),
        *(f"{name} is new" for name in now if name not in before),
    ]
    if changes:
        return f"the agent {agent} has changed since then ({', '.join(changes)})"
    if _UNKNOWN in now.values():
        return f"it cannot be known whether the agent {agent} has changed since then (it is an object that pickle cannot store)"
    return ""


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:_DIGITS]


def _named_files(words: Iterator[str]) -> dict[str, Path]:
    """The words that are names of files."""
    return {word: Path(word) for word in words if word and Path(word).is_file()}


def _program_files(words: list[str]) -> Iterator[tuple[str, Path]]:
    """The files in a command. A script in Python also brings the modules beside it that it imports."""
    for name, path in _named_files(iter(words)).items():
        if path.suffix != ".py":
            yield name, path
            continue
        for module, source in _imports(path.resolve().parent, path.stem):
            yield f"{module}.py", source


def _module_files(module: str) -> Iterator[tuple[str, Path]]:
    """The source of a module, and of all modules that it imports from the folder that contains its package."""
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None or Path(file).is_relative_to(_FORNO):
        return
    root = Path(file).resolve().parents[module.count(".") + (Path(file).name == "__init__.py")]
    is_installed = root.name in _INSTALLED
    for name, path in _imports(root, module, module.partition(".")[0] if is_installed else None):
        yield f"{name}.py", path


def _imports(root: Path, module: str, package: str | None = None) -> Iterator[tuple[str, Path]]:
    """A module and all that it imports from `root`, directly or not, by name. If a package is given, only modules of that package."""
    found: set[str] = set()
    todo = [module]
    while todo:
        name = todo.pop()
        path = _source(root, name)
        if name in found or path is None or (package is not None and name.partition(".")[0] != package):
            continue
        found.add(name)
        yield name, path
        todo.extend(_imported_names(path, name))


def _source(root: Path, module: str) -> Path | None:
    path = root.joinpath(*module.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def _imported_names(path: Path, module: str) -> Iterator[str]:
    """The modules that a source names. For `from a import b` these are `a` and `a.b`, since `b` may be a module."""
    try:
        tree = ast.parse(path.read_bytes())
    except SyntaxError:  # a script for another version of Python
        return
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                parts = alias.name.split(".")
                yield from (".".join(parts[: n + 1]) for n in range(len(parts)))
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            parts = [*above, *(node.module.split(".") if node.module else [])]
            yield from (".".join(parts[: n + 1]) for n in range(len(parts)))
            yield from (".".join([*parts, alias.name]) for alias in node.names)
