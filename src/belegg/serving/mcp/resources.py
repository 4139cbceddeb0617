"""
Documents as resources: `belegg://documents/<id>`, a part of one below it.

An address names a document of the library and never a file: its id is looked up among what the caller may
read, and what is not there, not theirs or no such address is refused in the same words.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Final

import mcp_types as types
import regex
from mcp.shared.exceptions import MCPError

from belegg.answering.tools.fitting import Budgets, shortened
from belegg.answering.tools.listed import listed
from belegg.answering.tools.narrowing import packs_off
from belegg.answering.tools.read import ReadTool, Stretch
from belegg.answering.tools.room import BadArguments
from belegg.records import DocumentHead, DocumentId, Principal
from belegg.serving.mcp.caller import Caller, memory

ON_A_PAGE: Final = 100
LONGEST_READ: Final = 24_000
"""Characters: below 25,000 tokens, at which clients refuse, in any script."""
LONGEST_TITLE: Final = 120
ROOT: Final = "belegg://documents/"
TEXT: Final = "text/plain"
_ADDRESS: Final = regex.compile(
    r"belegg://documents/(?P<document>[\w-]{1,64})(?:/(?P<part>pages|lines)/(?P<which>\d{1,9}(?:-\d{0,9})?))?"
)
_CURSOR: Final = regex.compile(r"(?P<skip>\d{1,9})\.(?P<whose>[0-9a-f]{16})")
_ARGUMENT: Final[Mapping[str, str]] = MappingProxyType({"pages": "page", "lines": "lines"})

TEMPLATES: Final = (
    types.ResourceTemplate(
        name="document",
        title="A document's text",
        uri_template=ROOT + "{document}",
        description="The text of a document by its id, from the beginning, as much of it as fits.",
        mime_type=TEXT,
    ),
    types.ResourceTemplate(
        name="pages",
        title="Pages of a document",
        uri_template=ROOT + "{document}/pages/{pages}",
        description="One page (3) or some (3-5) of a document that has pages.",
        mime_type=TEXT,
    ),
    types.ResourceTemplate(
        name="lines",
        title="Lines of a document",
        uri_template=ROOT + "{document}/lines/{lines}",
        description="Lines of a document by number: 120-180, or 120- to go on to where it is cut.",
        mime_type=TEXT,
    ),
)


def page_of_documents(caller: Caller, cursor: str | None) -> types.ListResourcesResult:
    """The documents that the caller may read, the newest first. Raises MCPError for another's cursor."""
    skip = _skip(cursor, caller.visitor.principal)
    desk = caller.desk()
    off = packs_off(desk)
    with desk.store.reading(desk.scope) as reader:
        ids = [one.id for one in listed(reader) if one.pack not in off]
        shown = ids[skip : skip + ON_A_PAGE]
        heads = reader.heads_of(shown)
    end = skip + len(shown)
    following = _cursor(end, caller.visitor.principal) if end < len(ids) else None
    return types.ListResourcesResult(resources=[_resource(heads[id]) for id in shown], next_cursor=following)


def _resource(head: DocumentHead) -> types.Resource:
    """Without a description: it would be text of a document, and a model might take it for ours."""
    title = shortened(head.title or head.source, LONGEST_TITLE)
    return types.Resource(name=head.source, title=title, uri=ROOT + head.id, mime_type=TEXT)


def document_read(caller: Caller, uri: str) -> tuple[DocumentId, types.ReadResourceResult]:
    """
    What an address names, and of which document. Raises MCPError, in the same words for what is not there and
    for what is not theirs.
    """
    address = _ADDRESS.fullmatch(uri)
    if address is None:
        raise not_found(uri)
    desk = caller.desk()
    with desk.store.reading(desk.scope) as reader:
        head = reader.head(DocumentId(address["document"]))
    if head is None or head.pack in packs_off(desk):
        raise not_found(uri)
    named = {_ARGUMENT[address["part"]]: address["which"]} if address["part"] else {"lines": "1-"}
    try:
        stretch = ReadTool(Budgets(read=LONGEST_READ)).stretch({"document": head.id, **named}, desk, memory())
    except BadArguments as refused:
        raise MCPError(code=types.INVALID_PARAMS, message=str(refused), data={"uri": uri}) from None
    return head.id, types.ReadResourceResult(contents=_contents(uri, stretch))


def _contents(uri: str, stretch: Stretch) -> list[types.TextResourceContents | types.BlobResourceContents]:
    """The text as it stands, alone; that it is cut is said beside it."""
    text = stretch.opening.text
    said = "\n\n".join(text.text[span.start : span.end] for span in stretch.spans)
    found: list[types.TextResourceContents | types.BlobResourceContents] = [
        types.TextResourceContents(uri=uri, mime_type=TEXT, text=said)
    ]
    if stretch.next_line is not None:
        more = f"{ROOT}{text.head.id}/lines/{stretch.next_line}-"
        told = f"Cut here, {stretch.where} of {len(stretch.opening.lines):,} lines; {more} goes on."
        found.append(types.TextResourceContents(uri=f"{uri}#more", mime_type=TEXT, text=told))
    return found


def not_found(uri: str) -> MCPError:
    return MCPError(code=types.INVALID_PARAMS, message="Resource not found", data={"uri": uri})


def _cursor(skip: int, who: Principal) -> str:
    return f"{skip}.{_whose(skip, who)}"


def _skip(cursor: str | None, who: Principal) -> int:
    """How many a cursor leaves out. It is a place in the caller's own list, and of nobody else's."""
    if cursor is None:
        return 0
    found = _CURSOR.fullmatch(cursor)
    if found is None or found["whose"] != _whose(int(found["skip"]), who):
        raise MCPError(code=types.INVALID_PARAMS, message="This cursor is none of yours; list from the start")
    return int(found["skip"])


def _whose(skip: int, who: Principal) -> str:
    return sha256(f"belegg resources\0{who.id}\0{skip}".encode()).hexdigest()[:16]
