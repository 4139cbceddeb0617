"""
New access rules, or a pack's new default, over documents that are already there: what they close is closed
first, what they open is opened last, and only where the text in the library is still that of the file.

A page may be redacted and opened in one go. Opened before it is read again, its old text would be open too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from belegg.library.containers import Before
from belegg.library.policy import Case, Policy, is_act
from belegg.library.prepare import stated_access
from belegg.records import OWNER, DocumentHead, DocumentId, Scope
from belegg.records.queued import MetAs
from belegg.seams import Known, Store, Writer
from belegg.sources.access import narrower


@dataclass(frozen=True, slots=True)
class Change:
    """
    A document whose access list is to become `then`; it is `now` another one. `by_default`: the pack's
    default says it, and nothing else.
    """

    document: DocumentId
    now: frozenset[str]
    then: frozenset[str]
    by_default: bool = False

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
    def waiting(self) -> int:
        """How many documents are still to be opened: their files were not met, or could not be read."""
        return len(self._waiting)

    @property
    def to_be_opened(self) -> tuple[Change, ...]:
        """The changes that are still to be opened."""
        return tuple(self._waiting.values())

    @property
    def closing(self) -> int:
        """How many documents somebody loses."""
        return sum(change.meanwhile != change.now for change in self._changes.values())

    @property
    def changed(self) -> int:
        """How many documents are under another list than before."""
        return sum(c.meanwhile != c.now or source not in self._waiting for source, c in self._changes.items())

    def close(self, writer: Writer) -> None:
        """Take away what the new rules take away."""
        for change in self._changes.values():
            if change.meanwhile != change.now:
                writer.set_access(change.document, change.meanwhile)

    def met(self, source: str, met: MetAs) -> None:
        """A file was met: its text is the one that is stored, or came with its list, or could not be read."""
        if met == "unchanged":
            change = self._waiting.pop(source, None)
            if change:
                self._opened.append(change)
        elif met in ("added", "changed"):
            self._waiting.pop(source, None)

    def open(self, writer: Writer) -> None:
        """Give what the new rules give, where the text was found to be the file's."""
        for change in self._opened:
            writer.set_access(change.document, change.then)

    @property
    def opens(self) -> bool:
        return bool(self._opened)

    @property
    def opened_by_default(self) -> int:
        """How many documents that did not change the pack's default opened."""
        return sum(change.by_default for change in self._opened)


def rights_in_root(store: Store, policy: Policy, root: str) -> Rights:
    """
    What this policy changes for the documents of a root. No file is read: stated lists are stored. What came
    inside a file is under the rule for that file, and of a file that states no list it is known as such.
    Documents whose files are gone are closed like others, and never opened: nobody can look at the file.
    """
    changes = {}
    for removed in (False, True):
        for case, k in cases_of(store, store.known(root, removed=removed)):
            then = policy.access(case)
            change = Change(k.document, k.access, then, policy.by_default(case))
            if removed:
                change = replace(change, then=change.meanwhile)
            if change.then != k.access:
                changes[k.source] = change
    return Rights(changes)


def cases_of(store: Store, known: Mapping[str, Known]) -> Iterator[tuple[Case, Known]]:
    """What decides who may read each of these documents, as it is stored."""
    before = Before(known)
    with store.reading(Scope(OWNER)) as reader:
        gone = {head.id: head for head in reader.removed()}

        def head_of(document: DocumentId) -> DocumentHead | None:
            return reader.head(document) or gone.get(document)

        def stated(head: DocumentHead | None) -> frozenset[str] | None:
            return stated_access(head) if head else None

        for source, k in known.items():
            head, container = head_of(k.document), before.container_of(source)
            inside = container != source
            in_silent = inside and stated(head_of(known[container].document)) is None
            act = head is not None and is_act(head.facts)
            yield Case(source, stated(head), container if inside else None, in_silent, act), k
