"""What stands beside the pages: signing in, one's own settings, how it looks, files, pictures of pages."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import Final

from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from belegg.errors import BadInput, UnknownDocument
from belegg.serving.web.catalogue import LANGUAGES
from belegg.serving.web.looks import STATIC, static_digest
from belegg.serving.web.visit import LANGUAGE, THEME, THEMES, Visit

A_YEAR_S: Final = 365 * 24 * 3600
FOR_GOOD: Final = f"public, max-age={A_YEAR_S}, immutable"
MOST_PICTURES_BYTES: Final = 64 * 1024 * 1024
READER: Final = "belegg.reading.pdf.picture"
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


def own_path(given: str) -> str:
    """An address of ours to go on to, with what it asks for; the desk for one that leads elsewhere."""
    is_own = given[:1] == "/" and given[1:2] not in ("/", "\\") and given.isascii() and given.isprintable()
    return given if is_own else "/"


def back(visit: Visit, given: str) -> Response:
    """On to an address that a form or a link named, where it is ours."""
    return RedirectResponse(f"{visit.house.serving.base_path}{own_path(given)}", 303)


def settings(visit: Visit) -> Response:
    """`/settings`."""
    return visit.page(
        "settings.html", here="settings", tokens=None, sessions=None, made="", rights=("read", "ask")
    )


def sign_in(visit: Visit) -> Response:
    """`/sign-in`: where nobody has to, it says so."""
    return visit.page(
        "sign_in.html",
        here="",
        problem="",
        by_oidc=False,
        by_password=False,
        next=own_path(visit.one("next")),
        name="",
    )


# ---------------------------------------------------------------- files of documents


class Pictures:
    """Pages that were drawn, the last used kept up to a size. A key names a version's bytes and no reader."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[str, str, int], bytes] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, key: tuple[str, str, int]) -> bytes | None:
        with self._lock:
            found = self._held.get(key)
            if found is not None:
                self._held.move_to_end(key)
            return found

    def keep(self, key: tuple[str, str, int], data: bytes) -> None:
        with self._lock:
            if key in self._held or len(data) > MOST_PICTURES_BYTES // 4:
                return
            self._held[key] = data
            self._bytes += len(data)
            while self._bytes > MOST_PICTURES_BYTES:
                _, gone = self._held.popitem(last=False)
                self._bytes -= len(gone)


PICTURES: Final = Pictures()


def page_image(visit: Visit) -> Response:
    """`/documents/ID/pages/N.png`: a page as printed. That it may be read is asked anew each time."""
    name, number = str(visit.request.path_params["id"]), int(visit.request.path_params["number"])
    head = visit.library.document(name, visit.scope, removed=True)
    if head.id != name:
        raise UnknownDocument(name)
    key = (head.id, head.sha256, number)
    data = PICTURES.get(key)
    if data is None:
        data = _drawn(visit.library.original(head.id, visit.scope), number)
        PICTURES.keep(key, data)
    return Response(data, media_type="image/png", headers={"Cache-Control": "private, no-cache"})


def _drawn(original: bytes, number: int) -> bytes:
    """A page drawn behind the fence, with nothing marked on it. Raises ReadingError."""
    from belegg.reading.fenced.fence import Fence

    with Fence() as fence:
        return next(iter(fence.parse(READER, original, kept={number: b""}).content.parts)).data


def original(visit: Visit) -> Response:
    """`/documents/ID/original`: the bytes that were taken in, always as a file to keep, never shown here."""
    name = str(visit.request.path_params["id"])
    head = visit.library.document(name, visit.scope)
    if head.id != name:
        raise UnknownDocument(name)
    data = visit.library.original(head.id, visit.scope)
    ending = Path(head.source).suffix
    if not ending.isascii() or not ending.removeprefix(".").isalnum():
        ending = ""
    headers = {
        "Content-Disposition": f'attachment; filename="{head.id}{ending}"',
        "Content-Security-Policy": "default-src 'none'; sandbox",
    }
    if not data:
        raise BadInput("the original is empty")
    return Response(data, media_type="application/octet-stream", headers=headers)
