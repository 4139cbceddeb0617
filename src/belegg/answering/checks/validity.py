"""
Whether what is quoted was still valid on the day that is asked about.

    facts (valid_to, repealed, status, replaced_by) ─┐
    a document found says `replaces: …` of it ───────┴▶ ended before that day? ▶ doubted, told to the model

A question is about today unless it names a year or a date, or asks what was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from belegg.answering.checks.held_by import spoken_in
from belegg.answering.checks.information import asks_about_then
from belegg.answering.checks.names import without_references
from belegg.answering.checks.proofs import Proof
from belegg.answering.checks.quotations import short
from belegg.answering.checks.shown_text import without_handles, without_titles
from belegg.answering.checks.telling import called
from belegg.answering.draft import DraftSentence
from belegg.records import DocumentHead, DocumentId, Sentence
from belegg.seams import Reader
from belegg.search.succession import REPLACED_BY, successions
from belegg.text.days import dated, is_over
from belegg.text.figures import days_in, figures_in

MOST_FOUND = 60
"""Documents found in a run that are looked at for what they say that they replace."""

Called = Callable[[DocumentHead], str]
"""What the model calls a document (`D3`), for it to read."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A document that was valid no more; `newer` are those after it that the asker may read."""

    document: DocumentHead
    until: str | None
    newer: tuple[DocumentHead, ...]

    @property
    def told(self) -> str:
        """`was valid until 2025-12-31; replaced by …`."""
        status, replaced = self.document.fact("status"), self.document.fact(REPLACED_BY)
        told = [f"was valid until {self.until}"] if self.until else []
        if self.newer:
            titles = [called(one, self.document) for one in self.newer]
            told.append(f"replaced by {', '.join(titles)}")
        elif replaced:
            told.append(f"replaced by `{short(replaced)}`")
        elif status and not told:
            told.append(f"is valid no more (`{short(status)}`)")
        beside = self.newer[0] if self.newer else None
        return f"{called(self.document, beside)} {'; '.join(told)}"


class Validity:
    """
    Knows of one question what had ended. `day` (ISO) counts as today; `found` are the documents that searches
    found, `called` gives the model's name of one.
    """

    def __init__(
        self,
        reader: Reader,
        question: str,
        day: str,
        found: Iterable[DocumentHead] = (),
        called: Called | None = None,
    ) -> None:
        self._reader = reader
        self._day = day
        years = years_in(question)
        self._asked = f"{min(years)}-01-01" if years else day
        self._last = max(day, self._asked)
        self._is_about_then = not years and asks_about_then(question)
        self._called = called
        self._found = [head for head, _ in zip(found, range(MOST_FOUND), strict=False)]
        self._known: dict[tuple[DocumentId, str], Ended | None] = {}

    def looked_at(self, proofs: Sequence[Proof]) -> tuple[Proof, ...]:
        """
        The proofs of a draft, with a doubt where a sentence quotes what had ended. A sentence that names a
        year of that time, in an answer that quotes what is valid too, says so itself: that is a remark.
        """
        heads = {quote.document.id: quote.document for proof in proofs for quote in proof.quotes}
        if not any(self.ended(head, self._last) for head in heads.values()):
            return tuple(proofs)
        is_compared = any(self.ended(head, self._last) is None for head in heads.values())
        return tuple(self._looked_at(proof, is_compared) for proof in proofs)

    def of_sentences(self, sentences: Sequence[Sentence]) -> tuple[tuple[Sentence, ...], tuple[str, ...]]:
        """Quoted sentences as `looked_at` takes those of a draft, and what is to be remarked on them."""
        proofs = self.looked_at([Proof(DraftSentence(each.text, ()), each.quotes) for each in sentences])
        told = zip(sentences, proofs, strict=True)
        doubted = tuple(replace(each, doubts=(*each.doubts, *proof.doubts)) for each, proof in told)
        return doubted, tuple(dict.fromkeys(remark for proof in proofs for remark in proof.remarks))

    def ended(self, head: DocumentHead, day: str | None = None) -> Ended | None:
        """The end of a document, where it came before a day (else the one that is asked about)."""
        at = (head.id, day or self._asked)
        if at not in self._known:
            self._known[at] = self._ended(head, at[1])
        return self._known[at]

    def _looked_at(self, proof: Proof, is_compared: bool) -> Proof:
        doubts, to_mend, remarks = [], [], []
        for head in {quote.document.id: quote.document for quote in proof.quotes}.values():
            ended = self.ended(head)
            if ended is None or self._is_about_then or (is_compared and _says_when(proof, ended)):
                known = ended or self.ended(head, self._last)
                remarks += [known.told] if known else []
                continue
            doubts.append(ended.told)
            newer = "".join(f" ({self._called(one)})" for one in ended.newer[:1] if self._called)
            to_mend.append(
                f"{ended.told}{newer}: that is before the day that is asked about ({self._asked}); quote "
                "what is valid then, and the older only beside it, with its year"
            )
        return replace(
            proof,
            doubts=(*proof.doubts, *doubts),
            to_mend=(*proof.to_mend, *to_mend),
            remarks=(*proof.remarks, *remarks),
        )

    def _ended(self, head: DocumentHead, day: str) -> Ended | None:
        version = dated(head)
        newer = [one for one in self._after(head) if (dated(one).days.since or "") <= day]
        says_replaced = head.fact(REPLACED_BY) is not None and version.days.until is None and day >= self._day
        if is_over(version, day) or newer or says_replaced:
            return Ended(head, version.days.until, tuple(newer))
        return None

    def _after(self, head: DocumentHead) -> list[DocumentHead]:
        """The documents after one, as it says itself, and as those say that were found."""
        after = [one.document for one in successions(self._reader, head) if one.after]
        after += [
            found
            for found in self._found
            if found.id != head.id
            and any(one.document.id == head.id and not one.after for one in successions(self._reader, found))
        ]
        return list({one.id: one for one in after}.values())


def years_in(text: str) -> frozenset[str]:
    """The years that a text names, alone or in dates: four digits, 1500 to 2199."""
    plain, days = without_references(text), days_in(text)
    years = {str(year) for day in days for year in day.years if 1500 <= year < 2200}
    languages = spoken_in(text, (), ())
    return frozenset(years | {one.digits for one in figures_in(plain, languages, days) if one.is_year})


def _says_when(proof: Proof, ended: Ended) -> bool:
    """Whether a sentence itself names a year in which the document was valid, its title apart."""
    titles = [quote.document.title for quote in proof.quotes]
    years = years_in(without_titles(without_handles(proof.sentence.text), titles))
    last = (ended.until or "9999")[:4]
    return any(year <= last for year in years)
