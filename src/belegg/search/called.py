"""From what a person calls a document to the document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import TypeVar

from belegg.errors import BadInput, UnknownDocument
from belegg.records import DocumentHead, DocumentId, Passage, Report
from belegg.seams import Reader
from belegg.text.names import normal_name, number_form

T = TypeVar("T")
MOST_NAMED = 5  # in the message about a name that fits several documents


def document_called(reader: Reader, name: str, *, removed: bool = False) -> DocumentHead:
    """
    The one readable document with this id, source, name of its own (number in any spelling, short title), or
    end of path.

    Tried in this order; the first that fits decides. With `removed`, when none is left, one whose source is
    gone: by id, source, end of path or title. Raises UnknownDocument, and BadInput naming the candidates when
    several fit.
    """
    try:
        return _current_called(reader, name)
    except UnknownDocument:
        if not removed:
            raise
    found = removed_called(reader, name)
    return the_one(name, found, [head.source for head in found])


def _current_called(reader: Reader, name: str) -> DocumentHead:
    named = name.strip()
    head = reader.head(DocumentId(re.sub(r"-\d+$", "", named) if is_passage_id(named) else named))
    if head is not None:
        return head
    own = with_name(reader, named)
    by_source = own if len(own) == 1 else with_source(reader, named) or own
    return the_one(name, by_source, [head.source for head in by_source])


def removed_called(reader: Reader, name: str) -> list[DocumentHead]:
    """The documents of this id, source, end of path or title whose source is gone."""
    wanted = name.strip().removeprefix("./").strip("/")
    if not wanted:
        return []
    id = re.sub(r"-\d+$", "", wanted) if is_passage_id(wanted) else wanted
    gone = list(reader.removed())
    exact = [head for head in gone if id == head.id or wanted == head.source]
    title = normal_name(wanted)
    return exact or [
        head for head in gone if ends_in(head.source, wanted) or (title and normal_name(head.title) == title)
    ]


def with_name(reader: Reader, name: str) -> list[DocumentHead]:
    """The documents of which this is a name; else those of which it is the number, joined in another way."""
    for form in (normal_name(name), number_form(name)):
        ids = reader.named([form]).get(form, ()) if form else ()
        if found := [head for i in ids if (head := reader.head(i))]:
            return found
    return []


def report_called(reader: Reader, name: str) -> tuple[DocumentId, Report]:
    """The report of the one source with this id, path or end of path; failed sources have no document."""
    wanted = name.removeprefix("./").strip("/")
    found = [
        (document, report)
        for document, report in reader.reports()
        if document == wanted or report.source == wanted or (wanted and ends_in(report.source, wanted))
    ]
    exact = [each for each in found if wanted in (each[0], each[1].source)] or found
    if not exact:
        head = document_called(reader, name)
        exact = [each for each in reader.reports() if each[0] == head.id]
    return the_one(name, exact, [report.source for _, report in exact])


def the_one(name: str, found: Sequence[T], sources: Sequence[str]) -> T:
    """Raises UnknownDocument for none, BadInput naming the first for several."""
    if not found:
        raise UnknownDocument(name)
    if len(found) > 1:
        fits = ", ".join(f"`{source}`" for source in sources[:MOST_NAMED])
        more = f" and {len(sources) - MOST_NAMED} more" if len(sources) > MOST_NAMED else ""
        raise BadInput(f"`{name}` fits {len(found)} documents: {fits}{more}; give a longer path or an id")
    return found[0]


def with_source(reader: Reader, name: str) -> list[DocumentHead]:
    """The document with exactly this source, else those whose source ends in it (`leave.md`, `leave`)."""
    wanted = name.removeprefix("./").strip("/")
    if not wanted:
        return []
    # A file's name is one of its document's names; only what is found by none needs a look at all documents.
    last = PurePosixPath(wanted).name
    names = list(dict.fromkeys((normal_name(last), normal_name(PurePosixPath(last).stem))))
    ids = dict.fromkeys(i for found in reader.named(names).values() for i in found)
    ending = [head for i in ids if (head := reader.head(i)) and ends_in(head.source, wanted)]
    if not ending:
        files = reader.once("documents by file", lambda: _by_file(reader.heads()))
        there = sorted(reader.heads_of(files.get(last, ())).values(), key=lambda head: head.source)
        ending = [head for head in there if ends_in(head.source, wanted)]
    return [head for head in ending if head.source == wanted] or ending


def _by_file(heads: Iterable[DocumentHead]) -> Mapping[str, Sequence[DocumentId]]:
    """The documents by the last part of their source, with its kind (`leave.md`) and without."""
    files: dict[str, list[DocumentId]] = {}
    for head in heads:
        last = head.source.rpartition("/")[2]
        for name in {last, last.rpartition(".")[0] or last}:
            files.setdefault(name, []).append(head.id)
    return files


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
