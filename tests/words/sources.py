"""Finds the messages that the Python code and the page use."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
_KEY = r"[a-z][a-z0-9_-]*(?:\.[a-z0-9_-]+)*"
_QUOTED = re.compile(rf"""["'`]({_KEY})["'`]""")
_TEMPLATE = re.compile(r"`([^`]*\$\{[^`]*)`")
_ASKED = re.compile(rf"""\bt\(\s*["']({_KEY})["']""")
_ASKED_BY_TEMPLATE = re.compile(r"\bt\(\s*`([^`]*\$\{[^`]*)`")


@dataclass
class Asked:
    """Texts that may be keys, and patterns for keys that are built from parts."""

    texts: set[str] = field(default_factory=set)
    patterns: set[str] = field(default_factory=set)
    sure_texts: set[str] = field(default_factory=set)  # certainly keys: arguments of text() or t()
    sure_patterns: set[str] = field(default_factory=set)

    def has(self, key: str) -> bool:
        return key in self.texts or any(re.fullmatch(pattern, key) for pattern in self.patterns)


def asked() -> Asked:
    found = Asked()
    for path in sorted((ROOT / "src" / "forno").rglob("*.py")):
        _read_python(path, found)
    for path in _page_files():
        _read_page(path.read_text(encoding="utf-8"), found)
    return found


def _page_files() -> Iterator[Path]:
    for suffix in ("ts", "svelte"):
        for path in sorted((ROOT / "ui" / "src").rglob(f"*.{suffix}")):
            if not path.name.endswith(".test.ts"):
                yield path


def _read_python(path: Path, found: Asked) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.texts.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            found.patterns |= _useful(_pattern(node))
        elif isinstance(node, ast.Call) and node.args and _name(node.func) == "text":
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                found.sure_texts.add(first.value)
            elif isinstance(first, ast.JoinedStr):
                found.sure_patterns |= _useful(_pattern(first))


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _pattern(node: ast.JoinedStr) -> str:
    pieces = [re.escape(str(piece.value)) if isinstance(piece, ast.Constant) else ".+" for piece in node.values]
    return "".join(pieces)


def _read_page(source: str, found: Asked) -> None:
    found.texts |= set(_QUOTED.findall(source))
    found.sure_texts |= set(_ASKED.findall(source))
    for template in _TEMPLATE.findall(source):
        found.patterns |= _useful(_template_pattern(template))
    for template in _ASKED_BY_TEMPLATE.findall(source):
        found.sure_patterns |= _useful(_template_pattern(template))


def _template_pattern(template: str) -> str:
    return ".+".join(re.escape(piece) for piece in re.split(r"\$\{[^}]*\}", template))


def _useful(pattern: str) -> set[str]:
    """A pattern must begin with a fixed word. Otherwise it would match every key."""
    return {pattern} if re.match(r"[a-z][a-z0-9_\\-]*\\\.", pattern) else set()
