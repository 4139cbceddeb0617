"""Stored answers that no longer hold: their documents changed, and the words that they quote with them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from belegg.errors import StoreError, UnknownRun
from belegg.library.turns.keeping import as_readable, called
from belegg.library.turns.verifying import VerifiedQuote, by_bytes, failing, verified
from belegg.records import OWNER, DocumentHead, DocumentId, Principal, Scope
from belegg.records.runs import Touched
from belegg.seams import Reader, Store


@dataclass(frozen=True, slots=True)
class Unheld:
    """A stored answer with quotations that do not hold today."""

    run: str
    question: str
    asked_at: str
    quotations: tuple[VerifiedQuote, ...]


def unheld(store: Store, documents: Collection[DocumentId] | None = None) -> list[Unheld]:
    """
    The stored answers that no longer hold, the oldest first: of all, or of those alone that quote one of
    these documents. Only answers whose documents have another version now are looked at. Owner's view.
    """
    quoting = [(run, each) for run, each in store.touched() if each.quoted]
    if not quoting:
        return []
    with store.reading(Scope(OWNER)) as reader:
        quoted = {each.document for _, each in quoting}
        gone = {head.id: head for head in reader.removed() if head.id in quoted}
        if documents is not None:
            wanted = {*documents, *once_called(reader, gone.values(), documents)}
            quoting = [(run, each) for run, each in quoting if each.document in wanted]
        current = {id: head.version for id, head in reader.heads_of({t.document for _, t in quoting}).items()}

        def moved(each: Touched) -> bool:
            return each.document in gone or current.get(each.document) != each.version

        runs = dict.fromkeys(run for run, each in quoting if moved(each))
        found = (_unheld(reader, run) for run in runs)
        return [each for each in found if each is not None]


def no_longer(store: Store, runs: Collection[str], who: Principal) -> frozenset[str]:
    """
    Those of these stored runs whose quotations do not all stand in today's documents, as one may read them.
    Only runs whose documents have another version now, or are gone, are looked at word for word.
    """
    quoting = [(run, each) for run, each in store.touched() if each.quoted and run in runs]
    if not quoting:
        return frozenset()
    with store.reading(Scope(who)) as reader:
        current = {id: head.version for id, head in reader.heads_of({t.document for _, t in quoting}).items()}
        gone = {head.id for head in reader.removed()}
        moved = {
            run
            for run, each in quoting
            if each.document in gone or current.get(each.document) != each.version
        }
        return frozenset(run for run in moved if _unheld(reader, run) is not None)


def once_called(
    reader: Reader, gone: Collection[DocumentHead], documents: Collection[DocumentId]
) -> list[DocumentId]:
    """Those that are gone whose bytes one of these documents has or had: it is their file, renamed."""
    files = by_bytes(reader) if gone else {}
    return [head.id for head in gone if any(each.id in documents for each in files.get(head.sha256, ()))]


def _unheld(reader: Reader, run: str) -> Unheld | None:
    try:
        checked = verified(reader, as_readable(reader, called(reader, run)))
    except (StoreError, UnknownRun):  # nobody is shown it either, or it was let go meanwhile
        return None
    wrong = tuple(failing(checked))
    return Unheld(run, checked.question, checked.asked_at, wrong) if wrong else None
