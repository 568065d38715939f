"""Messages to and from other processes. Whatever waits for the bus is sent together."""

import asyncio
import logging
import time
from collections.abc import Callable

from forno.server.cluster.bus import Bus, BusDown
from forno.server.cluster.frames import Lost, Packer, Unpacker, header
from forno.server.cluster.wire import Message

log = logging.getLogger(__name__)

_MOST_WAITING = 10_000  # messages to one process


class Mailbox:
    def __init__(self, bus: Bus, receive: Callable[[str, Message], None], lost: Callable[[str], None]) -> None:
        """`receive` gets the sender and a message; `lost` the sender of messages that did not arrive."""
        self._bus = bus
        self._receive = receive
        self._lost = lost
        self._me = ""
        self._packers: dict[str, Packer] = {}
        self._unpackers: dict[str, Unpacker] = {}
        self._waiting: dict[str, list[Message]] = {}
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.heard: dict[str, float] = {}  # when something last came, by the monotonic clock
        self.frames = 0  # that were sent
        self.losses = 0

    async def open(self, me: str) -> None:
        """Raises BadBus."""
        self._me = me
        await self._bus.open(me, self._take)
        self._task = asyncio.create_task(self._send_regularly(), name="mailbox")

    def begin_anew(self, me: str) -> None:
        """As a process with another id."""
        self._me = me
        for known in (self._packers, self._unpackers, self._waiting, self.heard):
            known.clear()
        self._bus.change_channel(me)

    def forget(self, peer: str) -> None:
        """A process that has ended."""
        for known in (self._packers, self._unpackers, self._waiting, self.heard):
            known.pop(peer, None)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._send()
        await self._bus.close()

    def post(self, to: str, message: Message) -> None:
        waiting = self._waiting.setdefault(to, [])
        if len(waiting) < _MOST_WAITING:
            waiting.append(message)
        self._woken.set()

    async def _send_regularly(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            await self._send()

    async def _send(self) -> None:
        waiting, self._waiting = self._waiting, {}
        packers = {peer: self._packers.setdefault(peer, Packer(self._me)) for peer in waiting}
        frames = [(peer, frame) for peer, some in waiting.items() for frame in packers[peer].pack(some, self._bus.size)]
        try:
            await self._bus.send(frames)
            self.frames += len(frames)
        except BusDown:
            for packer in packers.values():
                packer.skip()

    def _take(self, frame: bytes) -> None:
        try:
            sender, number, flags, data = header(frame)
        except ValueError:
            return
        self.heard[sender] = time.monotonic()
        try:
            messages = self._unpackers.setdefault(sender, Unpacker()).take(number, flags, data)
        except Lost as loss:
            log.info("messages of a process were lost", extra={"of": sender})
            self.losses += 1
            self._lost(sender)
            messages = loss.args[0] if loss.args else []
        for message in messages:
            try:
                self._receive(sender, message)
            except Exception:
                log.exception("a message of a process failed", extra={"of": sender})
