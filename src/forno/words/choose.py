"""Which language somebody reads."""

from collections.abc import Mapping

from forno.locales import LANGUAGES


def languages() -> tuple[str, ...]:
    """The codes of all languages; the first is everybody's fallback."""
    return LANGUAGES


def best(accepted: str | None) -> str:
    """The language for a browser's header Accept-Language (`fr-CH, fr;q=0.9, en;q=0.8`)."""
    wishes = [_wish(part) for part in (accepted or "").split(",")]
    for _, language in sorted(wishes, key=lambda wish: -wish[0]):  # of equals, the first named
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


def _wish(part: str) -> tuple[float, str]:
    """How much a language is wanted (from 0, not at all, to 1), and its code without country."""
    tag, *settings = (word.strip().lower() for word in part.split(";"))
    weight = 1.0
    for setting in settings:
        name, _, value = setting.partition("=")
        if name.strip() == "q":
            try:
                weight = float(value)
            except ValueError:
                weight = 0.0
    return (weight, tag.partition("-")[0]) if weight > 0 else (0.0, "")


def from_environment(variables: Mapping[str, str]) -> str:
    """The language of a terminal: FORNO_LANGUAGE, then what the system says."""
    for name in ("FORNO_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        code = variables.get(name, "").lower().replace("-", "_").partition("_")[0].partition(".")[0]
        if code in LANGUAGES:
            return code
        if code:  # set, and to none of ours: the next ones do not count any more
            break
    return LANGUAGES[0]
