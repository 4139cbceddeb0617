"""
Words that stand in what a question finds and seldom elsewhere: what documents call the thing asked for.

Score of a word: R·ln(R / C), its share of the Kullback-Leibler divergence of the hits from the collection.
R is the rank-weighted share of the hits that hold it (a hit at rank j weighs 1 / log2(j + 1)), C the share of
all readable passages. Chosen by measurement (docs/explanation/ranking.md). The words are for the next search:
they are no text of a document, are never quoted, and are never added to a question by themselves.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from belegg.records import Discovered, DiscoveredTerm, DocumentHead, Passage, Scope
from belegg.seams import Reader, Store
from belegg.search.runs import run_words
from belegg.search.settings import SearchSettings
from belegg.search.vocabulary import correction_notes
from belegg.search.walk import Walk, walk
from belegg.text.analysis import Analyser
from belegg.text.words import holds_digit

PASSAGES, PER_DOCUMENT = 40, 6
FEWEST_PASSAGES = FEWEST_DOCUMENTS = 2  # that hold a word
SHORTEST = 4  # letters
MOST_COMMON = 0.05  # of all readable passages: more common words tell nothing (in small libraries: 40)
TERMS = 12


@dataclass(slots=True)
class _Standing:
    """A term in the hits: how they spell it, the ranks of the hits that hold it, and their documents."""

    spellings: Counter[str] = field(default_factory=Counter)
    ranks: list[int] = field(default_factory=list)
    documents: set[str] = field(default_factory=set)


def discover(
    query: str, scope: Scope, store: Store, analyser: Analyser, settings: SearchSettings
) -> Discovered:
    """
    The twelve most telling words of the forty best passages, at most six from a document.

    Everything is counted over what the asker may read. Any text is a legal query; finding none is a result.
    """
    with store.reading(scope) as reader:
        wide = replace(
            settings, per_document=PER_DOCUMENT, per_named_document=PASSAGES, corrects_foreign=False
        )
        taken = walk(query, scope, reader, analyser, wide, PASSAGES)
        keys = [taken.ranked[place].key for place in taken.kept[:PASSAGES]]
        passages = reader.passages(keys)
        heads = reader.heads_of(passage.document for passage in passages)
        hits = [(passage, heads[passage.document]) for passage in passages]
        terms = _scored(_standing(hits, taken, analyser), hits, reader)
        corrected = correction_notes(
            taken.wanted, taken.unknown, hits, reader, analyser, narrowed=taken.narrowed
        )
    return Discovered(query, tuple(terms[:TERMS]), len(hits), (*taken.notes, *corrected))


def _standing(
    hits: Sequence[tuple[Passage, DocumentHead]], taken: Walk, analyser: Analyser
) -> dict[str, _Standing]:
    """The terms of the hits' texts, without those asked for, small, short and numbered words."""
    asked = {term for forms in taken.wanted.forms for term in forms}
    asked |= {term for c in taken.wanted.concepts for a in c.alternatives for term in a.terms}
    found: dict[str, _Standing] = {}
    for rank, (passage, head) in enumerate(hits, start=1):
        space = analyser.name_space(passage.language or head.language)
        of_passage: dict[str, list[str]] = {}
        for word in run_words(passage.text):
            if len(word) >= SHORTEST and not holds_digit(word) and not analyser.is_small(word):
                of_passage.setdefault(analyser.word_term(word, space), []).append(word)
        for term, words in of_passage.items():
            if term not in asked:
                standing = found.setdefault(term, _Standing())
                standing.spellings.update(words)
                standing.ranks.append(rank)
                standing.documents.add(passage.document)
    return found


def _scored(
    found: dict[str, _Standing], hits: Sequence[tuple[Passage, DocumentHead]], reader: Reader
) -> list[DiscoveredTerm]:
    """The words that are commoner in the hits than in the collection, the most telling first."""
    # Where one document was asked for, one is enough.
    documents = min(FEWEST_DOCUMENTS, len({passage.document for passage, _ in hits}))
    several = {
        term: one
        for term, one in found.items()
        if len(one.ranks) >= FEWEST_PASSAGES and len(one.documents) >= documents
    }
    frequencies = reader.document_frequencies(several) if several else {}
    readable = reader.collection().passages
    whole = sum(_weight(rank) for rank in range(1, len(hits) + 1))
    terms = []
    for term, one in several.items():
        frequency = max(frequencies.get(term, 0), len(one.ranks))
        share, common = sum(map(_weight, one.ranks)) / whole, frequency / readable
        if frequency <= max(PASSAGES, MOST_COMMON * readable) and share > common:
            word = min(one.spellings, key=lambda spelling: (-one.spellings[spelling], spelling))
            terms.append(DiscoveredTerm(word, len(one.ranks), frequency, share * math.log(share / common)))
    return sorted(terms, key=lambda one: (-one.score, one.word))


def _weight(rank: int) -> float:
    return 1 / math.log2(rank + 1)
