"""Quotations, checked and unchecked, and the answers made of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from belegg.records.documents import DocumentHead, DocumentId, PassageKind, Span
from belegg.records.searching import Hit, Note

QuoteStatus = Literal["exact", "same words", "shortened", "not found"]
Verdict = Literal["verified", "quotations verified", "downgraded", "abstained"]
"""
What an answer is worth, in the word that every door says: `verified` where a judge that did not write it
passed it too, `quotations verified` where no such judge did: nothing was found, what they mean is open.
"""
ShownVerdict = Verdict | Literal["withheld"]
"""Of a run that was kept: `withheld` where a document that it rests on is not here for who looks at it."""
AbstentionReason = Literal[
    "not_covered", "sources_conflict", "likely_outdated", "draft_did_not_hold", "cut_short"
]
"""
Two say nothing of the documents. `draft_did_not_hold`: no quotation carried what a model drafted;
`cut_short`: the run ended before the question was settled, stopped, at a limit or for a fault.
"""

ACCESS_WAITS = "access waits"
"""The stage of a note that documents wait to be opened to who asks: a refusal is no gap then."""
DID_NOT_HOLD = "the model's draft did not hold"
"""How `stopped` begins where nothing of a model's draft is shown, and the documents' own sentences are."""
THE_DOCUMENTS_OWN = "The model's draft did not hold; these are the documents' own sentences."
NOTHING_READABLE = "There is no document here that you may read."
"""The whole explanation to who may read nothing."""


@dataclass(frozen=True, slots=True)
class Claim:
    """
    A quotation as somebody gave it, unchecked: its text, its place in the draft, the source and the page that
    the draft names beside it, as written there (`page 99`).
    """

    text: str
    span: Span | None = None
    source_hint: str | None = None
    page_hint: str | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """What a quotation leaves out of its sentence, and what that holds."""

    text: str
    span: Span
    holds: Literal["negation", "condition", "exception", "none"]


@dataclass(frozen=True, slots=True)
class Difference:
    """One allowed difference between a quotation and its source."""

    kind: str
    in_quote: str
    in_source: str
    offset: int


@dataclass(frozen=True, slots=True)
class QuoteCheck:
    """
    What the check of one quotation against one text said. Made by `text.quotes` only.

    `span` reaches from the first quoted character of the source to the last; `spans` are its pieces.
    `text` is the source's own wording of `span`. `count` is how often the quotation stands there. `agreed`:
    of one that was not found, how many of its words stand in a row at the nearest place.
    """

    status: QuoteStatus
    span: Span | None = None
    spans: tuple[Span, ...] = ()
    text: str = ""
    differences: tuple[Difference, ...] = ()
    cut: tuple[Cut, ...] = ()
    count: int = 0
    reason: str = ""
    agreed: int = 0


@dataclass(frozen=True, slots=True)
class Quote:
    """
    A checked quotation of a document: what may be printed as one. `page` is physical, from 1.

    `kind` and `confidence` are those of its passage: a footnote is cited as one, recognised text as such.
    `rows` are those of a sheet (`row 4322`), empty elsewhere.
    """

    document: DocumentHead
    version: int
    path: tuple[str, ...]
    section: str | None
    page: int | None
    check: QuoteCheck
    kind: PassageKind = "text"
    confidence: float | None = None
    rows: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """
    One sentence of an answer with the quotations that carry it.

    `doubts` say what a check or the judge found lacking, in the user's words: a sentence with one is shown
    with it. `arithmetic` holds each sum, difference or change in it as the program computed it anew from
    quoted figures (`5,821 - 5,640 = 181`).
    """

    text: str
    supported: bool
    quotes: tuple[Quote, ...]
    doubts: tuple[str, ...] = ()
    arithmetic: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ran:
    """Whether a step that an answer may rest on did its work: what did not run has never passed."""

    step: Literal[
        "model", "classifier", "understanding", "vectors", "reranker", "quotations", "figures", "judge"
    ]
    state: Literal["ran", "did not run", "failed"]
    detail: str = ""


Judged = Literal["yes", "itself", "no judge", "failed", "off", "nothing to judge"]
"""
Whether a judge looked at all sentences: the whole of `yes`, or why there is no such word; `itself`: it was
the model that wrote them, which is lenient with its own words.
"""
JUDGE_NOT_SET = "no judge is set"
JUDGE_OFF = "it is switched off"


def judged_by(ran: Iterable[Ran], model: str | None) -> Judged:
    """
    What the steps of an answer, which `model` wrote, say of its judge. One that is set and failed judged
    nothing as a whole.
    """
    judge = next((one for one in ran if one.step == "judge"), None)
    if judge is None or judge.detail == JUDGE_NOT_SET:
        return "no judge"
    if judge.state == "ran":
        return "itself" if judge.detail and judge.detail == model else "yes"
    if judge.state == "failed":
        return "failed"
    return "off" if judge.detail == JUDGE_OFF else "nothing to judge"


@dataclass(frozen=True, slots=True)
class Side:
    """What one source says where sources differ. `date` is the date that its information is of."""

    quote: Quote
    date: str | None


@dataclass(frozen=True, slots=True)
class Conflict:
    """Sources that differ: what about, one side for each source, the newest first."""

    about: str
    sides: tuple[Side, ...]

    @property
    def is_decided_by_date(self) -> bool:
        """Whether every side is dated and one is newer than the others."""
        dates = [side.date for side in self.sides]
        return all(dates) and len(set(dates[:2])) > 1


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done on the way to an answer, in the user's words."""

    action: str
    detail: str
    outcome: str


