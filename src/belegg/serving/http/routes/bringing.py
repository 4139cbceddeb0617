"""Bringing documents in: files, and signed announcements that a page changed."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.datastructures import FormData, ImmutableMultiDict, UploadFile
from starlette.exceptions import HTTPException
from starlette.responses import Response

from belegg.errors import BadInput, BadSetting, NotTrusted, TooLarge, UnknownDocument
from belegg.library.uploads import Upload
from belegg.records import ANONYMOUS, EVERYONE, OWNER, Scope
from belegg.serving.entrance.visitor import Visitor
from belegg.serving.http.house import Here, House
from belegg.serving.http.reading import API, Json, StrictRoute, Writes

router = APIRouter(prefix=API, tags=["bringing"], route_class=StrictRoute)
UPLOADS = f"{API}/uploads"
WAIT_S = 20.0
MOST_FIELDS, MOST_FIELD_BYTES = 20, 16_384
FIELDS = ("file", "group", "pack")
BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["file"],
                    "additionalProperties": False,
                    "properties": {
                        "file": {"type": "string", "format": "binary", "description": "The document."},
                        "group": {
                            "type": "array",
                            "items": {"type": "string"},
                            "description": "Who may read it: groups of one's own, or `everyone`.",
                        },
                        "pack": {"type": "string", "description": "Into which pack; else the default one."},
                    },
                }
            }
        },
    }
}
BROUGHT: dict[int | str, dict[str, Any]] = {
    201: {"description": "It was read."},
    202: {"description": "It is being read; ask again at `/uploads/{upload}`."},
    422: {"description": "It cannot be read, with the reason."},
}


def upload_json(here: House, visitor: Visitor, upload: Upload) -> dict[str, Any]:
    """An upload as its owner sees it, with the document that it became."""
    document = None
    if upload.state == "read":
        try:
            document = here.library.document(upload.source, Scope(visitor.principal), removed=True).id
        except (UnknownDocument, BadInput):  # it was forgotten, or an archive became several
            document = None
    return {
        "upload": upload.id,
        "name": upload.name,
        "source": upload.source,
        "pack": upload.pack or None,
        "size_bytes": upload.size_bytes,
        "groups": list(upload.groups),
        "at": upload.at,
        "state": upload.state,
        "reason": upload.reason or None,
        "document": document,
    }


@router.post("/uploads", status_code=201, responses=BROUGHT, openapi_extra=BODY)
async def bring(request: Request, here: Here, writer: Writes) -> Response:
    """A document, as a form with one file. It is read behind a fence, in a process of its own."""
    async with asyncio.timeout(600):
        form = await form_of(request)
    async with AsyncExitStack() as at_the_end:
        at_the_end.push_async_callback(form.close)
        upload = await brought(here, writer, form)
    status = {"read": 201, "reading": 202, "refused": 422}[upload.state]
    return Json(await asyncio.to_thread(upload_json, here, writer, upload), status)


async def brought(here: House, writer: Visitor, form: ImmutableMultiDict[Any, Any]) -> Upload:
    """
    The file of a form put down and, if that is soon, read; the form stays the caller's to close. Raises
    BadInput, TooLarge, ReadingError.
    """
    file = form.get("file")
    if not isinstance(file, UploadFile) or not file.filename:
        raise BadInput("send one file in the form's field `file`")
    groups = groups_of(writer, [str(each) for each in form.getlist("group")])
    pack = await asyncio.to_thread(pack_of, here, writer, str(form.get("pack") or ""))
    data, name = await file.read(), file.filename
    by = writer.principal.id
    upload = await asyncio.to_thread(here.bringing.uploads.take, data, name, pack, by, groups)
    await asyncio.to_thread(here.note, writer, "bring", upload.id)
    reading = asyncio.wrap_future(here.bringing.begin(upload))
    done, _ = await asyncio.wait([reading], timeout=WAIT_S)
    return reading.result() if done else upload


async def form_of(request: Request) -> FormData:
    """A form with one file. Raises BadInput, TooLarge for one with too many fields or too long ones."""
    kind = request.headers.get("content-type", "")
    if not kind.casefold().startswith("multipart/form-data"):
        raise BadInput("send the file as `multipart/form-data`")
    try:
        form = await request.form(max_files=1, max_fields=MOST_FIELDS, max_part_size=MOST_FIELD_BYTES)
    except HTTPException as error:
        told = str(error.detail)
        if told.startswith("Too many files"):
            raise BadInput("this is more than one file; send each in a form of its own") from error
        if told.startswith(("Too many", "Part exceeded")):
            raise TooLarge(
                f"a form with one file has {MOST_FIELDS} other fields of {MOST_FIELD_BYTES:,} bytes at most"
            ) from error
        raise BadInput("the form could not be read") from error
    unknown = sorted(set(form) - set(FIELDS))
    if unknown:
        raise BadInput(f"`{unknown[0][:80]}` is no field of this form; it has {', '.join(FIELDS)}")
    return form


def groups_of(visitor: Visitor, given: list[str]) -> tuple[str, ...]:
    """
    Who may read what is brought: groups of one's own, so that nobody opens what they could not have been
    shown, and closes it to nobody's eyes but the owner's. Raises BadInput.
    """
    groups = tuple(dict.fromkeys(name.strip() for name in given if name.strip()))
    wrong = [name for name in groups if "," in name or "\t" in name or not name.isprintable()]
    if visitor.principal != OWNER:
        own = visitor.principal.groups or frozenset()
        wrong += [name for name in groups if name not in own and name != EVERYONE]
        if not groups:
            raise BadInput("say who may read it: one or more fields `group`, with groups of yours")
    if wrong or ANONYMOUS in groups:
        raise BadInput(
            f"`{(wrong or [ANONYMOUS])[0][:80]}` is none of your groups; name those, or `{EVERYONE}`"
        )
    return groups


def pack_of(here: House, visitor: Visitor, name: str) -> str:
    """Raises UnknownPack for one that the visitor does not see."""
    if name:
        here.library.pack(name, Scope(visitor.principal))
    return name


@router.get("/uploads")
def uploads(here: Here, writer: Writes) -> Json:
    """What one has brought in, the newest first."""
    own = here.bringing.uploads.of(writer.principal.id)
    held = sum(each.size_bytes for each in own if each.state != "refused")
    limits = {"held_bytes": held, "quota_bytes": here.bringing.uploads.quota_bytes}
    return Json({"uploads": [upload_json(here, writer, each) for each in own], **limits})


@router.get("/uploads/{upload}")
def one_upload(here: Here, writer: Writes, upload: Annotated[str, Path(max_length=64)]) -> Json:
    """One of one's own uploads."""
    found = here.bringing.uploads.one(upload, writer.principal.id)
    if found is None:
        raise UnknownDocument(upload)
    return Json(upload_json(here, writer, found))


@router.post("/webhook")
async def webhook(request: Request, here: Here) -> Json:
    """
    A signed announcement that a page changed (Belegg's own, Confluence's, Notion's): its file is read again,
    or taken out when it is gone. No text of a document is taken from it.
    """
    body, headers = await request.body(), dict(request.headers)
    taken = await asyncio.to_thread(take_announced, here, body, headers)
    return Json({"taken": taken})


def take_announced(here: House, body: bytes, headers: Mapping[str, str]) -> int:
    """How many files were read or taken out. Raises NotTrusted, BadInput."""
    from belegg.library.announcing import take_announcement
    from belegg.sources.webhook import SECRET, secret_of

    try:
        secret = secret_of(os.environ)
    except BadSetting as error:
        raise NotTrusted(f"this server takes no announcements; its operator sets `{SECRET}`") from error
    return len(take_announcement(here.library, body, headers, secret, time.time()))
