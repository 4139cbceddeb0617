"""From what a person calls a document to the document."""

from __future__ import annotations

import re

from belegg.errors import BadInput, UnknownDocument
from belegg.records import DocumentHead, DocumentId, Passage
from belegg.seams import Reader
from belegg.text.names import normal_name

MOST_NAMED = 5  # in the message about a name that fits several documents


def document_called(reader: Reader, name: str) -> DocumentHead:
    """
    The one readable document with this id, source, name of its own (number, short title), or end of path.

    Tried in this order; the first that fits decides. Raises UnknownDocument, and BadInput naming the
    candidates when several fit.
    """
    named = name.strip()
    head = reader.head(DocumentId(re.sub(r"-\d+$", "", named) if is_passage_id(named) else named))
    if head is not None:
        return head
    own = [h for i in reader.named([normal_name(named)]).get(normal_name(named), ()) if (h := reader.head(i))]
    by_source = own if len(own) == 1 else with_source(reader, named) or own
    if not by_source:
        raise UnknownDocument(name)
    if len(by_source) > 1:
        fits = ", ".join(f"`{head.source}`" for head in by_source[:MOST_NAMED])
        more = f" and {len(by_source) - MOST_NAMED} more" if len(by_source) > MOST_NAMED else ""
        raise BadInput(f"`{name}` fits {len(by_source)} documents: {fits}{more}; give a longer path or an id")
    return by_source[0]


def with_source(reader: Reader, name: str) -> list[DocumentHead]:
    """The document with exactly this source, else those whose source ends in it (`leave.md`, `leave`)."""
    wanted = name.removeprefix("./").strip("/")
    ending = []
    for head in reader.heads():
        if head.source == wanted:
            return [head]
        if wanted and ends_in(head.source, wanted):
            ending.append(head)
    return ending


def ends_in(source: str, wanted: str) -> bool:
    """Whether whole last parts of the path are the wanted ones, the file's kind (`.md`) free."""
    path = f"/{source}"
    return path.endswith(f"/{wanted}") or path.rpartition(".")[0].endswith(f"/{wanted}")


def is_passage_id(name: str) -> bool:
    """Whether this is a passage's id, `<16 hex digits>-<ordinal>`."""
    return re.fullmatch(r"[0-9a-f]{16}-\d+", name) is not None


def passage_called(reader: Reader, name: str) -> Passage | None:
    """The passage with this id, when it is one and can be read."""
    if not is_passage_id(name):
        return None
    document = DocumentId(name.partition("-")[0])
    return next((p for p in reader.passages_of(document) if p.id == name), None)
