"""Totals from fixed keys must not change."""

import pytest

from counts.totals import FILE, LINES, Line


def expected_totals() -> dict[str, int]:
    rows = [row.rpartition(": ") for row in FILE.read_text(encoding="utf-8").splitlines()]
    return {name: int(total) for name, _, total in rows}


@pytest.mark.parametrize("line", LINES, ids=str)
def test_total_is_unchanged(line: Line) -> None:
    counts = line.counts()
    by_action = "\n".join(f"{text}: {n}" for text, n in counts.items())
    assert sum(counts.values()) == expected_totals()[str(line)], f"by first action:\n{by_action}"


def test_file_has_exactly_these_lines() -> None:
    assert list(expected_totals()) == [str(line) for line in LINES]
