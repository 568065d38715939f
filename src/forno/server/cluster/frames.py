"""Frames: messages as they go over the bus, compressed, split to its size, and numbered so that a lost one is noticed."""

import zlib
from collections.abc import Iterator
from struct import Struct

import msgspec

from forno.server.cluster.wire import Message, decode, encode

_HEADER = Struct("!16sQB")  # the sender's id, the frame's number, and flags
_IS_FIRST, _IS_LAST, _IS_COMPRESSED = 1, 2, 4
_WORTH_COMPRESSING = 400  # bytes


class Lost(Exception):
    """Frames were lost."""


class Packer:
    """Makes the frames for one receiver."""

    def __init__(self, sender: str) -> None:
        self._sender = sender.encode()
        self._number = 0

    def pack(self, messages: list[Message], size: int) -> Iterator[bytes]:
        """Frames with at most this many bytes each."""
        data, compressed = encode(messages), 0
        if len(data) > _WORTH_COMPRESSING:
            data, compressed = zlib.compress(data, 1), _IS_COMPRESSED
        room = size - _HEADER.size
        for start in range(0, len(data), room):
            self._number += 1
            is_last = start + room >= len(data)
            flags = _IS_FIRST * (start == 0) | _IS_LAST * is_last | compressed
            yield _HEADER.pack(self._sender, self._number, flags) + data[start : start + room]

    def skip(self) -> None:
        """Something could not be sent. The receiver will notice it."""
        self._number += 1


class Unpacker:
    """Reads the frames of one sender."""

    def __init__(self) -> None:
        self._number = 0
        self._parts: list[bytes] = []

    def take(self, number: int, flags: int, data: bytes) -> list[Message]:
        """The messages that are complete with this frame. Raises Lost if frames before it are missing; later ones are read again."""
        is_next, self._number = number == self._number + 1, number
        if not is_next or bool(flags & _IS_FIRST) == bool(self._parts):
            self._parts = []
            if not flags & _IS_FIRST:
                raise Lost
        self._parts.append(data)
        found: list[Message] = []
        if flags & _IS_LAST:
            whole, self._parts = b"".join(self._parts), []
            try:
                found = decode(zlib.decompress(whole) if flags & _IS_COMPRESSED else whole)
            except (zlib.error, msgspec.DecodeError):
                raise Lost from None
        if not is_next:
            raise Lost(found)
        return found


def header(frame: bytes) -> tuple[str, int, int, bytes]:
    """The sender, the number, the flags, and the data of a frame. Raises ValueError if it is none."""
    if len(frame) < _HEADER.size:
        raise ValueError("too short")
    sender, number, flags = _HEADER.unpack_from(frame)
    return sender.decode("ascii"), number, flags, frame[_HEADER.size :]
