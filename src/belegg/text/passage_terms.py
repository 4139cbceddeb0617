"""What of a passage is analysed: one rule for the index, for a rebuilt index, and for an explanation."""

from __future__ import annotations

from belegg.records import Passage, Terms
from belegg.text.analysis import Analyser


def passage_terms(analyser: Analyser, title: str, passage: Passage) -> Terms:
    """
    A passage's terms: the document's title, the headings above it, its text.

    A heading that repeats the title counts once. The context line is searched as part of the text.
    """
    path = passage.path[1:] if passage.path[:1] == (title,) else passage.path
    body = f"{passage.context}\n{passage.text}" if passage.context else passage.text
    return analyser.passage_terms(title, "\n".join(path), body, passage.language, passage.section)
