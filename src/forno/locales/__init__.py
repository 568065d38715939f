"""The messages of each language, shared by Python and the page.

A language is a folder of JSON files. Each file is a flat object that maps keys to ICU messages. See docs/languages.md.
"""

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

FOLDER = Path(__file__).parent
LANGUAGES = ("en", "it", "fr", "de", "es")  # the first one is the fallback


@functools.cache
def messages(language: str) -> Mapping[str, str]:
    """All messages of a language, by key."""
    found: dict[str, str] = {}
    for path in sorted((FOLDER / language).glob("*.json")):
        for key, message in json.loads(path.read_text(encoding="utf-8")).items():
            if key in found:
                raise ValueError(f"{path.relative_to(FOLDER)}: {key} is already defined.")
            found[key] = message
    return MappingProxyType(found)
