"""What went wrong, as a page: what happened, what to do. Absent and forbidden read the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from belegg.errors import BeleggError, NotAllowed, NotSignedIn, UnknownDocument, UnknownPack, UnknownRun
from belegg.serving.faults import fault_of
from belegg.serving.http.problems import REQUEST_ID
from belegg.serving.web.unaddressed import unaddressed
from belegg.serving.web.visit import Visit, stranger_at

ABSENT: Final = ((UnknownDocument, "document"), (UnknownRun, "run"), (UnknownPack, "pack"))

KINDS: Final[Mapping[int, str]] = {
    403: "strange_site",
    404: "no_such_page",
    405: "no_such_page",
    408: "too_slow",
    413: "too_large",
    421: "wrong_name",
    500: "fault",
}
"""Of what is refused before a page is reached, and of what no page foresaw: what it is called here."""


def problem_page(scope: Scope, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """
    The page of one of HTTP's own errors, as nobody who is known sees it: it asks neither the library nor who
    looks, for either may be what failed.
    """
    kind = KINDS.get(status, "unreadable")
    said = f"`{scope[REQUEST_ID]}`" if kind == "fault" else ""
    response = _page(stranger_at(Request(scope)), status, kind, said=said)
    response.headers.update(headers or {})
    return response


def trouble_of_stranger(request: Request, error: BeleggError) -> Response:
    """The page of an error that was met before it was known who looks."""
    return trouble(stranger_at(request), error)


def trouble(visit: Visit, error: BeleggError) -> Response:
    """The page of an error that we know."""
    fault = fault_of(error)
    absent = next((what for kind, what in ABSENT if isinstance(error, kind)), "")
    if absent:
        return _page(visit, 404, f"absent_{absent}")
    if isinstance(error, NotSignedIn):
        return _page(visit, 401, "not_signed_in", to="/sign-in")
    if isinstance(error, NotAllowed):
        return _page(visit, 403, "not_allowed")
    kind = "model" if fault.status == 502 else "store" if fault.status == 503 else "refused"
    return _page(visit, fault.status, kind, said=unaddressed(fault.message))


def no_such_page(visit: Visit) -> Response:
    return _page(visit, 404, "no_such_page")


def _page(visit: Visit, status: int, kind: str, *, said: str = "", to: str = "") -> Response:
    return visit.page("trouble.html", here="", status=status, kind=kind, said=said, to=to)
