"""Totals from fixed keys must stay what they are."""

import pytest

from counts.totals import FILE, LINES, Line


def kept() -> dict[str, int]:
    rows = [row.rpartition(": ") for row in FILE.read_text(encoding="utf-8").splitlines()]
    return {name: int(total) for name, _, total in rows}


@pytest.mark.parametrize("line", LINES, ids=str)
def test_the_total_is_the_same(line: Line) -> None:
    counts = line.counts()
    by_action = "\n".join(f"{text}: {n}" for text, n in counts.items())
    assert sum(counts.values()) == kept()[str(line)], f"by first action:\n{by_action}"


def test_the_file_has_these_lines_and_no_others() -> None:
    assert list(kept()) == [str(line) for line in LINES]
