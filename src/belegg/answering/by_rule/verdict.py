"""
Whether what was found answers a question, or why not.

The words that matter must stand where the quotations come from. A year, a code or a section number must
stand in the passage, its headings, its document's title or dates (elsewhere in the document when the passage
holds half of the question); a name must stand somewhere at all, for it has other forms; words that stand
nowhere may not make up half of the question; and what is held must make up enough of it. Absence is not
denial: the documents do not say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from belegg.answering.by_rule.choose import Choice
from belegg.answering.by_rule.held import HOLDS, dates_of
from belegg.answering.question.asked import Asked
from belegg.answering.question.needed import is_year
from belegg.records import AbstentionReason, DocumentId
from belegg.text.words import holds_digit

ENOUGH = 1 / 3
"""
Least strength of an answer, as a share of the question. Both curves are in
docs/explanation/answers-without-a-model.md.
"""
HALF = 0.5
"""
Share of the question from which unknown words are its topic, and evidence from which a year or a code may
stand elsewhere in the document.
"""
TOUCHES = 0.3
"""How far a word is held that may stand there."""

NOT_SAID = "The documents do not say"
NOT_IN_THESE_WORDS = "Nothing is quoted, for the documents do not say it in these words"
"""The opening where meaning was searched too, and passages are near: one of them may say it in others."""

InDocument = Callable[[DocumentId, str], bool]
"""Whether a word, lower case, stands anywhere in a document's text."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """
    Why a question is not answered: an opening and what is lacking.

    The opening is `NOT_SAID` where words alone were judged, and empty where `told` stands by itself.
    """

    reason: AbstentionReason
    told: str
    opening: str = ""

    @property
    def explanation(self) -> str:
        return f"{self.opening}: {self.told}" if self.opening else self.told

    def beside_meaning(self) -> Refusal:
        """The same, where passages near in meaning are shown: words alone cannot say that none answers."""
        return replace(self, opening=NOT_IN_THESE_WORDS) if self.opening == NOT_SAID else self


def judge(
    asked: Sequence[Asked], choices: Sequence[Choice], in_document: InDocument, day: str | None = None
) -> tuple[list[Choice], Refusal | None]:
    """
    The choices that may be quoted, in their order, or why there is no answer in them. `day`: only what was
    valid then was searched, and of that the newest texts alone.
    """
    if not asked:
        return [], Refusal("not_covered", "The question holds no word to look for.")
    if nowhere := _nowhere(asked, choices):
        stands = "stands" if len(nowhere) == 1 else "stand"
        where = "nowhere in them."
        if day is not None:
            where = (
                f"nowhere in the newest texts of what was valid on {day}. Earlier texts are not searched; "
                "`belegg read` and `belegg diff` show them."
            )
        return [], Refusal("not_covered", f"{named(nowhere)} {stands} {where}", NOT_SAID)
    strong = [choice for choice in choices if _strength(choice, asked) >= ENOUGH]
    if not strong:
        return [], Refusal("not_covered", _too_little(asked, choices), NOT_SAID)
    allowed = [choice for choice in choices if not _missing(choice, asked, in_document)]
    if not any(_strength(choice, asked) >= ENOUGH for choice in allowed):
        best = max(strong, key=lambda choice: _strength(choice, asked))
        return [], _without(_missing(best, asked, in_document), strong)
    return allowed, None


def _strength(choice: Choice, asked: Sequence[Asked]) -> float:
    """
    How strongly a choice speaks for an answer, 0 to 1.

    A year is left out of the account: it must stand there, and it says nothing about what the passage is on.
    """
    years = sum(w.weight * held for w, held in zip(asked, choice.around, strict=True) if is_year(w.word))
    return choice.evidence - years


def named(words: Sequence[str]) -> str:
    """`a`, `b` and `c`."""
    quoted = [f"`{word}`" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def _nowhere(asked: Sequence[Asked], choices: Sequence[Choice]) -> list[str]:
    """The words that an answer cannot do without and that no readable passage holds."""
    needed = [word.word for word in asked if word.needed and not word.stands_somewhere]
    best = max(choices, key=lambda choice: choice.evidence, default=None)
    held = best.around if best is not None else (0.0,) * len(asked)
    unknown = [
        word
        for word, share in zip(asked, held, strict=True)
        if not word.known and not word.carries and share < TOUCHES
    ]
    topic = unknown if sum(word.weight for word in unknown) >= HALF else []
    return needed or [word.word for word in topic]


def _missing(choice: Choice, asked: Sequence[Asked], in_document: InDocument) -> list[str]:
    """The years, codes and sections that stand neither with the choice nor where they may stand instead."""
    return [
        word.word
        for word, held in zip(asked, choice.around, strict=True)
        if word.needed and holds_digit(word.word) and held < HOLDS
        if not _elsewhere(choice, word.word, in_document)
    ]


def _elsewhere(choice: Choice, word: str, in_document: InDocument) -> bool:
    document = choice.material.document
    return (is_year(word) and word in dates_of(document)) or (
        choice.evidence >= HALF and in_document(document.id, word)
    )


def _without(missing: Sequence[str], strong: Sequence[Choice]) -> Refusal:
    """The refusal when the years, codes or sections asked for stand in nothing that is strong enough."""
    if all(map(is_year, missing)) and (latest := _latest_before(strong, min(missing))):
        return Refusal(
            "likely_outdated",
            f"What comes nearest is of {latest} at the latest, and the question is about {named(missing)}.",
        )
    return Refusal("not_covered", f"what comes nearest does not hold {named(missing)}.", NOT_SAID)


def _latest_before(choices: Iterable[Choice], year: str) -> str | None:
    """The latest date of the documents, when every one is dated and older than the year."""
    dates = [choice.material.document.date for choice in choices]
    if all(date is not None and date[:4] < year for date in dates):
        return max(date for date in dates if date is not None)
    return None


def _too_little(asked: Sequence[Asked], choices: Sequence[Choice]) -> str:
    if not choices:
        return "no passage holds a word of the question."
    best = max(choices, key=lambda choice: _strength(choice, asked))
    held = [word.word for word, share in zip(asked, best.around, strict=True) if share >= HOLDS]
    lacking = [word.word for word in asked if word.word not in held]
    if not lacking:
        return "the words of the question stand far apart in what comes nearest."
    of_it = f"only {named(held)} of the question, not {named(lacking)}" if held else "no word of it"
    return f"the passage that comes nearest holds {of_it}."
