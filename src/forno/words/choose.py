"""Choosing the language for a reader."""

from collections.abc import Mapping

from forno.locales import LANGUAGES


def languages() -> tuple[str, ...]:
    """The codes of all languages. The first one is the default."""
    return LANGUAGES


def best(accepted: str | None) -> str:
    """The best language for an Accept-Language header such as `fr-CH, fr;q=0.9, en;q=0.8`."""
    weighted = [_weight_and_code(part) for part in (accepted or "").split(",")]
    for _, language in sorted(
        weighted, key=lambda item: -item[0]
    ):  # the sort is stable: of equal weights, the first one wins
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]


def _weight_and_code(part: str) -> tuple[float, str]:
    """The weight of a language, from 0 to 1, and its code without the country."""
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
    """The language of a terminal, from FORNO_LANGUAGE or else from the locale variables."""
    for name in ("FORNO_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        code = variables.get(name, "").lower().replace("-", "_").partition("_")[0].partition(".")[0]
        if code in LANGUAGES:
            return code
        if code:  # set to a language that we do not have: it still overrides the variables after it
            break
    return LANGUAGES[0]
