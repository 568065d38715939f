"""What happens to every request: security headers, the Origin check, rate limits, a line in the log."""

import asyncio
import logging
import re
import secrets
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from forno.server import logs
from forno.server.limits import RateLimiter, network_of
from forno.server.problems import HTTP_STATUS, Problem
from forno.server.settings import Settings
from forno.words import Words, best

log = logging.getLogger("forno.server.access")

_READING = {"GET", "HEAD", "OPTIONS"}
# The page's own files have no limit: several people behind one address may open it at once.
_LIMITED = ("/api/", "/ws/", "/health")
_METHODS = {*_READING, "POST", "PUT", "DELETE"}
_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)
_TABLE = re.compile(r"/(?:api|ws)/tables/([^/]+)")
_FOR_MACHINES = ("/health", "/metrics")  # which ask by address
_PAGE_SCHEME = {"ws": "http", "wss": "https"}  # of the page that opens a socket
_USUAL_PORT = {"http": ":80", "https": ":443"}
_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "style-src-attr": "'unsafe-inline'",  # the position of a card is a style
    "img-src": "'self' data:",
    "font-src": "'self'",
    "media-src": "'self' data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "content-security-policy": "; ".join(f"{what} {where}" for what, where in _POLICY.items()),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class BasePath:
    """Removes the path at which the server lives on its host. A proxy may have done that already."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.app = app
        self.path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.path and scope["type"] in {"http", "websocket"} and f"{scope['path']}/".startswith(f"{self.path}/"):
            scope = {**scope, "path": scope["path"][len(self.path) :] or "/"}
        await self.app(scope, receive, send)


class SecurityHeaders:
    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.hsts = f"max-age={settings.hsts}" if settings.hsts else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if self.hsts is not None and scope["scheme"] == "https":
                    headers["strict-transport-security"] = self.hsts
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


async def refuse(scope: Scope, receive: Receive, send: Send, problem: Problem) -> None:
    """Answer in place of the app."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})  # before it is accepted, this is a response 403
        return
    words = Words(best(Headers(scope=scope).get("accept-language")))
    response = PlainTextResponse(problem.message(words).sentence, HTTP_STATUS.get(problem.code, 400))
    await response(scope, receive, send)


class RequestFilter:
    """Refuses requests for another host, requests of other sites' pages that could change something, and requests above the rate limit.

    Programs send no Origin, and are let in.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.origins = frozenset(settings.origins)
        self.hosts = frozenset(host.lower() for host in settings.hosts)
        self.rate_limiter = RateLimiter(*settings.requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        changes = scope["type"] == "websocket" or scope["method"] not in _READING
        client = network_of(scope["client"][0] if scope.get("client") else "")
        if self.hosts and scope["path"] not in _FOR_MACHINES and _name(headers.get("host", "")) not in self.hosts:
            await refuse(scope, receive, send, Problem("bad-host"))
        elif changes and not self._is_own_origin(scope["scheme"], headers):
            await refuse(scope, receive, send, Problem("bad-origin"))
        elif scope["path"].startswith(_LIMITED) and not self.rate_limiter.allow(client):
            await refuse(scope, receive, send, Problem("too-fast"))
        else:
            await self.app(scope, receive, send)

    def _is_own_origin(self, scheme: str, headers: Headers) -> bool:
        origin = headers.get("origin")
        if origin is None or origin in self.origins:
            return True
        own = f"{_PAGE_SCHEME.get(scheme, scheme)}://{headers.get('host', '')}"
        return _without_usual_port(origin.lower()) == _without_usual_port(own.lower())


def _name(host: str) -> str:
    """A host without its port."""
    return re.sub(r":\d*$", "", host).lower()


def _without_usual_port(origin: str) -> str:
    scheme, _, rest = origin.partition("://")
    return f"{scheme}://{rest.removesuffix(_USUAL_PORT.get(scheme, ''))}"


@dataclass
class RequestCounts:
    """The requests that were answered."""

    number: Counter[tuple[str, int]] = field(default_factory=Counter)  # by method and status
    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))  # by method


class AccessLog:
    """Counts and logs each request and socket. Its id is in all log lines that belong to it, and in the response."""

    def __init__(self, app: ASGIApp, counts: RequestCounts) -> None:
        self.app = app
        self.counts = counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        ids = {"request": _request_id(Headers(scope=scope))}
        if found := _TABLE.match(scope["path"]):
            ids["table"] = found[1]
        token = logs.context.set(ids)
        try:
            await (self._http if scope["type"] == "http" else self._socket)(scope, receive, send)
        finally:
            logs.context.reset(token)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        start, status, has_begun = time.perf_counter(), 500, False

        async def send_and_note(message: Message) -> None:
            nonlocal status, has_begun
            if message["type"] == "http.response.start":
                status, has_begun = message["status"], True
                MutableHeaders(scope=message)["x-request-id"] = logs.context.get()["request"]
            await send(message)

        try:
            await self.app(scope, receive, send_and_note)
        except asyncio.CancelledError:  # the server ends, and has waited long enough
            if not has_begun:
                await refuse(scope, receive, send_and_note, Problem("unavailable"))
        finally:
            taken = time.perf_counter() - start
            method = scope["method"] if scope["method"] in _METHODS else "other"
            self.counts.number[method, status] += 1
            self.counts.seconds[method] += taken
            extra = {"method": scope["method"], "path": scope["path"], "status": status, "ms": round(1000 * taken, 1)}
            log.info("request", extra=extra)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        start = time.perf_counter()
        try:
            await self.app(scope, receive, send)
        finally:
            log.info("socket", extra={"path": scope["path"], "seconds": round(time.perf_counter() - start, 1)})


def _request_id(headers: Headers) -> str:
    """The id that a proxy has given it, so that both logs can be compared, or a new one."""
    given = headers.get("x-request-id", "")
    return given if _ID.fullmatch(given) else secrets.token_hex(8)
