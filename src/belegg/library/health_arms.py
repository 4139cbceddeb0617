"""
Whether both arms of a search are alive: words and vectors, in every pack and every language of it.

Either arm can die without an error, and the page still fills, because the other one goes on answering. So a
passage that is stored is asked for by a word of its own, and by its own text as a question, and must come.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from belegg.errors import BadSetting, MissingExtra, ModelError
from belegg.library.embedders import WISHED_EMBEDDER
from belegg.library.findings import Finding, probed
from belegg.library.refused_texts import places_of
from belegg.records import OWNER, Mode, Passage, Scope
from belegg.seams import Embedder, Reader
from belegg.search.concepts import forms_of
from belegg.text.analysis import Analyser
from belegg.text.counted import counted
from belegg.text.windows import windows
from belegg.text.words import words

if TYPE_CHECKING:
    from belegg.library.library import Library

PLACES_TOLD = 10
PROBES_A_GROUP = 3
MOST_GROUPS = 16
AMONG = 20  # a passage must come among so many; copies of it may stand before it
SHORTEST = 4
SEED = 1

PAIRS = (
    (
        "Fristen for å klage er tre uker.",
        "The time limit for appeals is three weeks.",
        "The cat sleeps on the warm stove.",
    ),
    (
        "Leietakeren betaler depositum før innflytting.",
        "The tenant pays a deposit before moving in.",
        "Our choir sings on Sundays in spring.",
    ),
)
"""A sentence, the same one in another language, and one on something else: no model may mix them up."""

MADE_ANEW = "`belegg embed --drop`, then `belegg embed`, makes all vectors anew"


@dataclass(frozen=True, slots=True)
class Probe:
    """A stored passage, where it stands, and a word that few passages hold (empty: it has none)."""

    pack: str
    language: str
    title: str
    source: str
    passage: Passage
    word: str

    @property
    def scope(self) -> Scope:
        return Scope(OWNER, packs=(self.pack,))

    @property
    def place(self) -> str:
        return f"pack {self.pack}, language {self.language}: {self.source}"


def arm_findings(library: Library, embedder: Embedder | None) -> Iterator[Finding]:
    """Probes of each arm (of meaning only with an embedder), then whether the two differ."""
    probes = list(probes_of(library))
    if not probes:
        return
    with_word = [probe for probe in probes if probe.word]
    blind = [probe.place for probe in with_word if not comes(library, probe, "keyword", probe.word)]
    yield probed("words", len(with_word), blind, "`belegg reanalyse` builds the index again from the text")
    if embedder is None:
        return
    near = [probe for probe in probes if is_embedded(library, probe)]
    asked = {probe.place: question_of(probe, embedder) for probe in near}
    blind = [probe.place for probe in near if not comes(library, probe, "vector", asked[probe.place])]
    yield probed("meaning", len(near), blind, MADE_ANEW)
    yield from same_answers(library, with_word, near)


def embedder_findings(library: Library) -> tuple[Embedder | None, list[Finding]]:
    """The embedder, None when it is of no use, and what is to be said of it and of its vectors."""
    serving = next((model for model in library.vector_models() if model.serving), None)
    findings = [*half_built(library)]
    if serving is None:
        return None, findings
    findings += refused_findings(library, serving.id)
    try:
        embedder = library.embedder()
        if embedder is None:
            text = f"the vectors are of `{serving.id}`, and the library names no embedder"
            return None, [*findings, Finding("embedder", "wrong", text, "`belegg embed`")]
        if embedder.id != serving.id:
            text = f"the vectors are of `{serving.id}`, the embedder is `{embedder.id}`: words answer alone"
            return None, [*findings, Finding("embedder", "wrong", text, "`belegg embed` makes them anew")]
        fault = fault_of(embedder)
    except (BadSetting, MissingExtra) as error:
        todo = "mend what it says; until then words answer"
        return None, [*findings, Finding("embedder", "look", f"{error}; words answer alone", todo)]
    except ModelError as error:
        todo = "see to it that the model answers, then run this again"
        return None, [*findings, Finding("embedder", "wrong", f"{error}; words answer alone", todo)]
    if fault:
        todo = f"see to it that the model is the one that it says, then {MADE_ANEW}"
        return None, [*findings, Finding("embedder", "wrong", fault, todo)]
    notes = [Finding("embedder", "look", note.text, "") for note in getattr(embedder, "notes", ())]
    said = notes or [Finding("embedder", "well", f"`{embedder.id}` tells {len(PAIRS)} pairs apart rightly")]
    return embedder, [*findings, *said, *shares(library)]


def fault_of(embedder: Embedder) -> str:
    """What is wrong with its vectors of known sentences; empty when nothing is. Raises ModelError."""
    for sentence, same, other in PAIRS:
        (asked,) = (np.frombuffer(v, "<f4") for v in embedder.queries([sentence]))
        told, apart = (np.frombuffer(v, "<f4") for v in embedder.passages([same, other]))
        if any(abs(float(v @ v) - 1) > 1e-3 for v in (asked, told, apart)):
            return f"`{embedder.id}` gives vectors that are not of unit length"
        if float(asked @ told) <= float(asked @ apart):
            return f"`{embedder.id}` finds `{sentence}` nearer to `{other}` than to `{same}`"
    return ""


def half_built(library: Library) -> Iterator[Finding]:
    for model in library.vector_models():
        if not model.serving:
            so_far = counted(model.passages, "passage")
            text = f"`{model.id}` is built beside the one that serves: {so_far} so far"
            yield Finding("vectors", "look", text, "`belegg embed` goes on, `belegg embed --drop` lets it be")


def refused_findings(library: Library, model: str) -> Iterator[Finding]:
    """Passages that no question finds by meaning, since the model would not take their text."""
    refused = library.store.refused_passages(model)
    if refused:
        told = "; ".join(f"`{place}`" for place in places_of(refused, PLACES_TOLD))
        text = f"{counted(len(refused), 'passage')} refused by `{model}`, found by words alone: {told}"
        todo = f"`belegg embed` asks for them once more; the first one was told: {refused[0].why}"
        yield Finding("vectors", "look", text, todo)


def shares(library: Library) -> Iterator[Finding]:
    """Packs of which not every passage has a vector: hybrid searches there answer by words."""
    for listed in library.packs(Scope(OWNER)):
        name = listed.pack.name
        with library.store.reading(Scope(OWNER, packs=(name,))) as reader:
            found = reader.embedded()
        if found.waiting:
            share = f"{found.passages:,} of {found.of:,} passages of pack `{name}`"
            text = f"{share} have vectors; searches there are by words"
            # Of a finished embedding something is left: nothing at all was lost, not waited for.
            lost = not found.passages and not library.store.settings().get(WISHED_EMBEDDER)
            yield Finding("vectors", "wrong" if lost else "look", text, "`belegg embed`")


def probes_of(library: Library) -> Iterator[Probe]:
    """Some passages of each pack and language, by chance, the same each time for the same library."""
    chance = random.Random(SEED)
    heads = [head for head in library.documents(Scope(OWNER)) if head.passages]
    on = {listed.pack.name for listed in library.packs(Scope(OWNER)) if listed.pack.on}
    heads = sorted((h for h in heads if h.pack in on), key=lambda h: (h.pack, h.language or ""))
    with library.store.reading(Scope(OWNER)) as reader:
        grouped = [list(of) for _, of in groupby(heads, key=lambda h: (h.pack, h.language or ""))]
        for group in grouped[:MOST_GROUPS]:
            for head in chance.sample(group, min(PROBES_A_GROUP, len(group))):
                passage = chance.choice(reader.passages_of(head.id))
                word = rarest_word(passage, reader, library.analyser)
                yield Probe(head.pack, head.language or "undecided", head.title, head.source, passage, word)


def rarest_word(passage: Passage, reader: Reader, analyser: Analyser) -> str:
    """
    The word of a passage that fewest passages hold; empty when even that one stands in too many to tell. One
    that no passage holds is taken when there is no other: then the index has lost them.
    """
    own = {word.text for word in words(passage.text) if len(word.text) >= SHORTEST and word.text.isalpha()}
    spaces = reader.languages()
    forms = {word: forms_of(word, spaces, analyser) for word in own if not analyser.is_small(word)}
    frequencies = reader.document_frequencies(term for terms in forms.values() for term in terms)
    counts = {word: sum(frequencies.get(term, 0) for term in terms) for word, terms in forms.items()}
    best = min(counts, key=lambda word: (counts[word] == 0, counts[word], word), default="")
    return best if counts.get(best, 0) <= AMONG // 2 else ""


def question_of(probe: Probe, embedder: Embedder) -> str:
    """A passage's first window as a question: all of it, for a line of it may be the end of a sentence."""
    bare = replace(probe.passage, path=(), context="", enriched="")
    return " ".join(windows("", bare, embedder.token_counts)[0].split())


