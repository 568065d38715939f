"""Views for programs that are not Python."""

from typing import Any

from forno.rules.records import Records


def view_to_json(view: Records) -> dict[str, Any]:
    """The fields of a view, such as `Table.view` gives, as numbers and lists of numbers."""
    return {name: view[name][0].tolist() for name in view.dtype.names}
