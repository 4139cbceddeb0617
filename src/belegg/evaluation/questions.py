"""
`eval questions`: whether the passages that answer are found, whether the answers show them, and whether the
unanswerable is refused.

A hit is a passage of the gold source that holds the gold quotation; an answer shows it when one of its
quotations does. Both are decided by the same check as every quotation.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from belegg.evaluation.golden import Gold, GoldenQuestion
from belegg.records import Abstained, Answer, Answered, Hit
from belegg.text.as_read import as_read
from belegg.text.quotes import check_quote

DEPTHS = (1, 5, 10, 12)  # of the hits as users get them, with the cap of passages of one document
DEPTH_OF_RANKING = 100  # of the ranking before that cap


@dataclass(frozen=True, slots=True)
class QuestionOutcome:
    """
    A question, the rank of the first passage that answers (None: none did), the rank of the first passage of
    a gold source whatever it holds, and whether the answer shows the gold quotation or was refused.
    `uncapped_rank` is the rank of the passage that answers before the cap of passages of one document.
    """

    question: GoldenQuestion
    rank: int | None
    uncapped_rank: int | None
    document_rank: int | None
    shown: bool
    abstained: bool


@dataclass(frozen=True, slots=True)
class QuestionsRun:
    """The outcome on one file of questions. `absent` are gold files that the library does not hold."""

    outcomes: tuple[QuestionOutcome, ...]
    absent: tuple[str, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The record of `belegg eval questions --json`."""
        answerable = [o for o in self.outcomes if o.question.answerable]
        unanswerable = [o for o in self.outcomes if not o.question.answerable]
        kinds = dict.fromkeys(o.question.kind for o in self.outcomes)
        return {
            "questions": len(self.outcomes),
            "answerable": _found(answerable),
            "unanswerable": _refused(unanswerable),
            "false_refusals": sum(o.abstained for o in answerable),
            "by_kind": {kind: self._of_kind(kind) for kind in kinds},
            "missed": [_missed(o) for o in answerable if o.rank is None and o.uncapped_rank is None],
            "warnings": [*_absence(self.absent), *_warnings(answerable)],
        }

    def _of_kind(self, kind: str) -> dict[str, int]:
        of_kind = [o for o in self.outcomes if o.question.kind == kind]
        if any(o.question.answerable for o in of_kind):
            return {**_found(of_kind), "abstained": sum(o.abstained for o in of_kind)}
        return _refused(of_kind)


def run(
    search: Callable[[str], Sequence[Hit]],
    search_uncapped: Callable[[str], Sequence[Hit]],
    ask: Callable[[str], Answer],
    questions: Sequence[GoldenQuestion],
    sources: Collection[str] | None = None,
) -> QuestionsRun:
    """
    Ask every question: the searches give up to 100 hits, `search_uncapped` any number of one document.
    `sources` are those of the library, when known.
    """
    outcomes = []
    for question in questions:
        hits, answer = search(question.text), ask(question.text)
        outcomes.append(
            QuestionOutcome(
                question,
                rank=first_answer(hits, question.gold),
                uncapped_rank=first_answer(search_uncapped(question.text), question.gold),
                document_rank=_first(hits, question.gold, _is_of),
                shown=shows(answer, question.gold),
                abstained=isinstance(answer, Abstained),
            )
        )
    files = dict.fromkeys(gold.document for question in questions for gold in question.gold)
    absent = [f for f in files if sources is not None and not any(Gold(f, "").is_source(s) for s in sources)]
    return QuestionsRun(tuple(outcomes), tuple(absent))


def first_answer(hits: Sequence[Hit], gold: Sequence[Gold]) -> int | None:
    """The rank of the first hit that answers."""
    return _first(hits, gold, lambda hit, one: _is_of(hit, one) and holds(hit.passage.text, one))


def shows(answer: Answer, gold: Sequence[Gold]) -> bool:
    """Whether a quotation of an answer, from a gold source, holds the gold quotation."""
    if not isinstance(answer, Answered):
        return False
    quotes = [quote for sentence in answer.sentences for quote in sentence.quotes]
    return any(
        one.is_source(quote.document.source) and holds(quote.check.text, one)
        for quote in quotes
        for one in gold
    )


def _first(hits: Iterable[Hit], gold: Sequence[Gold], fits: Callable[[Hit, Gold], bool]) -> int | None:
    ranks = (rank for rank, hit in enumerate(hits, start=1) if any(fits(hit, one) for one in gold))
    return next(ranks, None)


def _is_of(hit: Hit, gold: Gold) -> bool:
    return gold.is_source(hit.document.source)


def holds(text: str, gold: Gold) -> bool:
    """Word for word; what the gold quotation marks as left out may be there, and marks of Markdown in it."""
    return any(check_quote(text, quote).status != "not found" for quote in {gold.quote, as_read(gold.quote)})


def _found(outcomes: Sequence[QuestionOutcome]) -> dict[str, int]:
    return {
        "n": len(outcomes),
        **{f"hit@{depth}": sum(o.rank is not None and o.rank <= depth for o in outcomes) for depth in DEPTHS},
        f"hit@{DEPTH_OF_RANKING}": sum(
            o.uncapped_rank is not None and o.uncapped_rank <= DEPTH_OF_RANKING for o in outcomes
        ),
        "shown": sum(o.shown for o in outcomes),
    }


def _missed(outcome: QuestionOutcome) -> dict[str, object]:
    question = outcome.question
    return {"id": question.id, "question": question.text, "document_rank": outcome.document_rank}


def _refused(outcomes: Sequence[QuestionOutcome]) -> dict[str, int]:
    return {"n": len(outcomes), "abstained": sum(o.abstained for o in outcomes)}


def _absence(files: Sequence[str]) -> list[str]:
    if not files:
        return []
    more = f" and {len(files) - 1} more" if len(files) > 1 else ""
    return [f"the library holds no document `{files[0]}`{more}, so questions about it cannot be answered"]


def _warnings(answerable: Sequence[QuestionOutcome]) -> list[str]:
    if answerable and all(o.rank is None for o in answerable):
        return ["no gold passage was found for any question: suspect a bug (wrong library or source names)"]
    return []
