"""A desk of Markdown pages that can be asked: everything real but the store, which is the brute-force one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from belegg.answering.without_model import answer
from belegg.reading import read
from belegg.reading.passages import cut
from belegg.records import OWNER, Abstained, Answer, Answered, Scope
from belegg.search.search import Search
from belegg.search.settings import SearchSettings
from belegg.testing.shelf import ANALYSER, Shelf


class Desk:
    """What lies on it can be asked. Everybody in `all` reads a page unless its groups are named."""

    def __init__(self) -> None:
        self.shelf = Shelf()
        self.store = self.shelf.store

    def put(self, name: str, text: str, access: Iterable[str] = ("all",)) -> None:
        found = read(text.encode(), name, "documents")
        document = replace(found.document, access=frozenset(access))
        self.shelf.put_document(document, cut(document, found.profile))

    def ask(
        self, question: str, scope: Scope | None = None, day: str = "2026-11-30", **settings: Any
    ) -> Answer:
        """
        `day` counts as today. `settings` are those of the search; with vectors on the shelf (`shelf.embed`)
        name a `mode`.
        """
        search = Search(self.store, ANALYSER, SearchSettings(**settings), self.shelf.models)
        return answer(question, scope or Scope(OWNER), search, self.store, day)

    def answered(self, question: str, scope: Scope | None = None) -> Answered:
        """The answer that there must be."""
        outcome = self.ask(question, scope)
        assert isinstance(outcome, Answered), outcome
        return outcome

    def said(self, question: str, scope: Scope | None = None) -> list[str]:
        """The sentences of the answer that there must be."""
        return [sentence.text for sentence in self.answered(question, scope).sentences]

    def refused(self, question: str, scope: Scope | None = None) -> Abstained:
        """The abstention that there must be."""
        outcome = self.ask(question, scope)
        assert isinstance(outcome, Abstained), outcome
        return outcome
