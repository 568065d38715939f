"""A bus takes bytes from one process to another. It may lose some; it keeps the order of the rest."""

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

log = logging.getLogger(__name__)

_PATIENCE = 2.0  # seconds
_PAUSES = (0.1, 2.0)  # between attempts to connect, in seconds: first, longest


class BadBus(Exception):
    """A bus that cannot be used; the sentence says why."""


class BusDown(Exception):
    """Nothing can be sent now. The bus tries by itself until it works again."""


class Bus(ABC):
    """Connects, and connects again when the connection breaks."""

    size: int  # the most bytes that it takes at once
    name: str  # for people

    def __init__(self) -> None:
        self.works = False
        self.receive: Callable[[bytes], None] = lambda _: None
        self._channel = ""
        self._broken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self, channel: str, receive: Callable[[bytes], None]) -> None:
        """Connect, and have what is sent to this channel received. Raises BadBus if that fails."""
        self._channel, self.receive = channel, receive
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._connect(channel)
        except Exception as error:  # noqa: BLE001  drivers raise errors of many kinds
            await self._disconnect_in_time()
            reason = "it does not answer" if isinstance(error, TimeoutError) else str(error)
            raise BadBus(f"The bus {self.name} cannot be used: {reason}") from None
        self.works = True
        self._task = asyncio.create_task(self._keep_connected(), name="bus")

    def change_channel(self, channel: str) -> None:
        self._channel = channel
        self.fail()

    async def send(self, frames: Sequence[tuple[str, bytes]]) -> None:
        """Send frames to channels. Raises BusDown; some may then have been sent."""
        if not self.works:
            raise BusDown
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._publish(frames)
        except Exception as error:  # noqa: BLE001  as above
            self.fail(error)
            raise BusDown from None

    def fail(self, error: BaseException | None = None) -> None:
        """The connection is of no use any more."""
        if self.works and error is not None:
            log.warning("the bus fails", extra={"error": str(error) or type(error).__name__})
        self.works = False
        self._broken.set()

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self.works = False
        await self._disconnect_in_time()

    async def _keep_connected(self) -> None:
        while True:
            await self._broken.wait()
            pause = _PAUSES[0]
            while not self.works:
                self._broken.clear()
                await self._disconnect_in_time()
                try:
                    async with asyncio.timeout(_PATIENCE):
                        await self._connect(self._channel)
                    self.works = True
                except Exception as error:  # noqa: BLE001  as above
                    log.debug("the bus still fails", extra={"error": str(error)})
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, _PAUSES[1])

    async def _disconnect_in_time(self) -> None:
        with contextlib.suppress(Exception):
            async with asyncio.timeout(_PATIENCE):
                await self._disconnect()

    @abstractmethod
    async def _connect(self, channel: str) -> None: ...

    @abstractmethod
    async def _disconnect(self) -> None: ...

    @abstractmethod
    async def _publish(self, frames: Sequence[tuple[str, bytes]]) -> None: ...
