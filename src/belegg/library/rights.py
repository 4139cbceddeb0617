"""
New access rules over documents that are already there: what they close is closed first, what they open is
opened last, and only where the text in the library is still that of the file.

A page may be redacted and opened in one go. Opened before it is read again, its old text would be open too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from belegg.library.containers import Before
from belegg.library.prepare import Arrived, Prepared, Same, stated_access
from belegg.records import OWNER, DocumentId, Scope
from belegg.seams import Known, Store, Writer
from belegg.sources.access import AccessRules, narrower


@dataclass(frozen=True, slots=True)
class Change:
    """A document whose access list is to become `then`; it is `now` another one."""

    document: DocumentId
    now: frozenset[str]
    then: frozenset[str]

    @property
    def meanwhile(self) -> frozenset[str]:
        """Who may read it both before and after."""
        return self.then if self.then <= self.now else narrower(self.now, self.then)


class Rights:
    """The changes of one run, by source; those that are still to be opened shrink while files are read."""

    def __init__(self, changes: Mapping[str, Change]) -> None:
        self._changes = changes
        self._waiting = {source: c for source, c in changes.items() if c.meanwhile != c.then}
        self._opened: list[Change] = []

    def __bool__(self) -> bool:
        return bool(self._changes)

    @property
    def waiting(self) -> bool:
        """Whether a document is still to be opened: its file was not met, or could not be read."""
        return bool(self._waiting)

    @property
    def changed(self) -> int:
        """How many documents are under another list than before."""
        return sum(c.meanwhile != c.now or source not in self._waiting for source, c in self._changes.items())

    def close(self, writer: Writer) -> None:
        """Take away what the new rules take away."""
        for change in self._changes.values():
            if change.meanwhile != change.now:
                writer.set_access(change.document, change.meanwhile)

    def met(self, source: str, prepared: Prepared | None) -> None:
        """A file was met: unchanged (None), the same bytes, a text that came with its list, or unreadable."""
        if prepared is None or isinstance(prepared, Same):
            change = self._waiting.pop(source, None)
            if change:
                self._opened.append(change)
        elif isinstance(prepared, Arrived):
            self._waiting.pop(source, None)

    def open(self, writer: Writer) -> None:
        """Give what the new rules give, where the text was found to be the file's."""
        for change in self._opened:
            writer.set_access(change.document, change.then)

    @property
    def opens(self) -> bool:
        return bool(self._opened)


def rights_of(store: Store, rules: AccessRules, known: Mapping[str, Known]) -> Rights:
    """
    What these rules change for the known documents. No file is read: stated lists are stored. What came
    inside a file is under the rule for that file.
    """
    changes = {}
    before = Before(known)
    with store.reading(Scope(OWNER)) as reader:
        for source, k in known.items():
            head = reader.head(k.document)
            then = rules.access(before.container_of(source), stated_access(head) if head else None)
            if then != k.access:
                changes[source] = Change(k.document, k.access, then)
    return Rights(changes)
