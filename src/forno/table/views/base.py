"""Views of any game, and views for programs that are not Python."""

from typing import Any

import numpy as np

from forno.rules.records import Records
from forno.table.history import History


class GameView(Records[Any]):
    """What one seat knows, readable by name.

    It is also what compiled functions take: an array with one record, `view[0]`, whose fields are numbers (`view[0].hand`). A game can have a
    class with properties that decode them. Where it has none, the fields have the names of the record: `view.hand` is `view[0].hand`.
    """

    history: History | None = None  # for agents that ask for it, at a table that keeps it; a copy has none

    def __getattr__(self, name: str) -> Any:
        if self.dtype.names is not None and name in self.dtype.names:
            return self[0][name]
        known = ", ".join(readable_names(type(self)) or self.dtype.names or ())
        raise AttributeError(f"{type(self).__name__} has no {name!r}. It has: {known}.")

    def __getitem__(self, index: Any, /) -> Any:
        found = super().__getitem__(index)
        return found.view(np.ndarray) if isinstance(index, str) else found

    def __dir__(self) -> list[str]:
        return [*readable_names(type(self)), *(self.dtype.names or ()), "as_dict", "copy"]

    def __repr__(self) -> str:
        if self.shape != (1,) or self.dtype.names is None:
            return super().__repr__()
        facts = "\n".join(f"  {name}: {value!r}" for name, value in self.as_dict().items())
        return f"{type(self).__name__}\n{facts}"

    __str__ = __repr__

    def as_dict(self) -> dict[str, Any]:
        """Everything in the view, by name."""
        names = readable_names(type(self)) or self.dtype.names or ()
        return {name: getattr(self, name) for name in names}


def readable_names(cls: type[GameView]) -> tuple[str, ...]:
    """The names of the properties of a view, in the order of their declaration."""
    classes = [one for one in reversed(cls.__mro__) if issubclass(one, GameView)]
    found = (name for one in classes for name, value in vars(one).items() if isinstance(value, property))
    return tuple(dict.fromkeys(name for name in found if not name.startswith("_")))


def view_to_json(view: Records) -> dict[str, Any]:
    """The fields of a view, such as `Table.view` gives, as numbers and lists of numbers."""
    return {name: view[name][0].tolist() for name in view.dtype.names or ()}


def seat_or_none(number: int) -> int | None:
    return int(number) if number >= 0 else None
