"""What every request can use. It exists from the server's start to its end."""

from typing import TypedDict

from starlette.requests import HTTPConnection

from forno.server.cluster.cluster import Cluster
from forno.server.guests import Guest
from forno.server.limits import Client, Quota, RateLimiter, network_of
from forno.server.replays import Replays
from forno.server.rooms import Rooms
from forno.server.settings import Settings
from forno.server.store import Store
from forno.words import Words, best, languages


class State(TypedDict):
    store: Store
    rooms: Rooms
    cluster: Cluster
    settings: Settings
    sockets: Quota  # open ones
    resyncs: RateLimiter  # by person
    replays: Replays


def client_of(connection: HTTPConnection[State], guest: Guest) -> Client:
    return Client(guest.id, network_of(connection.client.host if connection.client is not None else ""))


def words_for(connection: HTTPConnection[State]) -> Words:
    """In the language that the URL asks for, or else the browser."""
    wish = connection.query_params.get("lang", "")
    return Words(wish if wish in languages() else best(connection.headers.get("accept-language")))
