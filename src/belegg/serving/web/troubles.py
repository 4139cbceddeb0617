"""What went wrong, as a page: what happened, what to do. Absent and forbidden read the same."""

from __future__ import annotations

from typing import Final

from starlette.responses import Response

from belegg.errors import BeleggError, NotAllowed, NotSignedIn, UnknownDocument, UnknownPack, UnknownRun
from belegg.serving.faults import fault_of
from belegg.serving.web.visit import Visit

ABSENT: Final = ((UnknownDocument, "document"), (UnknownRun, "run"), (UnknownPack, "pack"))


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
    return _page(visit, fault.status, kind, said=fault.message)


def no_such_page(visit: Visit) -> Response:
    return _page(visit, 404, "no_such_page")


def _page(visit: Visit, status: int, kind: str, *, said: str = "", to: str = "") -> Response:
    return visit.page("trouble.html", here="", status=status, kind=kind, said=said, to=to)
