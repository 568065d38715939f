"""The page, built by Vite into the folder `static`. All its routes serve the same file, which reads the URL itself."""

import html
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

_PREVIEW = 'content="/preview.png"'  # of a shared link, in index.html
STATIC = Path(__file__).parent / "static"
HOW_TO_BUILD = (
    "The page has not been built yet. Run `make ui` in a clone of Forno, or install a wheel, which contains it."
)


class _Assets(StaticFiles):
    """File names change with their contents, so browsers can cache them forever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


def is_built(static: Path = STATIC) -> bool:
    return (static / "index.html").exists()


def _index(static: Path, request: Request) -> str:
    """The page's file. Previews of shared links need the whole address of their picture, and only a request tells the server's own."""
    text = (static / "index.html").read_text(encoding="utf-8")
    origin = html.escape(str(request.base_url).rstrip("/"))
    return text.replace(_PREVIEW, _PREVIEW.replace('"/', f'"{origin}/'))


def routes(static: Path = STATIC) -> list[BaseRoute]:
    async def page(request: Request) -> Response:
        if not is_built(static):
            return PlainTextResponse(HOW_TO_BUILD, 503)
        wanted = static / request.path_params.get("file", "index.html")
        headers = {"cache-control": "no-cache"}
        if wanted.name != "index.html" and wanted.parent == static and wanted.is_file():
            return FileResponse(wanted, headers=headers)
        return HTMLResponse(_index(static, request), headers=headers)

    found: list[BaseRoute] = [
        Route(path, page) for path in ("/", "/t/{table}", "/g/{table}", "/rules/{game}", "/learn/{game}", "/{file}")
    ]
    return [Mount("/assets", _Assets(directory=static / "assets")), *found] if is_built(static) else found
