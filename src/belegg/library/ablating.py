"""Switching the steps of a search off in turn, each measured over one golden set."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from belegg.evaluation.outcomes import DEPTH
from belegg.evaluation.running import scope_for
from belegg.evaluation.sets import thinned
from belegg.evaluation.steps import STEPS, Bought, Conditions, bought, cost_ms
from belegg.library.running import Wanted, run_with, standings_of
from belegg.records import OWNER, DocumentId, Scope, Terms
from belegg.records.packs import AUTO

if TYPE_CHECKING:
    from belegg.evaluation.runs import Run
    from belegg.library.library import Library
    from belegg.search.settings import SearchSettings

HEADINGS = "headings"
HEADINGS_DO = "the title and the headings above a passage are searched with it"


def ablated(library: Library, name: str, wanted: Wanted, index: bool) -> tuple[Run, Iterator[Bought]]:
    """
    The run as it is, and what each step bought, one after the other; with `index` also the titles and
    headings, on a copy of the library.
    """
    questions = thinned(library.golden_set(name), wanted.limit)
    standings = standings_of(library, questions, wanted.packs)
    scope = Scope(wanted.asker or OWNER, packs=wanted.packs)
    settings = library._settings(wanted.mode, None, library._ranking_in(scope))
    whole = run_with(library, name, questions, standings, wanted, settings)
    conditions = Conditions(
        frozenset(outcome.mode for outcome in whole.outcomes), library._models().reranker is not None
    )
    scopes = [scope_for(question, scope, wanted.asker is not None) for question in questions]

    def measured(step: str, does: str, other: Library, off: SearchSettings) -> Bought:
        run = run_with(other, name, questions, standings, wanted, off)
        pairs = [
            [partial(search, q.text, asked, DEPTH) for q, asked in zip(questions, scopes, strict=True)]
            for search in (library._search(settings), other._search(off))
        ]
        return bought(step, does, run, whole, cost_ms(*pairs))

    def each() -> Iterator[Bought]:
        if index:
            with (
                tempfile.TemporaryDirectory(prefix="belegg-ablate-") as folder,
                without_headings(library, Path(folder) / "copy.db") as copy,
            ):
                yield measured(HEADINGS, HEADINGS_DO, copy, settings)
        for step in STEPS:
            if step.takes_part(settings, conditions):
                yield measured(step.name, step.does, library, step.without(settings))
            else:
                yield Bought(step.name, step.does, None, idle=step.idle)

    return whole, each()


def without_headings(library: Library, target: Path) -> Library:
    """A copy of a library whose index holds the bodies of the passages alone; vectors stay as they are."""
    from belegg.library.library import Library
    from belegg.text.passage_terms import passage_terms

    library.backup(target)
    copy = Library.open(target, watch=library._watch)
    packs = copy.store.packs()

    def bare(wanted: Sequence[DocumentId]) -> Iterator[tuple[DocumentId, list[Terms]]]:
        for head, passages in copy.store.stored_passages(wanted):
            stemmer = packs[head.pack].stemmer if head.pack in packs else AUTO
            made = [passage_terms(copy.analyser, head.title, passage, stemmer) for passage in passages]
            yield head.id, [replace(t, title=(), heading=(), title_parts=(), heading_parts=()) for t in made]

    copy.store.replace_terms(bare)
    return copy
