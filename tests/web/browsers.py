"""Finds a browser for the tests of the page."""

import os
import shutil
from pathlib import Path

from playwright.sync_api import Browser, Playwright

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_UNPACKED = (
    Path(__file__).resolve().parents[2] / "ui" / "browser" / "node_modules" / "unpacked"
)  # written by make browser
_ARGUMENTS = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu")


def open_browser(playwright: Playwright) -> Browser | None:
    """Open the system's browser, or else Playwright's, or else the one from `make browser`. None if there is none."""
    ours = _UNPACKED / "chromium"
    paths = (*map(shutil.which, _NAMES), playwright.chromium.executable_path, str(ours))
    path = next((path for path in paths if path is not None and Path(path).exists()), None)
    if path is None:
        return None
    # The unpacked browser comes with the libraries that a bare Linux lacks.
    needs = {"LD_LIBRARY_PATH": str(_UNPACKED / "al2023" / "lib"), "FONTCONFIG_FILE": str(_UNPACKED / "fonts.conf")}
    env = os.environ | needs if path == str(ours) else dict(os.environ)
    return playwright.chromium.launch(executable_path=path, args=_ARGUMENTS, env=dict(env))
