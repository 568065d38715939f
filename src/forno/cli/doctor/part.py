"""A part of the report."""

from dataclasses import dataclass, field
from typing import Any, Literal

Mark = Literal["good", "note", "bad"]


@dataclass(frozen=True)
class Row:
    label: str
    text: str
    mark: Mark = "good"


@dataclass
class Part:
    """The same facts twice: rows for people, an object for programs."""

    name: str  # the key in the JSON object
    title: str
    facts: dict[str, Any]
    rows: list[Row] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)  # sentences: what does not work, and what to do

    def add(self, label: str, text: str, mark: Mark = "good") -> None:
        self.rows.append(Row(label, text, mark))

    def add_problem(self, label: str, text: str, problem: str) -> None:
        self.add(label, text, "bad")
        self.problems.append(problem)
