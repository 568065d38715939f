"""Messages between processes: split, compressed, numbered. Lost ones are noticed."""

import random

import pytest

from forno.server.cluster.frames import Lost, Packer, Unpacker, header
from forno.server.cluster.wire import Message, Ping, Said, Sent

SENDER = "0123456789abcdef"


def some_messages(chance: random.Random) -> list[Message]:
    texts = [chance.randbytes(chance.choice((0, 10, 2000))).hex() for _ in range(chance.randrange(1, 6))]
    return [Said(1, b"\x00\xff"), Sent(2, texts), Ping()]


@pytest.mark.parametrize("size", [30, 100, 5_900, 500_000])
def test_messages_arrive_as_they_were_sent(size: int) -> None:
    chance = random.Random(size)  # noqa: S311  the same each time
    packer, unpacker = Packer(SENDER), Unpacker()
    for _ in range(5):
        sent, got = some_messages(chance), []
        for frame in packer.pack(sent, size):
            assert len(frame) <= size
            sender, number, flags, data = header(frame)
            assert sender == SENDER
            got += unpacker.take(number, flags, data)
        assert got == sent


def test_a_lost_frame_is_noticed_and_whole_messages_are_read() -> None:
    chance = random.Random(1)  # noqa: S311  the same each time
    for _ in range(100):
        packer, unpacker = Packer(SENDER), Unpacker()
        batches = [some_messages(chance) for _ in range(4)]
        frames = [(number, frame) for number, batch in enumerate(batches) for frame in packer.pack(batch, 200)]
        lost = chance.randrange(len(frames) - 1)
        damaged = frames[lost][0]
        got: list[Message] = []
        losses = 0
        for number, (_, frame) in enumerate(frames):
            if number == lost:
                continue
            try:
                got += unpacker.take(*header(frame)[1:])
            except Lost as loss:
                losses += 1
                got += loss.args[0] if loss.args else []
        whole = [message for number, batch in enumerate(batches) if number != damaged for message in batch]
        assert losses >= 1
        assert got == whole


def test_what_could_not_be_sent_is_noticed() -> None:
    packer, unpacker = Packer(SENDER), Unpacker()
    packer.skip()
    (frame,) = packer.pack([Ping()], 100)
    with pytest.raises(Lost) as loss:
        unpacker.take(*header(frame)[1:])
    assert loss.value.args[0] == [Ping()]


def test_what_is_no_frame() -> None:
    with pytest.raises(ValueError, match="short"):
        header(b"pizza")
