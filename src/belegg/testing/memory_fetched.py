"""What was fetched for questions, in a `MemoryStore`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from belegg.records import DocumentHead, DocumentId, DocumentText, Scope
from belegg.records.fetched import Fetched, FetchedHead
from belegg.records.turns import Turn, sees

Kept = Mapping[DocumentId, Fetched]


def readable(kept: Kept, scope: Scope) -> Kept:
    """What the scope's principal may read of it, for the scope's question."""
    who = scope.principal
    return {
        id: each
        for id, each in kept.items()
        if sees(who, each.asker)
        and who.may_read(each.document.access)
        and scope.question in (None, each.question)
    }


def head_of(fetched: Fetched) -> DocumentHead:
    document = fetched.document
    return DocumentHead(
        id=document.id,
        source=document.source,
        pack=document.pack,
        title=document.title,
        language=document.language,
        version=1,
        sha256=sha256(document.text.encode()).hexdigest(),
        ingested_at=fetched.fetched_at,
        passages=len(fetched.passages),
        pages=document.page_count,
        access=document.access,
        facts=document.facts,
    )


def text_of(fetched: Fetched, version: int | None) -> DocumentText | None:
    """The one version there is, which is current."""
    document = fetched.document
    if version not in (None, 1):
        return None
    return DocumentText(head_of(fetched), 1, True, document.text, document.pages, document.furniture)


def heads(kept: Kept) -> Sequence[FetchedHead]:
    """As the owner's list shows them, the oldest first."""
    return [
        FetchedHead(
            id=each.document.id,
            kind=each.kind,
            source=each.document.source,
            title=each.document.title,
            question=each.question,
            asker=each.asker,
            fetched_at=each.fetched_at,
            size_bytes=sum(map(len, (each.document.text.encode(), each.record.encode(), *each.bodies))),
        )
        for each in sorted(kept.values(), key=lambda each: each.fetched_at)
    ]


def left_of(kept: Kept, before: Iterable[Turn], after: Iterable[Turn]) -> Kept:
    """Without what the turns before were shown and those that are left were not."""
    gone = shown_in(before) - shown_in(after)
    return {id: each for id, each in kept.items() if id not in gone}


def shown_in(turns: Iterable[Turn]) -> set[DocumentId]:
    return {each.document for turn in turns for each in turn.touched}


class KeepsFetched:
    """The part of a keeper that is about it."""

    turns: tuple[Turn, ...]
    fetched: Kept

    def keep_fetched(self, fetched: Fetched) -> None:
        pages = tuple(replace(page, layout=b"") for page in fetched.document.pages)
        kept = replace(fetched, document=replace(fetched.document, pages=pages))
        self.fetched = {fetched.document.id: kept, **self.fetched}

    def sweep_fetched(self, before: str) -> int:
        shown, had = shown_in(self.turns), len(self.fetched)
        left = {id: e for id, e in self.fetched.items() if e.fetched_at >= before or id in shown}
        self.fetched = left
        return had - len(left)

    def narrow_fetched(self, source_prefix: str, access: frozenset[str]) -> int:
        changed = {
            id: replace(each, document=replace(each.document, access=access))
            for id, each in self.fetched.items()
            if each.document.source.startswith(source_prefix) and each.document.access != access
        }
        self.fetched = {**self.fetched, **changed}
        return len(changed)
