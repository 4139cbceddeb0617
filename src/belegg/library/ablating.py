"""Switching the steps of a search off in turn, each measured over one golden set."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from belegg.evaluation.outcomes import DEPTH
from belegg.evaluation.running import scope_for
from belegg.evaluation.sets import thinned
from belegg.evaluation.steps import STEPS, Bought, Conditions, bought, cost_ms
from belegg.library.opening import copy_to
from belegg.library.running import Wanted, run_with, standings_of
from belegg.records import OWNER, DocumentId, Passage, Scope, Terms
from belegg.records.packs import AUTO
from belegg.text.analysis import Analyser
from belegg.text.passage_terms import passage_terms

if TYPE_CHECKING:
    from belegg.evaluation.runs import Run
    from belegg.library.library import Library
    from belegg.search.settings import SearchSettings

HEADINGS = "headings"
HEADINGS_DO = "the title and the headings above a passage are searched with it"
LINES = "context by model"
LINES_DO = "the line that a model wrote for a passage is searched with it"


def ablated(library: Library, name: str, wanted: Wanted, index: bool) -> tuple[Run, Iterator[Bought]]:
    """
    The run as it is, and what each step bought, one after the other; with `index` also the titles and
    headings, and the lines of a model, each on a copy of the library.
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
        for part, does, terms in _in_the_index(library) if index else ():
            with (
                tempfile.TemporaryDirectory(prefix="belegg-ablate-") as folder,
                indexed_anew(library, Path(folder) / "copy.db", terms) as copy,
            ):
                yield measured(part, does, copy, settings)
        for step in STEPS:
            if step.takes_part(settings, conditions):
                yield measured(step.name, step.does, library, step.without(settings))
            else:
                yield Bought(step.name, step.does, None, idle=step.idle)

    return whole, each()


Analysed = Callable[[Analyser, str, Passage, str], Terms]
"""The terms of a passage: by an analyser, under its document's title, with its pack's stemmer."""


def _in_the_index(library: Library) -> Iterator[tuple[str, str, Analysed]]:
    """What stands in the index and can be left out of it: name, what it does, the terms without it."""
    yield HEADINGS, HEADINGS_DO, without_headings
    if library.store.enriched():
        yield LINES, LINES_DO, without_lines


def without_headings(analyser: Analyser, title: str, passage: Passage, stemmer: str) -> Terms:
    """The body of a passage alone."""
    made = passage_terms(analyser, title, passage, stemmer)
    return replace(made, title=(), heading=(), title_parts=(), heading_parts=())


def without_lines(analyser: Analyser, title: str, passage: Passage, stemmer: str) -> Terms:
    """A passage without the line of a model."""
    return passage_terms(analyser, title, replace(passage, enriched=""), stemmer)


def indexed_anew(library: Library, target: Path, terms: Analysed) -> Library:
    """A copy of a library whose index holds these terms; vectors stay as they are."""
    from belegg.library.library import Library

    copy_to(library.store, target)
    copy = Library.open(target, watch=library._watch)
    packs = copy.store.packs()

    def analyse(wanted: Sequence[DocumentId]) -> Iterator[tuple[DocumentId, list[Terms]]]:
        for head, passages in copy.store.stored_passages(wanted):
            stemmer = packs[head.pack].stemmer if head.pack in packs else AUTO
            yield head.id, [terms(copy.analyser, head.title, passage, stemmer) for passage in passages]

    copy.store.replace_terms(analyse)
    return copy
