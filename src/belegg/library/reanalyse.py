"""A new index from the stored text, when a stemmer, a lemmatiser, a word list or a pack has changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from belegg.library.progress import Pace, Progress, Watcher
from belegg.library.settings import ANALYSER, wished_stemmer
from belegg.records import DocumentId, Pack, Terms
from belegg.records.packs import AUTO
from belegg.seams import Store
from belegg.text.analysis import Analyser
from belegg.text.passage_terms import passage_terms


@dataclass(frozen=True, slots=True)
class Reanalysed:
    """
    How much this run analysed again, and by which analyser before and now (`before` None: never pinned).
    What an interrupted run had analysed is not counted again.
    """

    documents: int
    passages: int
    before: str | None
    now: str


def wished_stemmers(store: Store) -> dict[str, str]:
    """By pack, the stemmer that it is to get: a change that was begun and has not come to its end."""
    begins = wished_stemmer("")
    wishes = ((name, value) for name, value in store.settings().items() if name.startswith(begins) and value)
    return {name.removeprefix(begins): value for name, value in wishes}


def reanalyse(
    store: Store, analyser: Analyser, watch: Watcher, packs: Sequence[str] | None = None
) -> Reanalysed:
    """
    Analyse every stored passage again, or those of some `packs` and of what has a stemmer wished for it when
    the others are as this analyser left them. Nothing is read from outside the library.

    The old index serves until the new one is whole. The analyser is pinned last, and then packs get the
    stemmers that were wished for them: a run that was killed leaves the old index with its pin and the
    wishes, and what it had analysed is not analysed again.
    """
    before = store.settings().get(ANALYSER)
    wished = wished_stemmers(store)
    stemmers = {name: pack.stemmer for name, pack in store.packs().items()} | wished
    some = None if packs is None or before != analyser.identity else sorted({*packs, *wished})
    analysed = 0

    def analyse(wanted: Sequence[DocumentId]) -> Iterator[tuple[DocumentId, list[Terms]]]:
        nonlocal analysed
        pace = Pace(len(wanted))
        for head, passages in store.stored_passages(wanted):
            stemmer = stemmers.get(head.pack, AUTO)
            yield head.id, [passage_terms(analyser, head.title, passage, stemmer) for passage in passages]
            analysed += 1
            pace.advance(1)
            watch(Progress("reanalyse", pace.done, len(wanted), pace.left_s()))

    passages = store.replace_terms(analyse, _index_name(analyser, stemmers, some), some)
    with store.writing("reanalyse") as writer:
        writer.set_setting(ANALYSER, analyser.identity)
        for name, stemmer in wished.items():
            pack = store.packs().get(name, Pack(name))
            writer.set_pack(replace(pack, stemmer=stemmer))
            writer.set_setting(wished_stemmer(name), "")
    return Reanalysed(analysed, passages, before, analyser.identity)


def _index_name(analyser: Analyser, stemmers: Mapping[str, str], packs: Sequence[str] | None) -> str:
    """What the terms of a new index depend on. Begun for some packs, it is not gone on with for all."""
    own = [[name, stemmer] for name, stemmer in sorted(stemmers.items()) if stemmer != AUTO]
    return json.dumps([analyser.identity, own, packs])
