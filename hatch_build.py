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
        ui = Path(self.root) / "ui"
        # `make wheel` has installed the packages already, perhaps with those that check the page.
        install = [] if (ui / "node_modules").exists() else [["ci", "--omit=dev", "--loglevel=error"]]
        for command in (*install, ["run", "build", "--silent", "--", "--logLevel", "warn"]):
            if subprocess.run([sys.executable, str(ui / "npm.py"), *command], check=False).returncode:
                raise SystemExit(f"The page could not be built: npm {' '.join(command)} failed, see above.")
