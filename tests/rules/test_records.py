"""Records: one class gives the dtype and the static type."""

import pickle
from typing import Annotated

import numpy as np
import pytest

from forno.rules.records import Int8, Int8s, Int16s, Record, dtype_of, field_names, new_records


class Open(Record):
    one: Int8
    many: Annotated[Int16s, (2, "columns")]


class Whole(Open):
    two: Int8
    row: Annotated[Int8s, ("columns",)]


def test_fields_are_attributes() -> None:
    made = new_records(2, dtype_of(Whole, columns=3))
    made[1].one = 5
    made[1].many[1, 2] = 7
    assert made["one"].tolist() == [0, 5]
    assert made["many"].tolist() == [[[0, 0, 0], [0, 0, 0]], [[0, 0, 0], [0, 0, 7]]]


def test_no_field_hides_another() -> None:
    """Two records of one class with different sizes, and one of a base class."""
    small, large, base = dtype_of(Whole, columns=1), dtype_of(Whole, columns=3), dtype_of(Open, columns=1)
    for dtype in (small, large):
        made = new_records(1, dtype)
        made[0].two = 3
        made[0].row[-1] = 4
        assert (made[0].two, made[0].row[-1]) == (made["two"][0], made["row"][0, -1]) == (3, 4)
    assert not hasattr(new_records(1, base)[0], "two")


def test_records_can_be_pickled() -> None:
    made = new_records(2, dtype_of(Whole, columns=3))
    made[1].row[:] = (1, 2, 3)
    again = pickle.loads(pickle.dumps(made))  # noqa: S301  our own bytes
    assert again.tobytes() == made.tobytes()
    assert again.dtype == made.dtype
    assert again[1].row.tolist() == [1, 2, 3]


def test_wide_fields_come_first_then_those_of_the_base_class() -> None:
    dtype = dtype_of(Whole, columns=3)
    assert dtype.descr == [("many", "<i2", (2, 3)), ("one", "|i1"), ("two", "|i1"), ("row", "|i1", (3,))]
    assert dtype.itemsize == 12 + 1 + 1 + 3
    assert issubclass(dtype.type, np.record)
    assert field_names(Open) == ["one", "many"]


def test_a_field_cannot_have_the_name_of_a_numpy_attribute() -> None:
    class Bad(Record):
        size: Int8  # type: ignore[assignment]

    with pytest.raises(AssertionError, match="a field cannot be called size"):
        dtype_of(Bad)
