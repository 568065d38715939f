"""Log lines: text for people, or JSON for programs. What a logging call passes as `extra` becomes part of the line.

A line that is written while a request or socket is handled has its id and, if it has one, its table.
"""

import json
import logging
import sys
import time
from collections.abc import Mapping
from contextvars import ContextVar

_STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}
context: ContextVar[Mapping[str, str]] = ContextVar("context", default={})  # noqa: B039  never changed in place


def _extra(record: logging.LogRecord) -> dict[str, object]:
    """Names that begin with an underscore belong to libraries: Ray adds one to every record."""
    own = {name: value for name, value in vars(record).items() if name not in _STANDARD and name[0] != "_"}
    return {**own.pop("context", {}), **own}


def _add_context(record: logging.LogRecord) -> bool:
    record.context = context.get()
    return True


def _printable(value: object) -> str:
    """Clients choose some of the values: they must not be able to begin a new line, or to change the reader's terminal."""
    text = str(value)
    return text if text.isprintable() else json.dumps(text)


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
            **_extra(record),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class TextFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        clock = time.strftime("%H:%M:%S", time.localtime(record.created))
        extra = " ".join(f"{name}={_printable(value)}" for name, value in _extra(record).items())
        level = "" if record.levelno < logging.WARNING else f"{record.levelname} "
        line = f"{clock} {level}{record.getMessage()} {extra}".rstrip()
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def is_ours(record: logging.LogRecord) -> bool:
    """Whether somebody should read it. A client that sends nonsense is no error of the server."""
    return not str(record.msg).startswith("Invalid UTF-8 sequence")


def configure(*, as_json: bool, level: str) -> None:
    """Set up logging for the whole process. Other libraries log warnings and errors only."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if as_json else TextFormatter())
    handler.addFilter(_add_context)
    handler.addFilter(is_ours)
    logging.raiseExceptions = False  # a log that cannot be written must not fill a disk, or stop anything
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("forno").setLevel(level.upper())
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)  # the store logs that the database fails
