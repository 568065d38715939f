"""The browser that the page is tested with."""

import os
import shutil
from pathlib import Path

from playwright.sync_api import Browser, Playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_UNPACKED = Path(__file__).resolve().parents[2] / "ui" / "browser" / "node_modules" / "unpacked"  # by make browser
_ARGUMENTS = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu")


def open_browser(playwright: Playwright) -> Browser | None:
    """The system's, or the one that Playwright has fetched, or that of `make browser`; None if there is none."""
    ours = _UNPACKED / "chromium"
    paths = (*map(shutil.which, _NAMES), playwright.chromium.executable_path, str(ours))
    path = next((path for path in paths if path is not None and Path(path).exists()), None)
    if path is None:
        return None
    # What a bare Linux lacks came with ours.
    needs = {"LD_LIBRARY_PATH": str(_UNPACKED / "al2023" / "lib"), "FONTCONFIG_FILE": str(_UNPACKED / "fonts.conf")}
    env = os.environ | needs if path == str(ours) else dict(os.environ)
    return playwright.chromium.launch(executable_path=path, args=_ARGUMENTS, env=dict(env))
