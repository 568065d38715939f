"""Records: fixed-size structs of small integers that run compiled and as plain Python.

Everything in `forno.rules` called `states` or `views` is a one-dimensional NumPy array of records, passed together with an
index: from Python that costs a sixth of passing one record.
"""

from typing import Any, TypeAlias, cast

import numpy as np

Records: TypeAlias = Any  # an array of records; Any, since mypy cannot know the attribute `states[i].field`
Record: TypeAlias = Any  # one of them, as compiled code sees it
RecordType: TypeAlias = np.dtype[np.record]


def record(*fields: tuple[str, Any] | tuple[str, Any, tuple[int, ...]]) -> RecordType:
    """A record type whose fields are attributes, compiled or not.

    The wider fields come first, so that all are aligned without padding: equality of records is equality of their bytes.
    """
    for name, *_ in fields:  # uncompiled, NumPy's own attributes (size, data, …) would hide the field
        assert not hasattr(np.record, name), f"a field cannot be called {name}"
    by_width = sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize)
    return cast("RecordType", np.dtype((np.record, by_width)))
