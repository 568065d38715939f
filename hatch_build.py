"""Builds the page into the wheel. An editable installation has none until `make ui`."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        npm = Path(self.root) / "ui" / "npm.py"
        for command in (["ci"], ["run", "build"]):
            if subprocess.run([sys.executable, str(npm), *command], check=False).returncode:
                raise SystemExit(f"The page could not be built: npm {' '.join(command)} failed, see above.")
