"""Write a new game that can be played at once: a copy of tests/tiny_game under another name. `make new-game NAME=my-game` runs this."""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEMPLATE = ROOT / "tests" / "tiny_game"


def write(game_id: str, folder: Path) -> str:
    """Copy the template into a package below `folder`. The name by which the package is imported."""
    name = game_id.replace("-", "_")
    target = folder / name
    package = ".".join([*_packages(folder), name])
    target.mkdir(parents=True)
    for file in sorted(TEMPLATE.glob("*.py")):
        text = file.read_text(encoding="utf-8")
        text = re.sub(r"^from tiny_game\b", f"from {package}", text, flags=re.MULTILINE)
        text = text.replace("tiny-game", game_id).replace("Tiny Game", game_id.replace("-", " ").title())
        (target / file.name).write_text(text, encoding="utf-8")
    return package


def _packages(folder: Path) -> list[str]:
    """The packages that a folder lies in, outermost first."""
    return [*_packages(folder.parent), folder.name] if (folder / "__init__.py").exists() else []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("id", help="for example my-game")
    parser.add_argument("--into", type=Path, default=ROOT / "src" / "forno" / "rules", help="a folder")
    given = parser.parse_args()
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", given.id):
        parser.error("an id has small letters, digits and hyphens: my-game")
    try:
        package = write(given.id, given.into.resolve())
    except FileExistsError as error:
        parser.error(f"{error.filename} is there already")
    sys.stdout.write(f"{package} is ready. Play it:  FORNO_GAMES={package} forno play {given.id}\n")


if __name__ == "__main__":
    main()
