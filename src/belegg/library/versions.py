"""The versions of a document: the newest on a day, and what changed from one to another."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.errors import BadInput
from belegg.library.differences import (
    Change,
    Paragraph,
    Run,
    changes,
    paragraphs_of,
    side_by_side,
    word_runs,
)
from belegg.records import DocumentHead, DocumentText, Span
from belegg.seams import Reader
from belegg.search.called import document_called
from belegg.text.days import date_told, dated, is_over, version_at


@dataclass(frozen=True, slots=True)
class Version:
    """A version as its head; `told` says from when it has its text, and what says so."""

    head: DocumentHead
    number: int
    told: str


@dataclass(frozen=True, slots=True)
class DocumentDiff:
    """What changed from one version to another; `unchanged_after` paragraphs follow the last change."""

    document: DocumentHead
    old: Version
    new: Version
    changes: tuple[Change, ...]
    unchanged_after: int


@dataclass(frozen=True, slots=True)
class Today:
    """
    What stands today where a quotation stood in an earlier version: `text` of the newest version and its
    `span`, both None when that part is gone.
    """

    version: int
    told: str
    text: str | None = None
    span: Span | None = None


def versions_of(reader: Reader, head: DocumentHead) -> list[DocumentText]:
    """The versions that the asker may read, oldest first."""
    every = (reader.text(head.id, number) for number in range(1, head.version + 1))
    return [text for text in every if text is not None]


def listed(reader: Reader, name: str) -> list[Version]:
    """The versions of a document that the asker may read, oldest first. Raises UnknownDocument."""
    return [_version(text) for text in versions_of(reader, document_called(reader, name, removed=True))]


def version_on(reader: Reader, head: DocumentHead, day: str) -> tuple[int, str]:
    """
    The version that was the newest on a day, of those that the asker may read, and how that is known.

    Raises BadInput when all are younger.
    """
    heads = [text.head for text in versions_of(reader, head)]
    found = version_at([dated(one) for one in heads], day)
    if found is None:
        first = heads[0]
        raise BadInput(
            f"no text of `{head.source}` that is here is as old as {day}; the oldest is version "
            f"{first.version} ({date_told(first)})"
        )
    told = date_told(next(one for one in heads if one.version == found.version))
    before = ", the first that is here" if found.text_since > day else ""
    over = ""
    if is_over(found, day):
        over = f"; it was valid until {found.days.until}" if found.days.until else "; it says that it is over"
    return found.version, f"version {found.version}, the newest on {day} ({told}{before}){over}"


def diff(reader: Reader, name: str, old: int | None, new: int | None) -> DocumentDiff:
    """
    What changed from version `old` (the one before) to `new` (the newest).

    Raises UnknownDocument, and BadInput when there is no such version or nothing to compare.
    """
    head = document_called(reader, name, removed=True)
    after = _text(reader, head, head.version if new is None else new)
    if old is None:
        earlier = [text for text in versions_of(reader, head) if text.version < after.version]
        if not earlier:
            raise BadInput(
                f"there is no version of `{head.source}` before version {after.version} to compare"
            )
        before = earlier[-1]
    else:
        before = _text(reader, head, old)
    if before.version == after.version:
        raise BadInput(f"version {old} of `{head.source}` is compared with itself; name two versions")
    known = headings_of(reader, head)
    found, unchanged = changes(paragraphs_of(before.text, known), paragraphs_of(after.text, known))
    return DocumentDiff(head, _version(before), _version(after), tuple(found), unchanged)


def today_of(reader: Reader, earlier: DocumentText, span: Span) -> Today | None:
    """
    What stands in the newest version where a span of an earlier one stood; None if it is not readable, or the
    document was removed.
    """
    newest = reader.text(earlier.head.id)
    if newest is None or newest.head.removed_at is not None:
        return None
    known = headings_of(reader, newest.head)
    old, new = paragraphs_of(earlier.text, known), paragraphs_of(newest.text, known)
    held = {n for n, one in enumerate(old) if _overlap(one, span)}
    now = [new[b] for a, b in side_by_side(old, new) if a in held and b is not None]
    told = date_told(newest.head)
    if not now:
        return Today(newest.version, told)
    whole = Span(now[0].span.start, now[-1].span.end)
    return Today(newest.version, told, newest.text[whole.start : whole.end], whole)


def headings_of(reader: Reader, head: DocumentHead) -> dict[str, tuple[str, ...]]:
    """The newest version's headings, each with its way from the top. Those said twice are left out."""
    ways: dict[str, set[tuple[str, ...]]] = {}
    for passage in reader.passages_of(head.id):
        for depth, heading in enumerate(passage.path, start=1):
            ways.setdefault(" ".join(heading.split()), set()).add(passage.path[:depth])
    return {heading: next(iter(found)) for heading, found in ways.items() if len(found) == 1}


def _overlap(one: Paragraph, span: Span) -> bool:
    return one.span.start < span.end and span.start < one.span.end


def _text(reader: Reader, head: DocumentHead, number: int) -> DocumentText:
    text = reader.text(head.id, number)
    if text is None:
        raise BadInput(f"`{head.source}` has no version {number}; its newest is {head.version}")
    return text


def _version(text: DocumentText) -> Version:
    return Version(text.head, text.version, date_told(text.head))


def changed_words(reader: Reader, earlier: DocumentText, span: Span, newest: DocumentText) -> tuple[Run, ...]:
    """
    The paragraphs of an earlier version that hold a span beside what stands there in the newest, word by
    word; removed words alone where they are gone.
    """
    known = headings_of(reader, newest.head)
    old, new = paragraphs_of(earlier.text, known), paragraphs_of(newest.text, known)
    held = {n for n, one in enumerate(old) if _overlap(one, span)}
    now = [new[b].plain for a, b in side_by_side(old, new) if a in held and b is not None]
    return word_runs(" ".join(old[n].plain for n in sorted(held)), " ".join(now))[0]
