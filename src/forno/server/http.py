"""The HTTP API: games, tables, finished games. Bodies and responses are messages, as JSON."""

import asyncio
import contextlib
import functools
import gzip
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from forno import __version__
from forno.agents import bots, levels_for
from forno.rules import GAMES
from forno.rules.game import Game
from forno.server import messages
from forno.server.cluster.wire import Shown
from forno.server.guests import Guest, clean_name, identify
from forno.server.problems import HTTP_STATUS, Problem
from forno.server.room import Room
from forno.server.rows import ListedTable
from forno.server.state import State, client_of, words_for
from forno.server.store import Elsewhere, Unavailable

T = TypeVar("T")
Answer = Callable[[Request[State], Guest], Awaitable[Response]]
_LIST_LENGTH = 30


def _as_json(message: msgspec.Struct, status: int = 200) -> Response:
    return Response(msgspec.json.encode(message), status, media_type="application/json")


def _endpoint(answer: Answer) -> Callable[[Request[State]], Awaitable[Response]]:
    """Identify the guest, and turn problems into responses."""

    @functools.wraps(answer)
    async def respond(request: Request[State]) -> Response:
        guest = identify(request)
        try:
            try:
                response = await answer(request, guest)
            except Unavailable:
                raise Problem("unavailable") from None
        except Problem as problem:
            response = _as_json(problem.message(words_for(request)), HTTP_STATUS.get(problem.code, 400))
        if guest.cookie is not None:
            response.headers["set-cookie"] = guest.cookie
        response.headers.setdefault("cache-control", "no-store")
        return response

    return respond


async def _body(request: Request[State], kind: type[T]) -> T:
    """The body as a message. Raises Problem if it is too long or no such message."""
    settings, body = request.state["settings"], bytearray()
    try:
        async with asyncio.timeout(settings.silence):
            async for part in request.stream():
                body += part
                if len(body) > settings.body_size:
                    raise Problem("bad-message", reason="too long.")
    except TimeoutError:
        raise Problem("bad-message", reason="too slow.") from None
    try:
        return msgspec.json.decode(body, type=kind)
    except messages.NOT_UNDERSTOOD as error:
        raise Problem("bad-message", reason=str(error)) from None


# Games and guests


@_endpoint
async def games(request: Request[State], guest: Guest) -> Response:
    return _as_json(messages.Games([_game_info(request, game) for game in GAMES]))


def _game_info(request: Request[State], game: Game) -> messages.GameInfo:
    return messages.GameInfo(
        id=game.id,
        title=game.title,
        players=list(game.players),
        usual=game.usual_players,
        options=[
            messages.OptionInfo(
                option.name,
                option.default,
                list(option.words) or ([option.default] if option.numbers is None else []),
                None if option.numbers is None else option.numbers[0],
                None if option.numbers is None else option.numbers[-1],
            )
            for option in game.options
        ],
        levels=list(levels_for(game)),
        level=bots.USUAL_LEVEL,
    )


@_endpoint
async def me(request: Request[State], guest: Guest) -> Response:
    if request.method == "PUT":
        name = clean_name((await _body(request, messages.Me)).name)
        await request.state["store"].rename(guest.id, name)
    return _as_json(messages.Me(await _name(request, guest)))


async def _name(request: Request[State], guest: Guest) -> str:
    return await request.state["store"].name_of(guest.id) or words_for(request).text("guest")


# Tables


@_endpoint
async def make_table(request: Request[State], guest: Guest) -> Response:
    wish = await _body(request, messages.NewTable)
    state = request.state
    if not state["cluster"].allow_table(client_of(request, guest).address):
        raise Problem("too-fast")
    if wish.name is not None:
        await state["store"].rename(guest.id, clean_name(wish.name))
    room = await state["rooms"].make(guest.id, await _name(request, guest), wish)
    return _as_json(messages.Made(room.row.id, f"{state['settings'].base_path}/t/{room.row.id}"), 201)


@_endpoint
async def tables(request: Request[State], guest: Guest) -> Response:
    store = request.state["store"]
    mine = await store.list_tables(of=guest.id, states=("waiting", "playing"), limit=_LIST_LENGTH)
    finished = await store.list_tables(of=guest.id, states=("finished",), limit=_LIST_LENGTH)
    public = await store.list_tables(public=True, states=("waiting", "playing"), limit=2 * _LIST_LENGTH)
    for one in mine:
        await _load_if_playing(request, one)
    owners = {one.row.id: one.row.owner for one in (*mine, *public) if one.row.state == "playing"}
    shown = await request.state["cluster"].shown(owners, guest.id)
    known = {one.row.id for one in mine}
    others = [_summary(one, shown.get(one.row.id)) for one in public if one.row.id not in known]
    return _as_json(
        messages.Tables(
            join=[one for one in others if one.state == "waiting" and one.open][:_LIST_LENGTH],
            watch=[one for one in others if one.state == "playing"][:_LIST_LENGTH],
            mine=[_summary(one, shown.get(one.row.id), is_mine=True) for one in mine],
            finished=[_summary(one, None) for one in finished],
        )
    )


async def _load_if_playing(request: Request[State], listed: ListedTable) -> None:
    """A room in memory knows whose turn it is."""
    if listed.row.state == "playing":
        with contextlib.suppress(Problem, Elsewhere):
            await request.state["rooms"].find(listed.row.id)


def _summary(listed: ListedTable, shown: Shown | None, *, is_mine: bool = False) -> messages.Summary:
    """The room knows best what has been shown: the database is ahead of it."""
    row = listed.row
    moves, moved = (shown.moves, shown.time) if shown is not None else (None, None)
    return messages.Summary(
        table=row.id,
        game=row.game,
        state=row.state,
        names=[one.name for one in row.seats if one.name],
        open=sum(one.kind == "open" for one in row.seats),
        moves=listed.moves if moves is None else moves,
        your_turn=is_mine and shown is not None and shown.your_turn,
        time=listed.time if moved is None else moved,
    )


# Finished games


async def _finished(request: Request[State]) -> Room:
    return await request.state["rooms"].finished(request.path_params["table"])


@_endpoint
async def replay_table(request: Request[State], guest: Guest) -> Response:
    room = await _finished(request)
    body = await request.state["replays"].make(room, words_for(request), client_of(request, guest))
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(body, media_type="application/json", headers=headers)
    return Response(await request.state["rooms"].thinking.run(gzip.decompress, body), media_type="application/json")


@_endpoint
async def record(request: Request[State], guest: Guest) -> Response:
    room = await _finished(request)
    assert room.live_game is not None
    text = room.live_game.table.record().dumps()
    file = f"{room.row.game}-{room.row.id}.forno"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{file}"'})


async def health(request: Request[State]) -> Response:
    state = request.state
    is_reachable = await state["store"].is_reachable()
    answer = messages.Health(
        "ok" if is_reachable else "unwell",
        __version__,
        len(state["rooms"]),
        len(state["sockets"]),
        state["cluster"].processes,
        is_reachable,
        state["rooms"].warmup.pending,
    )
    return _as_json(answer, 200 if is_reachable else 503)


@_endpoint
async def not_found(request: Request[State], guest: Guest) -> Response:
    raise Problem("not-found")


ROUTES = [
    Route("/health", health),
    Route("/api/games", games),
    Route("/api/me", me, methods=["GET", "PUT"]),
    Route("/api/tables", tables),
    Route("/api/tables", make_table, methods=["POST"]),
    Route("/api/tables/{table}/replay", replay_table),
    Route("/api/tables/{table}/record", record),
    Route("/api/{rest:path}", not_found, methods=["GET", "POST", "PUT", "DELETE"]),
]
