"""A new index from the stored text, when a stemmer, a lemmatiser or a word list has changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from belegg.library.progress import Pace, Progress, Watcher
from belegg.library.settings import ANALYSER
from belegg.records import OWNER, DocumentId, Scope, Terms
from belegg.seams import Store
from belegg.text.analysis import Analyser
from belegg.text.passage_terms import passage_terms


@dataclass(frozen=True, slots=True)
class Reanalysed:
    """How much was analysed again, and by which analyser before and now (`before` None: never pinned)."""

    documents: int
    passages: int
    before: str | None
    now: str


def reanalyse(store: Store, analyser: Analyser, watch: Watcher) -> Reanalysed:
    """
    Analyse every stored passage again. Nothing is read from outside the library.

    The old index serves until the new one is whole. The analyser is pinned last: a run that was killed leaves
    the old index with its pin, or a new index that is built once more.
    """
    before = store.settings().get(ANALYSER)
    with store.reading(Scope(OWNER)) as reader:
        total = sum(1 for _ in reader.heads())
    pace = Pace(total)

    def analysed() -> Iterator[tuple[DocumentId, list[Terms]]]:
        for head, passages in store.stored_passages():
            yield head.id, [passage_terms(analyser, head.title, passage) for passage in passages]
            pace.advance(1)
            watch(Progress("reanalyse", pace.done, total, pace.left_s()))

    passages = store.replace_terms(analysed())
    with store.writing("reanalyse") as writer:
        writer.set_setting(ANALYSER, analyser.identity)
    return Reanalysed(pace.done, passages, before, analyser.identity)
