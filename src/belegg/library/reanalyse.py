"""A new index from the stored text, when a stemmer, a lemmatiser, a word list or a pack has changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from belegg.library.progress import Pace, Progress, Watcher
from belegg.library.settings import ANALYSER, wished_stemmer
from belegg.records import OWNER, DocumentId, Pack, Scope, Terms
from belegg.records.packs import AUTO
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


def wished_stemmers(store: Store) -> dict[str, str]:
    """By pack, the stemmer that it is to get: a change that was begun and has not come to its end."""
    begins = wished_stemmer("")
    wishes = ((name, value) for name, value in store.settings().items() if name.startswith(begins) and value)
    return {name.removeprefix(begins): value for name, value in wishes}


def reanalyse(store: Store, analyser: Analyser, watch: Watcher) -> Reanalysed:
    """
    Analyse every stored passage again. Nothing is read from outside the library.

    The old index serves until the new one is whole. The analyser is pinned last, and then packs get the
    stemmers that were wished for them: a run that was killed leaves the old index with its pin and the
    wishes, or a new index that is built once more.
    """
    before = store.settings().get(ANALYSER)
    wished = wished_stemmers(store)
    stemmers = {name: pack.stemmer for name, pack in store.packs().items()} | wished
    with store.reading(Scope(OWNER)) as reader:
        total = sum(1 for _ in reader.heads())
    pace = Pace(total)

    def analysed() -> Iterator[tuple[DocumentId, list[Terms]]]:
        for head, passages in store.stored_passages():
            stemmer = stemmers.get(head.pack, AUTO)
            yield head.id, [passage_terms(analyser, head.title, passage, stemmer) for passage in passages]
            pace.advance(1)
            watch(Progress("reanalyse", pace.done, total, pace.left_s()))

    passages = store.replace_terms(analysed())
    with store.writing("reanalyse") as writer:
        writer.set_setting(ANALYSER, analyser.identity)
        for name, stemmer in wished.items():
            pack = store.packs().get(name, Pack(name))
            writer.set_pack(replace(pack, stemmer=stemmer))
            writer.set_setting(wished_stemmer(name), "")
    return Reanalysed(pace.done, passages, before, analyser.identity)
