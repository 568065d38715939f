"""`/metrics`: numbers for Prometheus, read from the running server whenever it asks."""

from collections.abc import Awaitable, Callable, Iterator

from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import Response

from forno import __version__
from forno.server.middleware import RequestCounts
from forno.server.state import State


class _Server(Collector):
    def __init__(self, state: State, requests: RequestCounts) -> None:
        self._state = state
        self._requests = requests

    def collect(self) -> Iterator[Metric]:
        store, rooms = self._state["store"], self._state["rooms"]
        writer = store.writer
        info = GaugeMetricFamily("forno_info", "Version of the server", labels=["version"])
        info.add_metric([__version__], 1)
        yield info
        yield GaugeMetricFamily("forno_tables", "Tables in memory", len(rooms))
        yield GaugeMetricFamily("forno_sockets", "Open sockets", len(self._state["sockets"]))
        cluster = self._state["cluster"]
        yield GaugeMetricFamily("forno_processes", "Processes that share the database", cluster.processes)
        yield GaugeMetricFamily(
            "forno_remote_sessions", "Sockets whose table is at another process", cluster.remote_sessions
        )
        yield CounterMetricFamily("forno_tables_moved", "Tables handed over to other processes", cluster.moved)
        yield GaugeMetricFamily("forno_games_uncompiled", "Games that are not compiled yet", len(rooms.warmup.pending))
        yield GaugeMetricFamily("forno_database_works", "1 if the last use of the database succeeded", store.works)
        yield CounterMetricFamily("forno_database_outages", "Times that the database failed", store.outages)
        yield GaugeMetricFamily("forno_writes_waiting", "Writes that wait for the database", writer.waiting)
        yield CounterMetricFamily("forno_moves", "Moves stored", writer.stored)
        yield CounterMetricFamily("forno_commits", "Transactions committed", writer.commits)
        yield CounterMetricFamily("forno_commit_seconds", "Time that they took", writer.seconds)
        requests = CounterMetricFamily("forno_requests", "Requests answered", labels=["method", "status"])
        seconds = CounterMetricFamily("forno_request_seconds", "Time that they took", labels=["method"])
        for (method, status), number in self._requests.number.items():
            requests.add_metric([method, str(status)], number)
        for method, taken in self._requests.seconds.items():
            seconds.add_metric([method], taken)
        yield requests
        yield seconds


def metrics(requests: RequestCounts) -> Callable[[Request[State]], Awaitable[Response]]:
    """The endpoint."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)

    async def respond(request: Request[State]) -> Response:
        own = CollectorRegistry()
        own.register(_Server(request.state, requests))
        body = generate_latest(own) + generate_latest(registry)
        return Response(body, headers={"content-type": CONTENT_TYPE_LATEST, "cache-control": "no-store"})

    return respond
