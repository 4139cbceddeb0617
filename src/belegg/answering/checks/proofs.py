"""What the checks of a draft found, sentence by sentence."""

from __future__ import annotations

from dataclasses import dataclass

from belegg.answering.draft import DraftSentence
from belegg.records.answers import JUDGE_NOT_SET, Quote, Ran
from belegg.records.runs import Sent


@dataclass(frozen=True, slots=True)
class Proof:
    """
    What the program found of one sentence; all texts are fit for its reader and for the model that mends it.

    `quotes` are the quotations that hold. `failures` must be mended, `doubts` are shown with the sentence,
    `remarks` say what was put right (a page) or taken into account (a title) and take nothing away. One that
    `is_dropped` is never shown: it has in quotation marks what stands in no source, a figure of another line,
    or nothing in common with what it quotes. One that `passes_on` what nobody asked for is not even told as
    left out. `to_mend`: doubts that the model is told too, with what would mend them; the sentence may be
    shown, and the answer is downgraded. `unjudged`: what only a judge can tell of it; a doubt where none did.
    """

    sentence: DraftSentence
    quotes: tuple[Quote, ...] = ()
    failures: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    arithmetic: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    to_mend: tuple[str, ...] = ()
    is_dropped: bool = False
    passes_on: bool = False
    unjudged: str = ""

    @property
    def holds(self) -> bool:
        """Whether it has quotations and nothing failed."""
        return bool(self.quotes) and not self.failures


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the judge said of one sentence; `supported` is None where it said nothing."""

    supported: bool | None
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Judging:
    """
    The judgements in the order of the sentences (none when no judge ran), whether the judge ran, what it was
    sent, and what should be said of it (`judged by the model that wrote it`).
    """

    judgements: tuple[Judgement, ...]
    ran: Ran
    sent: tuple[Sent, ...] = ()
    remarks: tuple[str, ...] = ()

    def of(self, number: int) -> Judgement:
        """The judgement of the sentence with that place, from 0."""
        return self.judgements[number] if number < len(self.judgements) else Judgement(None)


NOT_JUDGED = Judging((), Ran("judge", "did not run", JUDGE_NOT_SET))
