"""In which name space a passage's words are terms: by its language, or by the stemmer of its pack."""

from __future__ import annotations

from collections.abc import Mapping

from belegg.records import DocumentHead, Passage
from belegg.records.packs import AUTO
from belegg.seams import Reader
from belegg.text.analysis import Analyser
from belegg.text.passage_terms import analysed_as

Stemmers = Mapping[str, str]
"""By pack, the stemmer of those that have one of their own."""


def stemmers_of(reader: Reader) -> Stemmers:
    """Of the packs in scope."""
    return {pack.name: pack.stemmer for pack in reader.packs() if pack.stemmer != AUTO}


def space_of(passage: Passage, head: DocumentHead, stemmers: Stemmers, analyser: Analyser) -> str:
    """The name space that the passage was analysed in: `no`, `en` …, or `=` for words as written."""
    language = passage.language or head.language
    return analyser.name_space(analysed_as(language, stemmers.get(head.pack, AUTO)))
