"""Describes the machine that runs the benchmark."""

import platform
from pathlib import Path
from typing import Any

import numba
import numpy as np

from forno.workers import cores


def machine() -> dict[str, Any]:
    return {
        "cores": cores(),
        "processor": _processor(),
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
