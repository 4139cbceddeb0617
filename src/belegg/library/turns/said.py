"""
All that must be said of an answer beside its sentences and quotations, once for every way of showing it.

Terminal, chat, Markdown and Word files tell each part of `Said`: none chooses what its reader may know. What
a document or a model wrote stands in it as it came; whoever shows it makes it harmless there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from belegg.library.turns.withheld import WITHHELD
from belegg.records import Abstained, Answer, Answered, Conflict, Ran, Sentence
from belegg.records.answers import (
    DID_NOT_HOLD,
    NOTHING_READABLE,
    THE_DOCUMENTS_OWN,
    given_verdict,
    judged_by,
)
from belegg.text.counted import counted

BY_RULE_VERDICTS: Final = {  # what was checked is the words: that they answer no program has judged
    "verified": "Quotations verified. Whether they answer the question is yours to judge.",
    "downgraded": "The quotations stand word for word. What of your question is not in them, the notes say.",
}
WORDS: Final = {
    "verified": "VERIFIED",
    "quotations verified": "QUOTATIONS VERIFIED",
    "downgraded": "DOWNGRADED",
}
UNJUDGED: Final = {"itself": "THE MODEL JUDGED ITSELF", "failed": "THE JUDGE FAILED"}
"""Behind `QUOTATIONS VERIFIED`, why that is not `VERIFIED`; of all else no judge ran."""
MEANT: Final = {
    "yes": "That they mean what is said, a second model judged.",
    "itself": (
        "That quotations mean what is said was judged by the model that wrote it alone, and a model is "
        "lenient with its own words: read them."
    ),
}
DOUBTED: Final = (
    "The quotations stand word for word. What of them may not hold any more is marked below; what of your "
    "question is not in them, the notes say."
)
IS_WITHHELD: Final = (
    "This run was shown a document that is not here for you: nothing vouches for what is left of its answer."
)
BY_RULE: Final = "No model answered; these are the documents' own sentences"
REASONS: Final = {
    "not_covered": "no sentence found can be quoted as the answer",
    "sources_conflict": "the sources disagree",
    "likely_outdated": "what was found is likely outdated",
    "draft_did_not_hold": "the model's draft did not hold",
    "cut_short": "the run ended before the question was settled",
}
WRITTEN_REASONS: Final = {"not_covered": "these documents do not settle it"}
"""Where a model searched and read, and not where a sentence was looked for."""
STEPS: Final = {
    "model": "the model",
    "classifier": "the classifier",
    "understanding": "understanding the question",
    "vectors": "search by meaning",
    "reranker": "the reranker",
    "quotations": "the check of quotations",
    "figures": "the check of figures",
    "judge": "the judge",
}
MOST_TOLD_TWICE: Final = 60
"""Characters of what a quotation leaves out by which a doubt is known to tell it already."""

Kind = Literal["unsupported", "doubt", "left out", "computed", "lacking", "further", "note", "ran"]


@dataclass(frozen=True, slots=True)
class Remark:
    """One line about an answer. `lacking`: what it lacks; `further`: where an abstention leads on."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """
    The verdict in a word and in a sentence; `opening`: why no model's sentences stand here, empty where that
    needs no word; remarks for each sentence, in their order; conflicts; what is lacking; notes and what ran.
    """

    word: str
    told: str
    opening: str
    beside: tuple[tuple[Remark, ...], ...]
    conflicts: tuple[Conflict, ...]
    lacking: tuple[Remark, ...]
    around: tuple[Remark, ...]

    @property
    def in_words(self) -> tuple[str, str]:
        """The word as it begins a sentence, and the rest: (`Downgraded.`, `Not all of it …`)."""
        word = self.word.capitalize()
        if not self.told.startswith(word):
            return f"{word}.", self.told
        end = len(word) + 1  # with its stop
        return self.told[:end], self.told[end:].lstrip()


def said(answer: Answer) -> Said:
    """All that must be said. Of what is withheld that alone: it stands for no check."""
    word, told = verdict_told(answer)
    if answer.withheld:
        none: tuple[tuple[Remark, ...], ...] = tuple(() for _ in _sentences(answer))
        return Said(word, told, "", none, answer.conflicts, (), ())
    opening = by_rule_told(answer)
    notes = dict.fromkeys(note.text for note in answer.notes)
    if opening:
        notes.pop(THE_DOCUMENTS_OWN, None)  # the opening says it
    return Said(
        word,
        told,
        opening,
        tuple(map(beside, _sentences(answer))),
        answer.conflicts,
        tuple(_lacking(answer)),
        (
            *(Remark("note", f"Note: {text}") for text in notes),
            *(Remark("ran", f"· {line}") for line in ran_lines(answer.ran)),
        ),
    )


def verdict_told(answer: Answer) -> tuple[str, str]:
    """The verdict in a word, and in a sentence that says what it is worth."""
    if answer.withheld:
        return "WITHHELD", IS_WITHHELD
    if isinstance(answer, Abstained):
        return "NO ANSWER", _refusal(answer)
    if answer.model is None:
        is_doubted = any(sentence.doubts for sentence in answer.sentences)
        told = DOUBTED if is_doubted else BY_RULE_VERDICTS[answer.verdict]
        return WORDS[given_verdict(answer)], told
    judged = judged_by(answer.ran, answer.model)
    meant = MEANT.get(judged, "That quotations mean what is said was judged by nobody: read them.")
    if answer.verdict == "verified":
        word = WORDS[given_verdict(answer)]
        told = f"Every quotation stands word for word. {meant}"
        return word if judged == "yes" else f"{word} · {UNJUDGED.get(judged, 'NO JUDGE RAN')}", told
    told = f"Not all of it can be relied on: {lacks_told(answer)}."
    return WORDS["downgraded"], told if judged == "yes" else f"{told} {meant}"


def _refusal(answer: Abstained) -> str:
    if answer.explanation == NOTHING_READABLE:
        return f"No answer. {NOTHING_READABLE}"
    return f"No answer: {refusal_told(answer)}."


def refusal_told(answer: Abstained) -> str:
    """Why there is no answer, as it came about: a model that read says other than a look for a sentence."""
    reasons = REASONS if answer.model is None else REASONS | WRITTEN_REASONS
    return reasons[answer.reason]


def conflict_told(conflict: Conflict) -> str:
    """`Sources differ on the fee; the newest counts, unless it says otherwise`: the line above its rows."""
    which = (
        "the newest counts, unless it says otherwise" if conflict.is_decided_by_date else "no date decides"
    )
    return f"Sources differ on {conflict.about}; {which}"


def lacks_told(answer: Answered) -> str:
    """What takes an answer down, in a line; where it stands below says more."""
    doubted = sum(bool(sentence.doubts) or not sentence.supported for sentence in answer.sentences)
    lacks = [f"{counted(doubted, 'sentence')} in doubt, marked below"] if doubted else []
    lacks += [f"{counted(len(answer.dropped), 'drafted sentence')} not shown"] if answer.dropped else []
    lacks += ["sources differ"] if answer.conflicts else []
    lacks += ["a part of the question is not settled"] if answer.missing else []
    lacks += ["the judge failed"] if judged_by(answer.ran, answer.model) == "failed" else []
    lacks += ["the run ended early"] if answer.stopped else []
    return "; ".join(lacks) or "see the notes below"


def by_rule_told(answer: Answer) -> str:
    """Why no model's sentences are shown where a model was to answer; empty for all others."""
    if isinstance(answer, Abstained) or answer.model is not None or not answer.stopped:
        return ""
    if answer.stopped.startswith(DID_NOT_HOLD):
        more = answer.stopped.removeprefix(DID_NOT_HOLD).removeprefix("; ")
        return f"{THE_DOCUMENTS_OWN.removesuffix('.')}{f' ({more})' if more else ''}"
    return f"{BY_RULE} ({answer.stopped})"


