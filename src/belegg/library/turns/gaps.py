"""Questions that the documents left open: what was searched, what lies nearest, how many asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from belegg.library.day_asked import day_asked
from belegg.library.turns.keeping import as_readable, called, standalone
from belegg.library.turns.said import REASONS, refusal_told
from belegg.records import OWNER, Abstained, AbstentionReason, Answered, DocumentId, Hit, Scope
from belegg.records.runs import Searched, StoredRun
from belegg.records.turns import KeptGap, TurnHead

if TYPE_CHECKING:
    from belegg.library.library import Library
    from belegg.seams import Reader

MOST_SEARCHES: Final = 20
MOST_TRIED: Final = 200  # gaps, at the end of an ingest
MOST_NEAREST: Final = 5


@dataclass(frozen=True, slots=True)
class Gap:
    """
    A question that was left open, as it was asked last and stands by itself. `after`: the question before it
    in that conversation, without which a follow-up says little; `told`: why, in that run's words. `asked`
    counts its runs that are kept, `askers` who asked them; the times are ISO 8601 in UTC. `nearest` has the
    best passage of each document. `closed_at` is empty while it is open.
    """

    number: int
    question: str
    reason: AbstentionReason
    asked: int
    askers: int
    first_at: str
    last_at: str
    searches: tuple[str, ...]
    nearest: tuple[Hit, ...]
    would_settle: str
    runs: tuple[str, ...]
    closed_at: str
    after: str
    told: str


def gaps(library: Library, closed: bool) -> list[Gap]:
    """The open ones, or those that were closed; those asked by most first, then the newest."""
    with library.store.reading(Scope(OWNER)) as reader:
        by_gap: dict[str, list[TurnHead]] = {}
        for head in reader.turns():
            if head.gap:
                by_gap.setdefault(head.gap, []).append(head)
        wanted = [g for g in library.store.gaps() if bool(g.closed_at) is closed and g.gap in by_gap]
        found = [_gap(reader, each, by_gap[each.gap]) for each in wanted]
    newest_first = sorted(found, key=lambda gap: gap.last_at, reverse=True)
    return sorted(newest_first, key=lambda gap: (-gap.askers, -gap.asked))


def _gap(reader: Reader, kept: KeptGap, heads: Sequence[TurnHead]) -> Gap:
    """`heads`: its runs, the newest first."""
    run = as_readable(reader, called(reader, heads[0].id))
    answer, reason = run.answer, heads[0].reason or "not_covered"
    nearest: dict[DocumentId, Hit] = {}
    for hit in answer.nearest:
        nearest.setdefault(hit.document.id, hit)
    return Gap(
        number=kept.number,
        question=standalone(run),
        reason=reason,
        asked=len(heads),
        askers=len({head.asker for head in heads}),
        first_at=heads[-1].at,
        last_at=heads[0].at,
        searches=_searches(run),
        nearest=tuple(nearest.values())[:MOST_NEAREST],
        would_settle=answer.would_settle if isinstance(answer, Abstained) else "",
        runs=tuple(head.id for head in heads),
        closed_at=kept.closed_at,
        after=_before(reader, heads[0]),
        told=refusal_told(answer) if isinstance(answer, Abstained) else REASONS[reason],
    )


def _before(reader: Reader, head: TurnHead) -> str:
    """The question of the turn before, which has not been let go; empty where there is none."""
    turns = reader.turns(head.conversation) if head.number > 1 else ()
    return next((each.question for each in turns if each.number < head.number), "")


def _searches(run: StoredRun) -> tuple[str, ...]:
    told = [event.query for event in run.events if isinstance(event, Searched)]
    if isinstance(run.answer, Abstained):
        told += run.answer.searched
    return tuple(dict.fromkeys(told))[:MOST_SEARCHES]


def perhaps_closed(library: Library, documents: Sequence[DocumentId]) -> list[Gap]:
    """
    The open gaps whose question is answered, without a model, from these documents alone: somebody should ask
    it again.
    """
    from belegg.answering.without_model import answer

    if not documents or not any(not each.closed_at for each in library.store.gaps()):
        return []
    scope = Scope(OWNER, documents=tuple(documents))
    search, day = library._search(library._settings(None, None, library._ranking_in(scope))), day_asked(scope)
    return [
        gap
        for gap in gaps(library, closed=False)[:MOST_TRIED]
        if isinstance(answer(gap.question, scope, search, library.store, day), Answered)
    ]
