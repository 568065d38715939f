"""`forno join`: agents of one's own at a server's table."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from forno.cli.app import run
from forno.rules import GAMES
from forno.server.join import socket_url
from server.clients import Browser, Json, Socket

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "remote_agent.py"
SEATS = [{"kind": "open"}, {"kind": "bot"}, {"kind": "bot"}, {"kind": "bot"}]
SHORT = {"chefs-hat": {"target": 3}}


def hosted(ada: Browser, game: str, bot: Callable[[str], None]) -> Json:
    """Ada makes a table, a bot takes the open seat, and Ada starts the game and watches. Returns the last room."""
    table = ada.make(game, seats=SEATS, options=SHORT.get(game, {}))
    thread = threading.Thread(target=bot, args=(table,))
    with ada.at(table) as socket:
        thread.start()
        _start(socket)
        room = socket.until_room(lambda room: room["state"] == "finished")
    thread.join()
    return room


def _start(socket: Socket) -> None:
    socket.until_room(lambda room: room["seats"][0]["kind"] == "person" and room["seats"][0]["name"] == "Remo")
    socket.send("start")


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_forno_join(game: str, ada: Browser, capsys: pytest.CaptureFixture[str]) -> None:
    codes: list[int] = []

    def bot(table: str) -> None:
        codes.append(run(["join", f"{ada.address}/t/{table}", "--agent", "greedy", "--name", "Remo", "--json"]))

    room = hosted(ada, game, bot)
    assert codes == [0]
    said = json.loads(capsys.readouterr().out)
    assert said == {"game": game, "seat": 0, "scores": room["result"]["scores"], "winners": room["result"]["winners"]}


def test_an_agent_that_fails_ends_the_command(
    ada: Browser, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not mistaken for a server that cannot be reached."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    source = "class Fails:\n    def __init__(self, game):\n        pass\n\n    def choose(self, view, legal, rng):\n        raise ValueError('no idea')\n"
    (tmp_path / "failing_agents.py").write_text(source, encoding="utf-8")
    table = ada.make("chefs-hat", seats=SEATS, options=SHORT["chefs-hat"])
    codes: list[int] = []
    words = ["join", f"{ada.address}/t/{table}", "--agent", "failing_agents:Fails", "--name", "Remo"]
    thread = threading.Thread(target=lambda: codes.append(run(words)))
    with ada.at(table) as socket:
        thread.start()
        _start(socket)
        thread.join()
    assert codes == [1]
    said = " ".join(capsys.readouterr().err.split())
    assert said == "The agent failing_agents:Fails failed: ValueError: no idea [failing_agents.py:6]."


def test_the_example(ada: Browser) -> None:
    outputs: list[str] = []

    def bot(table: str) -> None:
        url = f"{ada.address.replace('http', 'ws')}/ws/tables/{table}"
        ran = subprocess.run([sys.executable, str(EXAMPLE), url], capture_output=True, text=True, check=False)
        outputs.append(ran.stdout + ran.stderr)

    room = hosted(ada, "chefs-hat", bot)
    assert outputs[0].splitlines()[-1] == f"Scores: {room['result']['scores']}"
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 32


def test_the_game_goes_on_after_a_lost_connection(ada: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first connection breaks in the middle of the game."""
    from forno.server import join as joining  # noqa: PLC0415  to break it

    monkeypatch.setattr(joining, "_RETRY_DELAY", 0)
    broken: list[str] = []
    play = joining._Player.play  # noqa: SLF001  see above

    async def breaks(bot: object, socket: Json) -> None:
        if not broken:
            first = await socket.recv()
            await bot._enter(socket, json.loads(first))  # type: ignore[attr-defined]  # noqa: SLF001
            async for text in socket:
                if '"position"' in text:
                    broken.append(text)
                    await socket.close()
                    return
        await play(bot, socket)  # type: ignore[arg-type]  # a bot

    monkeypatch.setattr(joining._Player, "play", breaks)  # noqa: SLF001
    codes: list[int] = []

    def bot(table: str) -> None:
        codes.append(run(["join", f"{ada.address}/t/{table}", "--name", "Remo"]))

    hosted(ada, "chefs-hat", bot)
    assert broken
    assert codes == [0]


@pytest.mark.parametrize(
    ("where", "sentence"),
    [
        ("nonsense", "not the address of a table"),
        ("http://[", "not the address of a table"),
        ("http://127.0.0.1:99999/t/abc", "not the address of a table"),
        ("http://127.0.0.1:x/t/abc", "not the address of a table"),
        (f"http://{'a' * 80}.example/t/abc", "no Forno server"),
        ("http://127.0.0.1:1/t/abc", "no Forno server"),
        ("{address}/t/abc", "no such table"),
    ],
)
def test_bad_addresses(where: str, sentence: str, ada: Browser, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["join", where.format(address=ada.address)]) == 2
    assert sentence in " ".join(capsys.readouterr().err.split())


def test_a_table_that_is_full(ada: Browser, capsys: pytest.CaptureFixture[str]) -> None:
    table = ada.make("chefs-hat", seats=[{"kind": "person"}, *SEATS[1:]])
    with ada.at(table) as socket:
        socket.until_asked()
    assert run(["join", f"{ada.address}/t/{table}"]) == 2
    assert "already started" in capsys.readouterr().err


def test_an_unknown_agent(ada: Browser, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["join", f"{ada.address}/t/{ada.make('chefs-hat')}", "--agent", "nobody"]) == 2
    assert "nobody" in capsys.readouterr().err


def test_the_address_of_a_server_with_a_base_path() -> None:
    for address in ("http://host/pizza/forno/t/abc", "ws://host/pizza/forno/ws/tables/abc"):
        assert socket_url(address) == "ws://host/pizza/forno/ws/tables/abc?seen=1"
    assert socket_url("https://host/t/abc") == "wss://host/ws/tables/abc?seen=1"
