"""Connections that send no request: they are closed after a while, and there may not be many of them."""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from forno.server.limits import Client, Quota, network_of
from forno.server.problems import Problem
from forno.server.settings import Settings


def limited_protocol(settings: Settings) -> type[H11Protocol]:
    """HTTP/1.1 as uvicorn speaks it, with these limits."""
    silent = Quota(settings.silent)

    class Limited(H11Protocol):
        """`_silence` is set while no request is under way: from the first byte or the connection on, until all headers have come."""

        _silence: asyncio.TimerHandle | None = None
        _who: Client | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
            super().connection_made(transport)
            self._begin_silence()

        def data_received(self, data: bytes) -> None:
            if self._silence is None and not self._is_busy():
                self._begin_silence()
            super().data_received(data)
            if self._is_busy():
                self._end_silence()

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._end_silence()
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self._end_silence()
            super().connection_lost(exc)

        def _is_busy(self) -> bool:
            return bool(self.cycle) and not self.cycle.response_complete

        def _begin_silence(self) -> None:
            if self.transport.is_closing():
                return
            host = self.client[0] if self.client else ""  # none for a Unix socket
            if host and not _is_trusted(host, self.config.forwarded_allow_ips):
                client = Client("", network_of(host))
                try:
                    silent.take(client)
                except Problem:
                    self.transport.close()
                    return
                self._who = client
            self._silence = self.loop.call_later(settings.silence, self.transport.close)

        def _end_silence(self) -> None:
            if self._silence is not None:
                self._silence.cancel()
                self._silence = None
            if self._who is not None:
                silent.give_back(self._who)
                self._who = None

    return Limited


def _is_trusted(host: str, proxies: list[str] | str | None) -> bool:
    """Whether it is a proxy. All its clients have its address, so it has no limit."""
    named = proxies.split(",") if isinstance(proxies, str) else proxies or []
    return any(one.strip() in {host, "*"} for one in named)
