"""What stands beside the pages: how it looks, and the files that it takes."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from belegg.serving.entrance.next_page import next_page
from belegg.serving.web.catalogue import LANGUAGES
from belegg.serving.web.looks import STATIC, static_digest
from belegg.serving.web.visit import LANGUAGE, THEME, THEMES, Visit

A_YEAR_S: Final = 365 * 24 * 3600
FOR_GOOD: Final = f"public, max-age={A_YEAR_S}, immutable"
KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}


async def static(request: Request) -> Response:
    """`/static/DIGEST/PATH`: the style sheet, the script, the icon, the fonts. The address changes."""
    path = (STATIC / request.path_params["path"]).resolve()
    is_ours = path.is_relative_to(STATIC) and path.is_file() and path.suffix in KINDS
    if not is_ours or request.path_params["digest"] != static_digest():
        return Response(status_code=404)
    return FileResponse(path, media_type=KINDS[path.suffix], headers={"Cache-Control": FOR_GOOD})


def looks(visit: Visit) -> Response:
    """`POST /looks`: language and appearance, kept in cookies that say nothing of who has them."""
    response = back(visit, visit.one("next"))
    path = visit.house.serving.base_path or "/"
    for cookie, value, known in (
        (LANGUAGE, visit.one("language"), LANGUAGES),
        (THEME, visit.one("theme"), THEMES),
    ):
        if value in known:
            response.set_cookie(cookie, value, max_age=A_YEAR_S, path=path, samesite="lax", httponly=True)
        elif cookie in visit.request.cookies:
            response.delete_cookie(cookie, path=path, samesite="lax", httponly=True)
    return response


def back(visit: Visit, given: str) -> Response:
    """On to an address that a form or a link named, where it is ours."""
    return RedirectResponse(f"{visit.house.serving.base_path}{next_page(given)}", 303)
