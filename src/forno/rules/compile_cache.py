"""Where machine code is kept on disk, and under which name.

Numba checks only the file of the function itself, so a change to a callee or a constant in another file would leave its callers
stale. Here the name of a module's folder is a hash of every source that can be compiled into it: the module's own file and
everything it imports, directly or not. Code for a game's records also depends on that game's rules, which generic code
does not import, so their hash is part of the key of each compiled version. The names contain no path, so two checkouts of the same
sources share their machine code.
"""

import atexit
import hashlib
import logging
import os
import platform
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, ClassVar

import numba
import numpy as np
from numba.core import caching, environment, runtime, types

from forno import folders

log = logging.getLogger(__name__)

VARIANTS = 4  # folders kept for other versions of a module's sources

_caching: Any = caching  # Numba ships no types
_environment: Any = environment
_runtime: Any = runtime
_types: Any = types
_config: Any = numba.config  # it adds its attributes at run time
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]+)|import[ \t]+([^\n#]+))", re.MULTILINE
)
_RULES = Path(__file__).parent
_RULES_OF: dict[Any, list[Path]] = {}  # the files with a game's rules, by Numba's type of its records
_USED: set[Path] = set()  # folders of this process


def belongs_to(record: Any, functions: Iterable[Callable[..., Any]]) -> None:
    """Machine code for this record type depends on the sources of these functions.

    Functions of Forno's own layers above the rules are left out: whatever calls them also imports them.
    """
    files = {Path(getattr(function, "py_func", function).__code__.co_filename) for function in functions}
    above = {file for file in files if file.is_relative_to(_RULES.parent) and not file.is_relative_to(_RULES)}
    _RULES_OF.setdefault(numba.from_dtype(record), []).extend(sorted(files - above))


@cache
def wanted_home() -> Path:
    return Path(os.environ.get("NUMBA_CACHE_DIR") or folders.cache())


@cache
def home() -> Path:
    """The folder of all machine code. If it cannot be written, a temporary one until this process ends, which is said once.

    A temporary folder has a name that nobody can guess, since the code in it is run. The processes that this one starts use it, too.
    """
    folder = wanted_home()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError as error:
        log.warning(
            "Compiled code cannot be kept in %s (%s), so it is compiled again at each start. "
            "Make the folder writable, or name another one in the environment variable NUMBA_CACHE_DIR.",
            folder,
            error.strerror,
        )
    temporary = tempfile.mkdtemp(prefix="forno-")
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    os.environ["NUMBA_CACHE_DIR"] = temporary
    return Path(temporary)


def folder_of(file: Path) -> Path:
    """The folder with the machine code of a source file."""
    return home() / f"{_locate(file)[1]}-{digest_of(file)[:16]}"


def digest_of(*files: Path) -> str:
    """Changes whenever anything changes that is compiled into the code of these files."""
    return _digest(
        files, (platform.python_version(), np.__version__, numba.__version__, str(bool(_config.BOUNDSCHECK)))
    )


def marker(name: str, *files: Path) -> Path:
    """A file that says that everything in a list of things to compile has been compiled from these sources."""
    return home() / f"{name}-{digest_of(*files)[:16]}"


def sources(file: Path) -> list[Path]:
    """The file and all that it imports, directly or not, from its own package or from Forno."""
    found, todo = set(), [file]
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            todo.extend(_imported_by(path))
    return sorted(found)


@cache
def _digest(files: tuple[Path, ...], versions: tuple[str, ...]) -> str:
    digest = hashlib.sha256("\n".join(versions).encode())
    for path in sorted({source for file in files for source in sources(file)}):
        digest.update(_locate(path)[1].encode())
        digest.update(_content(path))
    return digest.hexdigest()


@cache
def _content(path: Path) -> bytes:
    return path.read_bytes()


@cache
def _locate(file: Path) -> tuple[Path, str]:
    """The folder that contains a file's package, and the name of its module."""
    names = [] if file.stem == "__init__" else [file.stem]
    folder = file.parent
    while (folder / "__init__.py").exists():
        names.insert(0, folder.name)
        folder = folder.parent
    return folder, ".".join(names)


@cache
def _imported_by(file: Path) -> tuple[Path, ...]:
    root, module = _locate(file)
    roots = {module.split(".")[0]: root, "forno": _RULES.parents[1]}
    found = [
        path
        for package, names in _imports(_content(file).decode())
        if (folder := roots.get(package.split(".")[0])) is not None
        for path in _modules(f"{folder}/{package.replace('.', '/')}", names)
    ]
    return tuple(map(Path, found))


def _imports(source: str) -> Iterator[tuple[str, list[str]]]:
    """Modules or packages, and the names that are imported from each of them."""
    for package, names, modules in _IMPORT.findall(source):
        if package:
            parts = [part.split(" as ")[0].strip() for part in re.sub(r"#[^\n]*", "", names).strip("()").split(",")]
            yield package, [part for part in parts if part]
        else:
            yield from ((part.split(" as ")[0].strip(), []) for part in modules.split(","))


def _modules(path: str, names: Iterable[str]) -> set[str]:
    """The file of a module. Of a package, the modules with these names, and its own file for names that are none: nothing is imported here."""
    isfile = os.path.isfile  # there are hundreds of names, and a `Path` takes longer than to look for its file
    if isfile(module := f"{path}.py"):
        return {module}
    own = f"{path}/__init__.py"
    tried = [[f"{path}/{name}.py", f"{path}/{name}/__init__.py", own] for name in names] or [[own]]
    return {file for files in tried if (file := next(filter(isfile, files), None)) is not None}


class _Locator(_caching._CacheLocator):  # type: ignore[misc]  # noqa: SLF001  the only way to name the folder
    def __init__(self, function: Callable[..., Any], file: str) -> None:
        self._line = function.__code__.co_firstlineno
        self._py_file = file
        self._folder = folder_of(Path(file))

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return ""  # the folder's name has it

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> "_Locator":
        locator = cls(function, file)
        _claim(locator._folder)
        return locator


class _Constants:
    """What the machine code of an inner function needs of Python. Numba would import the module of that function, too."""

    def __init__(self, environment: Any) -> None:
        self._environment = environment

    def __reduce__(self) -> tuple[Any, ...]:
        _, arguments = self._environment.__reduce__()
        return _load_constants, arguments


def _load_constants(module: str, constants: list[Any], name: str) -> Any:
    known = _environment.lookup_environment(name)
    if known is None:
        known = _environment.Environment({"__name__": module})
        known.consts[:] = constants
        known.env_name = name
        _environment.Environment._memo[name] = known  # noqa: SLF001  Numba's own way
    return known


class _Implementation(_caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)

    def reduce(self, data: Any) -> tuple[Any, ...]:
        *parts, environments = super().reduce(data)
        return (*parts, tuple(map(_Constants, environments)))


class MachineCode(_caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function, with our names."""

    _impl_class = _Implementation
    optimiser: ClassVar[Any] = None  # another process that makes machine code, while there is one: see `ahead`

    def save_overload(self, sig: Any, data: Any) -> None:
        save = partial(super().save_overload, sig, data)
        if self.optimiser is None:
            save()
        else:
            self.optimiser.make(data.library, save)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Numba would first import what compiling needs, which takes half a second."""
        _runtime.rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)

    def _index_key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        files = {file for record in _records(signature) for file in _RULES_OF.get(record, ())}
        return (*super()._index_key(signature, codegen), digest_of(*files) if files else "")


def can_cache(function: Callable[..., Any]) -> bool:
    """False for what was typed at a prompt."""
    return Path(function.__code__.co_filename).is_file() and "ipykernel_" not in function.__code__.co_filename


def _records(kind: Any) -> Iterator[Any]:
    """The record types in a signature, however deep."""
    if isinstance(kind, _types.Record):
        yield kind
    elif isinstance(kind, _types.Array):
        yield from _records(kind.dtype)
    elif isinstance(kind, tuple | _types.BaseTuple):
        for part in kind:
            yield from _records(part)


def _claim(folder: Path) -> None:
    """Mark a folder as used, and remove those of older sources of the same module but for the last few."""
    if folder in _USED:
        return
    _USED.add(folder)
    is_new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    if is_new:
        module = folder.name.rpartition("-")[0]
        others = [other for other in home().glob(f"{module}-" + "[0-9a-f]" * 16) if other != folder]
        for other in sorted(others, key=_last_use, reverse=True)[VARIANTS:]:
            shutil.rmtree(other, ignore_errors=True)


def _last_use(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:  # another process has removed it
        return 0.0
