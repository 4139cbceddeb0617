"""What of a passage is analysed: one rule for the index, for a rebuilt index, and for an explanation."""

from __future__ import annotations

from belegg.records import Passage, Terms
from belegg.records.packs import AUTO, NO_STEMMER
from belegg.text.analysis import Analyser


def analysed_as(language: str | None, stemmer: str) -> str | None:
    """The language by whose rules a passage is analysed; None: as written. `stemmer` is its pack's."""
    if stemmer == AUTO:
        return language
    return None if stemmer == NO_STEMMER else stemmer


def passage_terms(analyser: Analyser, title: str, passage: Passage, stemmer: str) -> Terms:
    """
    A passage's terms by its pack's stemmer: the document's title, the headings above it, its text.

    A heading that repeats the title counts once. Context lines are searched as part of the text.
    """
    path = passage.path[1:] if passage.path[:1] == (title,) else passage.path
    body = "\n".join(filter(None, (passage.enriched, passage.context, passage.text)))
    language = analysed_as(passage.language, stemmer)
    return analyser.passage_terms(title, "\n".join(path), body, language, passage.section)