def comes(library: Library, probe: Probe, mode: Mode, question: str) -> bool:
    """Whether a question finds the passage, or another one with the same text."""
    found = library.search(question, probe.scope, AMONG, mode=mode, per_document=AMONG)
    return found.mode == mode and any(hit.passage.text == probe.passage.text for hit in found.hits)


def is_embedded(library: Library, probe: Probe) -> bool:
    with library.store.reading(probe.scope) as reader:
        return bool(vectors_of(probe, reader))


def vectors_of(probe: Probe, reader: Reader) -> Sequence[bytes]:
    keys = reader.keys_of(probe.passage.document)
    return reader.vectors_of(keys[probe.passage.ordinal : probe.passage.ordinal + 1])[0]


def same_answers(library: Library, with_word: Sequence[Probe], near: Sequence[Probe]) -> Iterator[Finding]:
    """An alarm when hybrid gives, for every probe, to the letter what one arm gives alone."""
    both = [probe for probe in with_word if probe in near]
    if len(both) < 3:
        return
    found: dict[Mode, list[list[str]]] = {"keyword": [], "vector": [], "hybrid": []}
    for mode, lists in found.items():
        for probe in both:
            hits = library.search(probe.word, probe.scope, 10, mode=mode).hits
            lists.append([hit.passage.id for hit in hits])
    pairs: tuple[tuple[Mode, Mode], ...] = (("keyword", "vector"), ("vector", "keyword"))
    for mode, other in pairs:
        if found["hybrid"] == found[mode] and found[mode] != found[other]:
            text = f"`hybrid` gives exactly what `{mode}` gives for {len(both)} of {len(both)} probes"
            yield Finding("hybrid", "wrong", text, "`belegg reanalyse`, then " + MADE_ANEW)
            return
    yield Finding("hybrid", "well", f"both arms take part in {counted(len(both), 'probe')}")
