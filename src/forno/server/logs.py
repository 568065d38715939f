"""Log lines: text for people, or JSON for programs. What a logging call passes as `extra` becomes part of the line."""

import json
import logging
import sys
import time

_STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


def _extra(record: logging.LogRecord) -> dict[str, object]:
    """Names that begin with an underscore belong to libraries: Ray adds one to every record."""
    return {name: value for name, value in vars(record).items() if name not in _STANDARD and name[0] != "_"}


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
        extra = " ".join(f"{name}={value}" for name, value in _extra(record).items())
        level = "" if record.levelno < logging.WARNING else f"{record.levelname} "
        line = f"{clock} {level}{record.getMessage()} {extra}".rstrip()
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def configure(*, as_json: bool, level: str) -> None:
    """Set up logging for the whole process. Other libraries log warnings and errors only."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if as_json else TextFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("forno").setLevel(level.upper())
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)  # the store logs that the database fails
