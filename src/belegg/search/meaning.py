"""
The arm of meaning for one question: which mode can be used, the question's vector, the nearest passages.

A question is embedded only when the passages in scope have vectors of the very model that embeds it. Whatever
is missing leaves the words, and a note that says what is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from belegg.errors import BadSetting, MissingExtra, ModelDiffers, ModelError, VectorsDamaged
from belegg.records import Embedded, Mode, Note
from belegg.seams import Embedder, Reader
from belegg.search.query import Question

OpenEmbedder = Callable[[], Embedder]
"""Gives the library's embedder, loaded at the first call. Raises MissingExtra, BadSetting, ModelError."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """
    What vectors can do for a question. `mode` is the one that is used; `model` and `vector` are empty in mode
    `keyword`.
    """

    mode: Mode
    model: str = ""
    vector: bytes = b""
    notes: tuple[Note, ...] = ()


WORDS_ALONE = Meaning("keyword")


def meaning_of(
    question: Question, asked: Mode | None, reader: Reader, embedder: OpenEmbedder | None
) -> Meaning:
    """
    What can be done in the mode asked for; None is `hybrid` where there are vectors, else `keyword`.

    In mode `keyword` neither the store's vectors nor the embedder are touched.
    """
    if asked == "keyword":
        return WORDS_ALONE
    try:
        embedded = reader.embedded()
    except VectorsDamaged as error:
        return damaged(error)
    if embedded.model is None and asked is None:
        return WORDS_ALONE
    text = to_embed(question)
    if not text or not embedded.of:
        return WORDS_ALONE
    if missing := _missing(embedded, asked):
        return _by_words(missing)
    if embedder is None:
        return _by_words("no embedder is at hand")
    try:
        model = embedder()
        if model.id != embedded.model:
            raise ModelDiffers(
                f"the vectors are of `{embedded.model}`, the embedder at hand is `{model.id}`; "
                "`belegg embed` makes them anew"
            )
        vector = model.queries([text])[0]
    except (MissingExtra, ModelDiffers, BadSetting, ModelError) as error:
        return _by_words(str(error))
    return Meaning(asked or "hybrid", model.id, vector, _partly(embedded))


def are_there_vectors(reader: Reader) -> bool:
    """Whether a walk with vectors has something to tell: also where they turn out to be damaged."""
    try:
        return reader.embedded().model is not None
    except VectorsDamaged:
        return True


def to_embed(question: Question) -> str:
    """The question as it was typed, without what is to be left out and the marks of its phrases."""
    return question.asked if any(letter.isalnum() for letter in question.asked) else ""


def _missing(embedded: Embedded, asked: Mode | None) -> str:
    """Why the vectors in scope cannot be used; empty when they can."""
    if embedded.model is None or not embedded.passages:
        return "no passage has a vector yet (`belegg embed` makes them)"
    if asked != "vector" and embedded.waiting:
        return (
            f"{embedded.passages:,} of {embedded.of:,} passages are embedded so far (`belegg embed` goes on)"
        )
    return ""


def _by_words(why: str) -> Meaning:
    return Meaning("keyword", notes=(Note("vectors", f"searched by words alone: {why}"),))


def damaged(error: VectorsDamaged) -> Meaning:
    """What is left when the vectors in the store cannot be used: the words."""
    return _by_words(f"the vectors are damaged ({error}); `belegg health` tells more")


def _partly(embedded: Embedded) -> tuple[Note, ...]:
    told = []
    if embedded.waiting:
        told.append(
            f"{embedded.waiting:,} of {embedded.of:,} passages have no vector yet and were not searched "
            "(`belegg embed` goes on)"
        )
    if embedded.refused:
        told.append(
            f"{embedded.refused:,} of {embedded.of:,} passages cannot be found by meaning, for the embedder "
            "refused their text (`belegg health` names them)"
        )
    return tuple(Note("vectors", text) for text in told)
