"""What can go wrong with a database."""

import sqlite3

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError

_BAD_STATEMENT = (
    "22",
    "23",
    "40",
    "42",
)  # classes of SQLSTATE: bad data, a violated constraint, a conflict, a bad statement
_BAD_STATEMENTS = (
    IntegrityError,
    DataError,
    ProgrammingError,
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.ProgrammingError,
)


class BadDatabase(Exception):
    """A database that cannot be used; the sentence says why."""


class Unavailable(Exception):
    """The database fails: it is down, frozen or full. The store tries by itself until it works again."""


class Outdated(Exception):
    """A row was not saved: another process has changed it, or owns the table now."""


class TooMany(Exception):
    """A table was not made: there are too many unfinished ones, of its host or in total."""

    def __init__(self, *, in_total: bool) -> None:
        super().__init__()
        self.in_total = in_total


def is_outage(error: BaseException) -> bool:
    """Whether the database fails. Otherwise the statement is bad, and others can succeed."""
    if isinstance(error, _BAD_STATEMENTS):
        return False
    found = error.orig if isinstance(error, DBAPIError) else error
    if state := getattr(found, "sqlstate", None):
        return not str(state).startswith(_BAD_STATEMENT)
    is_asyncpg = type(found).__module__.partition(".")[0] == "asyncpg"  # which may not be installed
    return is_asyncpg or isinstance(error, SQLAlchemyError | sqlite3.Error | OSError)


def reason(error: BaseException) -> str:
    """The database's own words, on one line."""
    if isinstance(error, TimeoutError):
        return "it does not answer"
    return " ".join(str(getattr(error, "orig", None) or error).split())