def beside(sentence: Sentence) -> tuple[Remark, ...]:
    """What is to be known of a sentence: doubts, what quotations leave out, arithmetic done anew."""
    if sentence.text == WITHHELD:
        return ()
    is_carried = sentence.supported or (sentence.quotes and sentence.doubts)
    doubted = _one_line(" ".join(sentence.doubts))
    cuts = [
        cut
        for quote in sentence.quotes
        for cut in quote.check.cut
        if cut.holds != "none" and _one_line(cut.text)[:MOST_TOLD_TWICE] not in doubted
    ]
    return (
        *(() if is_carried else (Remark("unsupported", "No source carries this sentence."),)),
        *(Remark("doubt", f"Doubt: {doubt}") for doubt in sentence.doubts),
        *(Remark("left out", f"left out, and it holds {_a(cut.holds)}: {cut.text}") for cut in cuts),
        *(Remark("computed", f"Computed anew: {line}") for line in sentence.arithmetic),
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def _lacking(answer: Answer) -> Iterable[Remark]:
    if isinstance(answer, Answered) and answer.missing:
        yield Remark("lacking", f"Not settled: {answer.missing}")
    if answer.stopped and not by_rule_told(answer):
        yield Remark("lacking", f"Ended early: {answer.stopped.removesuffix('.')}.")
    for dropped in answer.dropped:
        yield Remark("lacking", f"Not shown as an answer: {dropped}")
    if isinstance(answer, Abstained) and answer.searched:
        yield Remark("further", f"Searched: {'; '.join(f'“{query}”' for query in answer.searched)}")
    if isinstance(answer, Abstained) and answer.would_settle:
        yield Remark("further", f"What would settle it: {answer.would_settle}")


def _sentences(answer: Answer) -> tuple[Sentence, ...]:
    return answer.sentences if isinstance(answer, Answered) else ()


def ran_lines(ran: Iterable[Ran]) -> list[str]:
    """A line for what ran, one for what failed, one for what did not run, each with the reasons."""
    ran = list(ran)
    whole = ", ".join(STEPS[one.step] for one in ran if one.state == "ran")
    lines = [f"ran: {whole}"] if whole else []
    for state in ("failed", "did not run"):
        whys: dict[str, list[str]] = {}
        for one in ran:
            if one.state == state:
                whys.setdefault(one.detail, []).append(STEPS[one.step])
        told = "; ".join(
            f"{', '.join(steps)} ({why})" if why else ", ".join(steps) for why, steps in whys.items()
        )
        lines += [f"{state}: {told}"] if told else []
    return lines
