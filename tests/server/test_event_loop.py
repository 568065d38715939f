"""The server on an event loop that lacks what Windows' loop lacks."""

import asyncio
from typing import NoReturn

from sqlalchemy.engine import URL

from server.clients import Browser, play_on
from server.conftest import running


def loop_like_on_windows() -> asyncio.AbstractEventLoop:
    def missing(*_: object) -> NoReturn:
        raise NotImplementedError

    loop = asyncio.SelectorEventLoop()
    for name in ("add_signal_handler", "remove_signal_handler", "add_reader", "add_writer"):
        setattr(loop, name, missing)
    return loop


def test_a_game_without_uvloop_and_signal_handlers(database: URL) -> None:
    with running(database, loop="server.test_event_loop:loop_like_on_windows") as address:
        ada = Browser(address)
        with ada.at(ada.make("mamma-mia")) as socket:
            assert play_on([socket], seed=0) > 10
