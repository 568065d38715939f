"""What every request finds: made at the start, closed at the end."""

from typing import TypedDict

from starlette.requests import HTTPConnection

from forno.server.limits import Buckets
from forno.server.rooms import Rooms
from forno.server.settings import Settings
from forno.server.store import Store
from forno.words import Words, best, languages


class State(TypedDict):
    store: Store
    rooms: Rooms
    settings: Settings
    new_tables: Buckets
    sockets: dict[str, int]  # open ones, by address


def address(connection: HTTPConnection[State]) -> str:
    return connection.client.host if connection.client is not None else ""


def words_for(connection: HTTPConnection[State]) -> Words:
    """The language that the address asks for, else the browser's."""
    wish = connection.query_params.get("lang", "")
    return Words(wish if wish in languages() else best(connection.headers.get("accept-language")))
