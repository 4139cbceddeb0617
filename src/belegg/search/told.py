"""What a search says of the words that were asked for, by the arms that were used."""

from __future__ import annotations

from collections.abc import Sequence

from belegg.records import DocumentHead, Note, Passage
from belegg.seams import Reader
from belegg.search.vocabulary import correction_notes
from belegg.search.walk import Walk
from belegg.text.analysis import Analyser


def notes_of_words(
    taken: Walk, hits: Sequence[tuple[Passage, DocumentHead]], reader: Reader, analyser: Analyser
) -> list[Note]:
    """
    Unknown words and what was searched instead. Nothing where words were not searched, or could not help
    because the question is in another language than the documents, which is told of itself.
    """
    mode, spoken = taken.meaning.mode, taken.sought.spoken
    if mode == "vector" or not spoken.is_corrected(mode):
        return []
    by_meaning = mode == "hybrid"
    return correction_notes(
        taken.wanted, taken.unknown, hits, reader, analyser, by_meaning=by_meaning, narrowed=taken.narrowed
    )
