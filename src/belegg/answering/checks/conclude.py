"""
The last word: which sentences are shown, with what beside them, and what the answer is worth.

`verified`: every sentence has quotations that hold, and neither the program nor the judge found anything
lacking. `downgraded`: what was found lacking stands with its sentence, and what could not be shown is listed.
Abstained: nothing is left that a quotation supports, the sources settle it otherwise, or they are too old.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from belegg.answering.checks.information import OUTDATED_AFTER_MONTHS, Outdated, old_near, outdated
from belegg.answering.checks.proofs import Judgement, Judging, Proof
from belegg.answering.checks.prose import Prose
from belegg.answering.checks.quotations import short
from belegg.answering.checks.shown_text import shown, shown_aside, shown_finding
from belegg.answering.checks.telling import called, grouped
from belegg.answering.draft import Draft
from belegg.records import (
    Abstained,
    AbstentionReason,
    Answer,
    Answered,
    Conflict,
    Hit,
    Note,
    Quote,
    Ran,
    Sentence,
    Step,
)

NOT_IN_THESE = "The documents that could be read do not say. That is no proof that it is not so elsewhere."
NOT_PASSED_ON = (
    "A sentence with an address, a number or a request of a document that the question does not ask for."
)
NO_QUOTATION_HELD = (
    "No sentence of the drafted answer is supported by a quotation that stands in the documents. That says "
    "nothing of what the documents hold."
)
BESIDE: dict[AbstentionReason, str] = {
    "not_covered": "drafted beside the finding that the question is not settled",
    "sources_conflict": "the sources differ",
    "likely_outdated": "what it rests on is likely outdated",
    "draft_did_not_hold": "it is not carried",
    "cut_short": "the run ended before it was checked",
}
"""Why a sentence with quotations that hold is no answer all the same."""
NOT_CARRIED = (
    "What was drafted has quotations that stand in the documents, and they do not carry what it says: it is "
    "listed with what was found lacking."
)
UNSAID_MISSING = (
    "A part of the question. How the model put it is left out: it names what stands neither in the question "
    "nor in what is quoted."
)
UNSAID_ABOUT = "what is quoted here"
SETTLES: dict[AbstentionReason, str] = {
    "not_covered": "A document that says it in so many words.",
    "sources_conflict": "A newer source, or one that the others refer to as deciding.",
    "likely_outdated": "A newer edition of the documents below, or a source of the period in question.",
    "draft_did_not_hold": "Ask again, or another model; and read what lies nearest.",
    "cut_short": "Ask again; and read what lies nearest.",
}


@dataclass(frozen=True, slots=True)
class SoFar:
    """
    What the run did until the answer was drafted, as it is told with the answer. `day` (ISO) is when the
    question was asked, `ran` the steps that came before the checks.
    """

    day: str
    model: str | None = None
    nearest: tuple[Hit, ...] = ()
    trace: tuple[Step, ...] = ()
    notes: tuple[Note, ...] = ()
    ran: tuple[Ran, ...] = ()
    searched: tuple[str, ...] = ()
    stopped: str = ""
    outdated_after_months: int = OUTDATED_AFTER_MONTHS


@dataclass(frozen=True, slots=True)
class _Kept:
    """Sentences that may be shown, those that may not with the reason, and what else is to be said."""

    sentences: tuple[Sentence, ...]
    dropped: tuple[str, ...]
    remarks: tuple[str, ...] = field(default=())

    @property
    def quotes(self) -> tuple[Quote, ...]:
        return tuple(quote for sentence in self.sentences for quote in sentence.quotes)

    @property
    def supported(self) -> tuple[Sentence, ...]:
        return tuple(sentence for sentence in self.sentences if sentence.supported)


def concluded(
    question: str,
    draft: Draft,
    proofs: Sequence[Proof],
    judging: Judging,
    so_far: SoFar,
    conflicts: Sequence[Conflict] = (),
) -> Answer:
    """
    The answer that a draft comes to. `proofs` and `judging` are those of its last version.

    Nothing that failed as a quotation stands in it as one: a sentence without any quotation that holds is
    shown only if it brought none, marked as unsupported; all others like it are listed in `dropped`.
    """
    kept = _kept(proofs, judging)
    prose = Prose(question, _all_quotes(proofs, conflicts), so_far.nearest)
    conflicts = [_named(one, prose, draft) for one in conflicts]
    draft = replace(
        draft,
        missing=prose.shown(draft.missing, UNSAID_MISSING if draft.missing.strip() else ""),
        would_settle=prose.shown(draft.would_settle, ""),
    )
    kept = replace(
        kept, sentences=tuple(_beside_newer(one, kept.quotes, conflicts) for one in kept.sentences)
    )
    so_far = replace(so_far, ran=(*so_far.ran, *_ran(proofs, judging)))
    old = outdated(question, kept.quotes, so_far.day, so_far.outdated_after_months)
    near = old or old_near(question, so_far.nearest, so_far.day, so_far.outdated_after_months)
    reason, why = _refused(draft, kept, conflicts, old, near)
    if reason is not None:
        return _abstained(question, draft, reason, why, kept, so_far, conflicts)
    return _answered(question, draft, kept, judging, so_far, conflicts)


def _all_quotes(proofs: Sequence[Proof], conflicts: Sequence[Conflict]) -> list[Quote]:
    sides = [side.quote for conflict in conflicts for side in conflict.sides]
    return [*(quote for proof in proofs for quote in proof.quotes), *sides]


def _named(conflict: Conflict, prose: Prose, draft: Draft) -> Conflict:
    """The conflict; what the model says that it is about only where the quotations hold it."""
    if conflict.about not in [shown_aside(one.about) for one in draft.conflicts]:
        return conflict  # found by the program, and called by the words that the quotations share
    return replace(conflict, about=prose.shown(conflict.about, UNSAID_ABOUT))


def _kept(proofs: Sequence[Proof], judging: Judging) -> _Kept:
    sentences: list[Sentence] = []
    dropped: list[str] = []
    remarks: list[str] = []
    for number, proof in enumerate(proofs):
        tried = bool(proof.sentence.claims) and not proof.quotes
        if not proof.sentence.text.strip():
            continue
        if proof.passes_on:
            dropped.append(NOT_PASSED_ON)
        elif tried or proof.is_dropped:
            dropped.append(
                f"{shown_aside(proof.sentence.text)} ({'; '.join(map(shown_finding, proof.failures))})"
            )
        else:
            sentences.append(_sentence(proof, judging.of(number)))
            remarks += proof.remarks
    return _Kept(tuple(sentences), tuple(dropped), grouped(remarks))


def _sentence(proof: Proof, judgement: Judgement) -> Sentence:
    judged: tuple[str, ...] = ()
    if judgement.supported is False:
        judged = (f"the judge doubts it: {shown_aside(judgement.doubt) or 'no reason given'}",)
    elif judgement.supported is None and proof.unjudged:
        judged = (proof.unjudged,)
    return Sentence(
        text=shown(proof.sentence.text),
        supported=proof.holds and judgement.supported is not False,
        quotes=proof.quotes,
        doubts=(*map(shown_finding, (*proof.failures, *proof.doubts)), *judged),
        arithmetic=proof.arithmetic,
    )


def _beside_newer(sentence: Sentence, quotes: Sequence[Quote], conflicts: Sequence[Conflict]) -> Sentence:
    """The sentence, doubted where it rests on an older source alone and the newer one is nowhere quoted."""
    quoted = {quote.document.id for quote in quotes}
    own = {quote.document.id for quote in sentence.quotes}
    for conflict in (each for each in conflicts if each.is_decided_by_date):
        newest, *older = conflict.sides
        if own & {side.quote.document.id for side in older} and newest.quote.document.id not in quoted:
            own_side = next(side for side in older if side.quote.document.id in own)
            newer = called(newest.quote.document, own_side.quote.document)
            told = f"a newer source differs: {newer} ({newest.date})"
            return replace(sentence, doubts=(*sentence.doubts, told))
    return sentence


def _ran(proofs: Sequence[Proof], judging: Judging) -> tuple[Ran, ...]:
    if not proofs:
        nothing = "no sentence was drafted"
        return (
            Ran("quotations", "did not run", nothing),
            Ran("figures", "did not run", nothing),
            judging.ran,
        )
    given = sum(len(proof.sentence.claims) for proof in proofs)
    held = sum(min(len(proof.quotes), len(proof.sentence.claims)) for proof in proofs)  # one may be parted
    return (
        Ran("quotations", "ran", f"{held:,} of {given:,} stand word for word"),
        Ran("figures", "ran", f"of {len(proofs):,} sentences"),
        judging.ran,
    )


def _refused(
    draft: Draft,
    kept: _Kept,
    conflicts: Sequence[Conflict],
    old: Outdated | None,
    near: Outdated | None,
) -> tuple[AbstentionReason | None, str]:
    """Why there is no answer, if there is none."""
    if draft.settled == "no":
        reason = draft.reason or "not_covered"
        if reason == "sources_conflict" and not conflicts:
            return "not_covered", NOT_IN_THESE  # a conflict that no two quotations show is none
        if reason == "likely_outdated":  # as said of documents: what none of them shows is none
            return (reason, near.told) if near is not None else ("not_covered", NOT_IN_THESE)
        return reason, {"not_covered": NOT_IN_THESE}.get(reason, "")
    if not kept.supported:
        return "draft_did_not_hold", NOT_CARRIED if kept.quotes else NO_QUOTATION_HELD
    if old is not None:
        return "likely_outdated", old.told
    return None, ""


def _abstained(
    question: str,
    draft: Draft,
    reason: AbstentionReason,
    why: str,
    kept: _Kept,
    so_far: SoFar,
    conflicts: Sequence[Conflict],
) -> Abstained:
    told = [why or _told(reason, conflicts)]
    if draft.missing.strip():
        told.append(f"Not settled: {draft.missing}")
    return Abstained(
        question=question,
        reason=reason,
        explanation=shown(" ".join(told)),
        nearest=so_far.nearest,
        trace=so_far.trace,
        notes=so_far.notes,
        model=so_far.model,
        ran=so_far.ran,
        searched=so_far.searched,
        would_settle=draft.would_settle or SETTLES[reason],
        dropped=(*(_not_shown(one, reason) for one in kept.sentences), *kept.dropped),
        conflicts=tuple(conflicts),
        stopped=so_far.stopped,
    )


def _not_shown(sentence: Sentence, reason: AbstentionReason) -> str:
    """A sentence that might have been shown, had there been an answer, and why there is none."""
    whys = [*sentence.doubts, *([] if sentence.doubts and not sentence.supported else [BESIDE[reason]])]
    whys += dict.fromkeys(f"quoted from {_place(quote)}" for quote in sentence.quotes)
    return f"{shown_aside(sentence.text)} ({'; '.join(whys)})"


def _place(quote: Quote) -> str:
    page = f", page {quote.page}" if quote.page is not None else ""
    return f"`{short(quote.document.title)}`{page}"


def _told(reason: AbstentionReason, conflicts: Sequence[Conflict]) -> str:
    if reason == "sources_conflict":
        dated = all(conflict.is_decided_by_date for conflict in conflicts)
        which = "the newest alone does not settle it" if dated else "no date says which counts"
        return f"The sources differ, and {which}."
    return "What the documents say on it is likely outdated."


def _answered(
    question: str,
    draft: Draft,
    kept: _Kept,
    judging: Judging,
    so_far: SoFar,
    conflicts: Sequence[Conflict],
) -> Answered:
    missing = draft.missing
    if draft.settled == "partly" and not missing:
        missing = "The model says that the documents settle the question in part, and not which part."
    flawless = all(sentence.supported and not sentence.doubts for sentence in kept.sentences)
    verdict: Literal["verified", "downgraded"] = (
        "downgraded"
        if not flawless or kept.dropped or missing or conflicts or judging.ran.state == "failed"
        else "verified"
    )
    notes = [shown(text) for text in (*kept.remarks, *judging.remarks)]
    if judging.ran.state != "ran":  # the program's own words: an id in it stays one
        notes.append(
            f"No judge ran ({judging.ran.detail}): that the quotations mean what is said was not checked."
        )
    return Answered(
        question=question,
        verdict=verdict,
        sentences=kept.sentences,
        nearest=so_far.nearest,
        trace=so_far.trace,
        notes=(*so_far.notes, *(Note("answering", text) for text in notes)),
        model=so_far.model,
        ran=so_far.ran,
        missing=missing,
        dropped=kept.dropped,
        conflicts=tuple(conflicts),
        stopped=so_far.stopped,
    )
