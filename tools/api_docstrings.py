"""A Griffe extension for the API reference of the docs site: it adapts our docstrings to Markdown."""

import re
from typing import Any

from griffe import Attribute, Docstring, Extension, Object

DOCTEST = re.compile(r"^>>> .*(?:\n.*\S.*)*", re.MULTILINE)
COMMENT = re.compile(r"  # (?!noqa|type:)(.+)$")


class ApiDocstrings(Extension):
    def on_object(self, *, obj: Object, **kwargs: Any) -> None:
        """Fence doctests as code: Markdown would read `>>>` as a quotation."""
        if obj.docstring is not None:
            obj.docstring.value = DOCTEST.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)

    def on_attribute_instance(self, *, attr: Attribute, **kwargs: Any) -> None:
        """Use the comment at the end of an attribute's line as its docstring."""
        if attr.docstring is None and attr.lineno is not None:
            line = attr.lines_collection[attr.filepath][attr.lineno - 1]  # type: ignore[index]
            if comment := COMMENT.search(line):
                text = comment[1][0].upper() + comment[1][1:]
                attr.docstring = Docstring(text, lineno=attr.lineno, parent=attr)
