"""The examples of learning with other libraries run, and learn something even in a short run."""

import re
import runpy
from pathlib import Path

import pytest

from scripts import EXAMPLES, run_example

pytestmark = pytest.mark.filterwarnings("ignore")  # of the libraries


@pytest.mark.parametrize("name", ["sb3_chefs_hat.py", "torchrl_chefs_hat.py", "tianshou_chefs_hat.py"])
def test_learners_of_other_libraries(name: str, tmp_path: Path) -> None:
    """It takes only legal actions, and its agent plays in the arena. Random play makes 1.5 points against three `uniform`."""
    out = run_example(name, "--steps", "2048", "--games", "40", folder=tmp_path)
    found = re.search(r"against three uniform: ([\d.]+)", out)
    assert found is not None, out
    assert float(found[1]) > 1.5


def test_an_opponent_model_knows_more_than_counting(tmp_path: Path) -> None:
    out = run_example("opponent_model.py", "--games", "60", "--epochs", "1", folder=tmp_path)
    numbers = [float(number) for number in re.findall(r": (0\.\d+)", out)]
    assert len(numbers) == 2
    assert numbers[1] < numbers[0]


def test_offline_learning_from_minari(tmp_path: Path) -> None:
    """A network without training makes about 0.1 points against three `larger-value`."""
    out = run_example(
        "offline_minari.py", "--games", "300", "--epochs", "3", "--evaluation-games", "40", folder=tmp_path
    )
    points = [float(number) for number in re.findall(r": ([\d.]+) \(", out)]
    assert len(points) == 2
    assert min(points) > 0.6


def test_pages_show_the_scripts_as_they_are() -> None:
    tool = runpy.run_path(str(EXAMPLES.parent / "tools" / "example_pages.py"))
    for name in tool["NAMES"]:
        text = (tool["PAGES"] / f"{name}.md").read_text(encoding="utf-8")
        assert text == tool["page"](name, *tool["stored"](name)), f"run: python tools/example_pages.py {name}"
