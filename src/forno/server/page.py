"""The page, built by Vite into the folder `static`. All its routes serve the same file, which reads the URL itself."""

import html
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from forno.server.guests import identify

_PREVIEW = 'content="./preview.png"'  # of a shared link, in index.html
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


def _files(static: Path) -> dict[str, Path]:
    return {file.name: file for file in static.iterdir() if file.is_file()}


def is_built(static: Path = STATIC) -> bool:
    return (static / "index.html").exists()


def index(static: Path, base_path: str, origin: str) -> str:
    """The page's own file, with absolute addresses: the browser may open it at any route.

    Previews of shared links need the whole address of their picture, and only a request tells the server's own.
    """
    path = html.escape(base_path)
    text = (static / "index.html").read_text(encoding="utf-8")
    text = text.replace(_PREVIEW, _PREVIEW.replace('"./', f'"{html.escape(origin)}{path}/')).replace(
        '="./', f'="{path}/'
    )
    return text.replace("<head>", f'<head>\n    <meta name="base-path" content="{path}" />', 1)


def routes(static: Path = STATIC, base_path: str = "") -> list[BaseRoute]:
    async def page(request: Request) -> Response:
        if not is_built(static):
            return PlainTextResponse(HOW_TO_BUILD, 503)
        headers = {"cache-control": "no-cache"}
        file = _files(static).get(request.path_params.get("file", "index.html"))
        if file is None or file.name == "index.html":
            origin = f"{request.base_url.scheme}://{request.base_url.netloc}"
            # The page sends its first requests side by side: they must not make a guest each.
            if cookie := identify(request).cookie:
                headers["set-cookie"] = cookie
            return HTMLResponse(index(static, base_path, origin), headers=headers)
        return FileResponse(file, headers=headers)

    found: list[BaseRoute] = [
        Route(path, page) for path in ("/", "/t/{table}", "/g/{table}", "/rules/{game}", "/learn/{game}", "/{file}")
    ]
    return [Mount("/assets", _Assets(directory=static / "assets")), *found] if is_built(static) else found
