"""Bringing a document in from the page of documents: a form with one file, as the API's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from anyio import to_thread
from starlette.datastructures import FormData
from starlette.responses import Response

from belegg.errors import BadInput, ReadingError
from belegg.records import EVERYONE
from belegg.serving.http.routes.bringing import brought, upload_json
from belegg.serving.looked_after import is_owner
from belegg.serving.web.visit import Visit

BRING = "/documents/bring"
"""The one page whose form brings a file."""
KINDS = {"read": "verified", "reading": "partly", "refused": "fault"}


@dataclass(frozen=True, slots=True)
class BringForm:
    """
    What the form offers: `groups` that may read it, of the visitor's own, and the packs that they see.
    `problem` is why the last try was refused.
    """

    groups: Sequence[str]
    packs: Sequence[str]
    is_owner: bool
    problem: str = ""


@dataclass(frozen=True, slots=True)
class BroughtShown:
    """What became of a file that was brought in. `document` is its id where it is one document."""

    name: str
    kind: str
    state: str
    reason: str
    document: str


def bring_form(visit: Visit, problem: str = "") -> BringForm | None:
    """None for who may not bring documents in."""
    if not visit.visitor.may("write"):
        return None
    own = sorted((visit.who.groups or frozenset()) - {EVERYONE})
    packs = [each.pack.name for each in visit.library.packs(visit.scope)]
    return BringForm([*own, EVERYONE], packs, is_owner(visit.visitor), problem)


def brought_shown(visit: Visit) -> BroughtShown | None:
    """The visitor's own upload that the address names; None for any other."""
    named = visit.query.get("brought", "")
    if not named or not visit.visitor.may("write"):
        return None
    found = visit.house.bringing.uploads.one(named, visit.who.id)
    if found is None:
        return None
    told = upload_json(visit.house, visit.visitor, found)
    return BroughtShown(
        found.name, KINDS[found.state], found.state, found.reason, str(told["document"] or "")
    )


async def bring(visit: Visit) -> Response:
    """`POST /documents/bring`: what cannot be taken comes back above the form, with the reason."""
    from belegg.serving.web.documents import documents_page

    try:
        upload = await brought(visit.house, visit.visitor, visit.form)
    except (BadInput, ReadingError) as error:
        anew = replace(visit, form=FormData())  # its pack is no filter of the list
        return await to_thread.run_sync(documents_page, anew, str(error))
    return visit.go("/documents", brought=upload.id)
