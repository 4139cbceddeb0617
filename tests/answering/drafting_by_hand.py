"""A shelf of documents, and drafts about them that are checked: for tests of `answering.checks`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from belegg.answering.checks import (
    NOT_JUDGED,
    Judging,
    Proof,
    SoFar,
    answered_by,
    concluded,
    conflicts_of,
    feedback,
    in_force,
    prove,
    remarked,
)
from belegg.answering.checks.validity import Validity
from belegg.answering.draft import Draft, DraftConflict, DraftSentence
from belegg.records import OWNER, Abstained, Answer, Answered, Claim, DocumentId, Scope, document_id
from belegg.testing import MemoryStore
from belegg.testing.builders import incoming
from belegg.testing.shelf import ANALYSER, Shelf

DAY = "2026-11-30"
PUT_IN = "2026-06-01T12:00:00Z"
"""When the documents came in: before the day, whatever day the tests run on."""


def says(text: str, *claims: tuple[str, str] | tuple[str, str, str]) -> DraftSentence:
    """A sentence with claims: (quotation, name of the document) or with the page as a third."""
    return DraftSentence(
        text, tuple(Claim(c[0], source_hint=c[1], page_hint=c[2] if len(c) > 2 else None) for c in claims)
    )


def differ(about: str, *claims: tuple[str, str]) -> DraftConflict:
    return DraftConflict(about, tuple(Claim(text, source_hint=name) for text, name in claims))


class Checking:
    """Documents by their file names without ending (`fees` is `fees.md`), read as one scope sees them."""

    def __init__(self, scope: Scope | None = None) -> None:
        self.shelf = Shelf(MemoryStore(now=lambda: PUT_IN))
        self.scope = scope or Scope(OWNER)
        self.names: list[str] = []

    def found(self) -> list[DocumentId]:
        """The documents put in: all are taken for found."""
        return [document_id("documents", f"{name}.md") for name in self.names]

    def put(self, name: str, *passages: Any, **known: Any) -> None:
        self.names.append(name)
        self.shelf.put(f"{name}.md", *passages, **{"title": name.capitalize(), **known})

    def put_pages(self, name: str, *pages: str, **known: Any) -> None:
        with self.shelf.store.writing("test") as writer:
            writer.add(incoming(f"{name}.md", *pages, **{"title": name.capitalize(), **known}))

    def called(self, name: str) -> DocumentId | None:
        return document_id("documents", f"{name}.md") if name.isidentifier() else None

    def prove(
        self, *sentences: DraftSentence, elsewhere: Iterable[str] = (), question: str = ""
    ) -> tuple[Proof, ...]:
        others = [document_id("documents", f"{name}.md") for name in elsewhere]
        with self.shelf.store.reading(self.scope) as reader:
            validity = Validity(reader, question, DAY, found=reader.heads_of(self.found()).values())
            draft = Draft(sentences, "yes")
            return prove(draft, self.called, reader, ANALYSER, lambda _: others, question, validity)

    def proof(self, text: str, *claims: Any, **more: Any) -> Proof:
        return self.prove(says(text, *claims), **more)[0]

    def failures(self, text: str, *claims: Any, **more: Any) -> str:
        return "\n".join(self.proof(text, *claims, **more).failures)

    def conclude(
        self,
        *sentences: DraftSentence,
        question: str = "What is it?",
        judging: Judging = NOT_JUDGED,
        conflicts: Sequence[DraftConflict] = (),
        settled: Any = "yes",
        **of_draft: Any,
    ) -> Answer:
        draft = Draft(sentences, settled, conflicts=tuple(conflicts), **of_draft)
        with self.shelf.store.reading(self.scope) as reader:
            validity = Validity(reader, question, DAY, found=reader.heads_of(self.found()).values())
            settled = in_force(draft, self.called, reader, validity)
            draft = answered_by(draft, settled)
            proofs = prove(draft, self.called, reader, ANALYSER, question=question, validity=validity)
            proofs = remarked(proofs, settled)
            found = conflicts_of(draft, proofs, self.called, reader, validity)
        return concluded(question, draft, proofs, judging, SoFar(DAY, "fake:writer"), found)

    def answered(self, *sentences: DraftSentence, **more: Any) -> Answered:
        outcome = self.conclude(*sentences, **more)
        assert isinstance(outcome, Answered), outcome
        return outcome

    def refused(self, *sentences: DraftSentence, **more: Any) -> Abstained:
        outcome = self.conclude(*sentences, **more)
        assert isinstance(outcome, Abstained), outcome
        return outcome

    def told(self, *sentences: DraftSentence) -> str:
        """What the model would be told to mend."""
        return feedback(self.prove(*sentences))
