"""
What a model calls documents: `D1`, `D2` …, in the order in which they were first sent.

Handles hold for a whole conversation. They are names and no rights: whatever a handle names is read through
the scope of whoever asks now.
"""

from __future__ import annotations

from collections.abc import Iterable

import regex

from belegg.records import DocumentHead, DocumentId

_HANDLE = regex.compile(r"[\W_]*D[\s-]?(?P<number>\d{1,6})[\W_]*", regex.I)
_LEADING = regex.compile(r"[\W_]*D(?P<number>\d{1,6})(?![\w-])", regex.I)


class Handles:
    """
    The handles of one conversation. `known`: the documents of its earlier turns, in order. `such_as` says to
    a model what they look like.
    """

    such_as = "a handle such as D1"

    def __init__(self, known: Iterable[DocumentHead] = ()) -> None:
        self._heads: dict[DocumentId, DocumentHead] = {}
        self._numbers: dict[DocumentId, int] = {}
        for head in known:
            self.of(head)

    def of(self, document: DocumentHead) -> str:
        """The document's handle; it is given one when it has none."""
        number = self._numbers.setdefault(document.id, len(self._numbers) + 1)
        self._heads[document.id] = document
        return f"D{number}"

    def document(self, name: str) -> DocumentId | None:
        """
        The document that a model means: by handle (`D3`, `[d3]`, `D3:`, `D3, page 4`), or by id, source or
        title of one that has a handle. None when none of these is called so, or several are.
        """
        if exact := _HANDLE.fullmatch(name):
            return self._numbered(int(exact["number"]))
        wanted = _plain(name)
        for names in (_id, _source, _title):
            fitting = [head.id for head in self._heads.values() if _plain(names(head)) == wanted]
            if fitting:
                return fitting[0] if len(fitting) == 1 else None
        leading = _LEADING.match(name)
        return self._numbered(int(leading["number"])) if leading else None

    def handle(self, document: DocumentId) -> str | None:
        """The handle of a document, if it has one."""
        number = self._numbers.get(document)
        return None if number is None else f"D{number}"

    def head(self, document: DocumentId) -> DocumentHead | None:
        """The head of a document that has a handle, as it was then."""
        return self._heads.get(document)

    def known(self) -> tuple[DocumentHead, ...]:
        """Every document that has a handle, in their order."""
        return tuple(self._heads[document] for document in self._numbers)

    def _numbered(self, number: int) -> DocumentId | None:
        return next((document for document, given in self._numbers.items() if given == number), None)


def _plain(name: str) -> str:
    return " ".join(name.split()).strip("«»\"'`[]()").casefold()


def _id(head: DocumentHead) -> str:
    return head.id


def _source(head: DocumentHead) -> str:
    return head.source


def _title(head: DocumentHead) -> str:
    return head.title
