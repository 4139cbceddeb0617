"""What models were trained to see before a text, by which they tell a question from a passage."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prefixes:
    """What stands before a text that asks, and before one that is to be found."""

    query: str = ""
    passage: str = ""


GEMMA = Prefixes("task: search result | query: ", "title: none | text: ")
KNOWN: tuple[tuple[str, Prefixes], ...] = (
    (r"(?:multilingual-)?e5-(?:small|base|large)(?!-instruct)", Prefixes("query: ", "passage: ")),
    (r"nomic-embed-text", Prefixes("search_query: ", "search_document: ")),
    (r"embeddinggemma|gemini-embedding-2", GEMMA),
    (
        r"qwen3-embedding",
        Prefixes(
            "Instruct: Given a web search query, retrieve relevant passages that answer the query\nQuery:"
        ),
    ),
)
"""By a pattern in the model's name, capitals aside. Where they stand: decision 0103."""


def prefixes_of(model: str) -> Prefixes:
    """The prefixes that a model is known to want; none for others."""
    name = model.lower()
    return next((prefixes for pattern, prefixes in KNOWN if re.search(pattern, name)), Prefixes())
