"""What can go wrong with a database."""

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError

_BAD_STATEMENT = (
    "22",
    "23",
    "40",
    "42",
)  # classes of SQLSTATE: bad data, a violated constraint, a conflict, a bad statement


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
    if isinstance(error, IntegrityError | DataError | ProgrammingError):
        return False
    if isinstance(error, DBAPIError):
        return not str(getattr(error.orig, "sqlstate", None) or "").startswith(_BAD_STATEMENT)
    return isinstance(error, SQLAlchemyError | OSError)


def reason(error: BaseException) -> str:
    """The database's own words, on one line."""
    if isinstance(error, TimeoutError):
        return "it does not answer"
    return " ".join(str(getattr(error, "orig", None) or error).split())
