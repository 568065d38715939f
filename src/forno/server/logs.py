"""Logs: a line for people, or JSON for programs. Facts go in by `extra`."""

import json
import logging
import sys
import time

_USUAL = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}


def _facts(record: logging.LogRecord) -> dict[str, object]:
    """What `extra` gave; names with an underscore are libraries' own notes (Ray adds one to every record)."""
    return {name: value for name, value in vars(record).items() if name not in _USUAL and name[0] != "_"}


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
            **_facts(record),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class ForPeople(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        clock = time.strftime("%H:%M:%S", time.localtime(record.created))
        facts = " ".join(f"{name}={value}" for name, value in _facts(record).items())
        mark = "" if record.levelno < logging.WARNING else f"{record.levelname} "
        line = f"{clock} {mark}{record.getMessage()} {facts}".rstrip()
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def configure(*, as_json: bool, level: str) -> None:
    """For the whole process: what others log comes from warnings on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if as_json else ForPeople())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("forno").setLevel(level.upper())
