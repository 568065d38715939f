"""Versions, and whether the installation is complete."""

import platform
import sys
from pathlib import Path

import forno
from forno.cli.doctor.packages import installed, requirements
from forno.cli.doctor.part import Part


def examine() -> Part:
    base = [one for one in requirements() if one.of_extra is None]
    versions = {one.package: installed(one.package) for one in base}
    missing = [one.package for one in base if versions[one.package] is None and not one.is_conditional]
    part = Part(
        "installation",
        "Installation",
        {
            "forno": forno.__version__,
            "folder": str(Path(forno.__file__).parent),
            "python": platform.python_version(),
            "executable": sys.executable,
            "system": platform.platform(),
            "packages": versions,
            "missing": missing,
            "page": None,
        },
    )
    part.add("Forno", f"{forno.__version__}, in {part.facts['folder']}")
    part.add("Python", f"{part.facts['python']}, {sys.executable}")
    part.add("System", part.facts["system"])
    if missing:
        names = " ".join(missing)
        part.add_problem("Packages", f"missing: {names}", f"Packages are missing. Install them: pip install {names}")
        return part
    part.add("Packages", ", ".join(f"{name} {found}" for name, found in versions.items() if found))
    from forno.server import page  # noqa: PLC0415  it needs those packages

    part.facts["page"] = page.is_built()
    if part.facts["page"]:
        part.add("Page", "built")
    else:
        part.add_problem("Page", "not built", page.HOW_TO_BUILD)
    return part
