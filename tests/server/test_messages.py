"""The protocol: its TypeScript types, its docs, and how messages of clients are read."""

from pathlib import Path
from typing import get_args

import msgspec
import pytest
from msgspec import Struct

from forno.server import messages
from forno.server.typescript import COMMAND, typescript

ROOT = Path(__file__).resolve().parents[2]
PROTOCOL = ROOT / "ui" / "src" / "protocol" / "messages.ts"


def test_the_typescript_types_are_up_to_date() -> None:
    assert PROTOCOL.read_text(encoding="utf-8") == typescript(), f"messages.ts is stale: run `{COMMAND}`"


def test_types_follow_the_messages() -> None:
    text = typescript()
    assert 'export interface Act {\n  type: "act";\n  action: string;\n  number: number;\n}' in text
    assert "  view: ChefsHatView | MammaMiaView | MammaMiaPlusView | PlainView;" in text
    assert "  level?: string | null;" in text
    assert "  roles: (string | null)[];" in text
    assert "  needs: Record<string, number>;" in text


def test_every_message_of_a_socket_is_documented() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for union in (messages.FromServer, messages.FromClient):
        for struct in get_args(union):
            assert f"`{struct.__struct_config__.tag}`" in page, struct
    for code in (*get_args(messages.Code), *get_args(messages.Reason)):
        assert f"`{code}`" in page, code


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"type":"act","action":"pass","number":3}', messages.Act("pass", 3)),
        ('{"type":"sit"}', messages.Sit()),
        ('{"type":"seat","seat":1,"kind":"bot"}', messages.SetSeat(1, "bot")),
        ('{"type":"resync","from":"a newer client"}', messages.Resync()),
    ],
)
def test_messages_from_clients(text: str, message: Struct) -> None:
    assert msgspec.json.decode(text, type=messages.FromClient) == message


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"act","action":"pass"}',
        '{"type":"act","action":"' + 300 * "x" + '","number":3}',
        '{"type":"seat","seat":1,"kind":"person"}',
        '{"type":"room"}',
        "[]",
    ],
)
def test_bad_messages_from_clients(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=messages.FromClient)
