"""The ASGI app."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.engine import URL
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route, WebSocketRoute

from forno.server import http, page
from forno.server.cluster.choice import make_bus
from forno.server.cluster.cluster import Cluster
from forno.server.limits import Quota, RateLimiter
from forno.server.middleware import AccessLog, BasePath, RequestCounts, RequestFilter, SecurityHeaders
from forno.server.replays import Replays
from forno.server.rooms import Rooms
from forno.server.settings import Settings
from forno.server.socket import table_socket
from forno.server.state import State
from forno.server.store import Store


def _metrics(counts: RequestCounts) -> list[Route]:
    """Raises ModuleNotFoundError if the extra `metrics` is not installed."""
    from forno.server.metrics import metrics  # noqa: PLC0415  it may be missing

    return [Route("/metrics", metrics(counts))]


def make_app(database: URL, settings: Settings | None = None) -> Starlette:
    """The app. When it starts, it raises BadDatabase if the database cannot be used."""
    chosen, counts = settings or Settings(), RequestCounts()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[State]:
        store = Store(database, chosen.retry)
        await store.open()
        rooms, sockets, resyncs = Rooms(store, chosen), Quota(chosen.sockets), RateLimiter(*chosen.resyncs)
        new_tables = RateLimiter(*chosen.new_tables)
        cluster = Cluster(rooms, sockets, new_tables, resyncs, make_bus(database, chosen.bus))
        try:
            await cluster.open()
            yield State(
                store=store,
                rooms=rooms,
                cluster=cluster,
                settings=chosen,
                sockets=sockets,
                resyncs=resyncs,
                replays=Replays(rooms.thinking, chosen.replays),
            )
        finally:
            await cluster.close()
            await rooms.close()
            await store.close()

    return Starlette(
        routes=[
            WebSocketRoute("/ws/tables/{table}", table_socket),
            *http.ROUTES,
            *(_metrics(counts) if chosen.metrics else []),
            *page.routes(base_path=chosen.base_path),
        ],
        middleware=[
            Middleware(BasePath, path=chosen.base_path),
            Middleware(AccessLog, counts=counts),
            Middleware(SecurityHeaders, settings=chosen),
            Middleware(RequestFilter, settings=chosen),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        lifespan=lifespan,
    )
