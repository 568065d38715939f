"""The messages between processes. `number` names a client's session; its gateway, the process with the socket, has chosen it."""

import msgspec


class Open(msgspec.Struct, tag=0, array_like=True):
    """From a gateway: somebody wants to follow a table."""

    number: int
    table: str
    guest: str
    language: str
    remembers: bool


class Opened(msgspec.Struct, tag=1, array_like=True):
    """From an owner: it has heard that."""

    number: int


class Said(msgspec.Struct, tag=2, array_like=True):
    """From a gateway: the client has sent this."""

    number: int
    data: bytes


class Sent(msgspec.Struct, tag=3, array_like=True):
    """From an owner, for the client."""

    number: int
    texts: list[str]


class Close(msgspec.Struct, tag=4, array_like=True):
    """From a gateway: the client has left, or follows the table elsewhere."""

    number: int
    returns: bool  # the gateway ends, and the client will connect to another


class Ended(msgspec.Struct, tag=5, array_like=True):
    """From an owner: the table is not here any more, or the session was lost."""

    number: int


class Refused(msgspec.Struct, tag=6, array_like=True):
    """From an owner: nobody can follow this table. `trouble` is a message for the client."""

    number: int
    trouble: bytes


class Ask(msgspec.Struct, tag=7, array_like=True):
    """What have these tables shown, and is it this guest's turn?"""

    number: int
    guest: str
    tables: list[str]


class Shown(msgspec.Struct, array_like=True):
    moves: int | None  # None if the game is not in memory
    time: float | None
    your_turn: bool


class Told(msgspec.Struct, tag=8, array_like=True):
    """The answer, for those tables that are in memory."""

    number: int
    tables: dict[str, Shown]


class Ping(msgspec.Struct, tag=9, array_like=True):
    """Sent regularly between processes that have sessions with each other, so that a lost message is noticed."""


class Expect(msgspec.Struct, tag=10, array_like=True):
    """From an owner, which is about to hand over a table: these people are connected."""

    table: str
    guests: list[str]


class NewTable(msgspec.Struct, tag=11, array_like=True):
    """Somebody at this address makes a table. All processes count it."""

    address: str


Message = Open | Opened | Said | Sent | Close | Ended | Refused | Ask | Told | Ping | Expect | NewTable

_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[list[Message]] = msgspec.msgpack.Decoder(list[Message])


def encode(messages: list[Message]) -> bytes:
    return _encoder.encode(messages)


def decode(data: bytes) -> list[Message]:
    """Raises msgspec.DecodeError."""
    return _decoder.decode(data)