@dataclass(frozen=True, slots=True)
class Answered:
    """
    An answer: sentences with their quotations. `model` is None when no model wrote it. `verdict` says whether
    the checks that ran found anything; what it is worth to a reader says `verdict_of`.

    `missing` says what was asked and is not settled; `dropped` are sentences that were drafted and could not
    be shown, with the reason; `conflicts` are those that the answer decided by date; `stopped` says why the
    run ended early, empty when it did not; `withheld`: a document that its run was sent is not here for who
    looks at it, and its verdict stands for nothing.
    """

    question: str
    verdict: Literal["verified", "downgraded"]
    sentences: tuple[Sentence, ...]
    nearest: tuple[Hit, ...]
    trace: tuple[Step, ...]
    notes: tuple[Note, ...]
    model: str | None = None
    ran: tuple[Ran, ...] = ()
    missing: str = ""
    dropped: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    stopped: str = ""
    withheld: bool = False


@dataclass(frozen=True, slots=True)
class Abstained:
    """
    No answer, and why: the reason, what was searched, and the nearest material.

    `would_settle` says what kind of document would; the rest as in `Answered`.
    """

    question: str
    reason: AbstentionReason
    explanation: str
    nearest: tuple[Hit, ...]
    trace: tuple[Step, ...]
    notes: tuple[Note, ...]
    model: str | None = None
    ran: tuple[Ran, ...] = ()
    searched: tuple[str, ...] = ()
    would_settle: str = ""
    dropped: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    stopped: str = ""
    withheld: bool = False


Answer = Answered | Abstained


def verdict_of(answer: Answer) -> ShownVerdict:
    """What an answer is worth, in a word."""
    return "withheld" if answer.withheld else given_verdict(answer)


def given_verdict(answer: Answer) -> Verdict:
    """What an answer was worth when it was given."""
    if isinstance(answer, Abstained):
        return "abstained"
    if answer.verdict == "downgraded":
        return "downgraded"
    is_judged = answer.model is not None and judged_by(answer.ran, answer.model) == "yes"
    return "verified" if is_judged else "quotations verified"


@dataclass(frozen=True, slots=True)
class Forgotten:
    """
    What `forget` removed, counted. `golden_sets` still quote it: they are not changed with it. Of
    `measured_answers` of runs over sets its words were taken out. A store leaves both empty: it does not look
    into sets and their runs.
    """

    document: DocumentId
    versions: int
    passages: int
    postings: int
    original_bytes: int
    quotations: int
    golden_sets: tuple[str, ...] = ()
    measured_answers: int = 0
