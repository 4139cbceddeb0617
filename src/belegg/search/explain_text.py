"""An explanation as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from belegg.search.explain import Explained
from belegg.search.fuse import Fusion
from belegg.search.reasons import ConceptUse, PassageReasons, Standing, TermUse
from belegg.text.counted import counted


def explained_text(explained: Explained) -> str:
    """Lines of at most about 100 characters: the words, then each passage with its reasons, then the fate."""
    lines = [f"question  {explained.query}", f"ranking   {explained.ranking}"]
    if explained.mode != "keyword":
        lines.append(f"mode      {explained.mode}")
    for word in explained.words:
        found = ", ".join(f"{term} in {counted(count, 'passage')}" for term, count in word.found_as)
        lines.append(f"word      {word.word}: {found or 'in no passage'}")
    lines += [f"note      {note.text}" for note in explained.notes]
    lines.append(f"ranked    {counted(explained.candidates, 'passage')} before the cap")
    for passage in explained.passages:
        lines += ["", *_passage_lines(passage, explained)]
    if explained.fate is not None:
        lines += ["", explained.fate.text]
    return "\n".join(lines) + "\n"


def _passage_lines(reasons: PassageReasons, explained: Explained) -> Iterator[str]:
    place = f"{reasons.rank}." if reasons.rank is not None else "not a hit:"
    where = " › ".join((reasons.document.title or reasons.document.source, *reasons.passage.path))
    yield f"{place} {where}  ({reasons.document.source})"
    ranked = reasons.ranked
    by_name = f", section looked up ({ranked.named})" if ranked.named else ""
    by_words = f"{ranked.first_rank} by words" if ranked.first_rank else "not found by words"
    yield f"   place {reasons.before_cap} before the cap; {by_words}{by_name}"
    if explained.mode != "keyword":
        yield f"   {arms_told(ranked, explained.fusion)}"
    name, whole = ("score", ranked.score) if explained.mode == "keyword" else ("words", ranked.word_score)
    yield (
        f"   {name} {whole:.3f} = {ranked.first_score:.3f} words"
        f" + {reasons.order_bonus:.3f} order ({ranked.order_share:.0%} of pairs)"
        f" + {reasons.all_words_bonus:.3f} all words{' + look-up' if ranked.named else ''}"
    )
    for concept in reasons.concepts:
        yield from _concept_lines(concept)


def arms_told(standing: Standing, fusion: Fusion | None) -> str:
    """
    What both arms say of a passage and how its score comes of it, in a line: `score 0.912 = cosine 0.861
    (3 by meaning) + 0.15 × 34% of the words (1 by words)`.
    """
    cosine = "no vector" if standing.cosine is None else f"cosine {standing.cosine:.3f}"
    meaning = f"{cosine} ({_place(standing.vector_rank)} by meaning)"
    words = f"{standing.word_share:.0%} of the words ({_place(standing.word_rank)} by words)"
    if fusion is None:
        told = meaning
    elif fusion.kind == "rrf":
        told = f"{fusion.words:g} × {words} + {fusion.vectors:g} × {meaning}, by places, k {fusion.k:g}"
    elif fusion.kind == "scaled":
        told = f"scaled {meaning} + {fusion.share_weight:g} × {words}"
    else:
        told = f"{meaning} + {fusion.share_weight:g} × {words}"
    named = " + the section is named" if standing.named else ""
    judged = f"; {standing.judged:.3f} by the reranker" if standing.judged is not None else ""
    return f"score {standing.score:.3f} = {told}{named}{judged}{gate_told(standing.gate)}"


def gate_told(gate: str | None) -> str:
    """How a passage came through the gate, after a semicolon; empty without a gate."""
    if gate is None:
        return "; left out by the gate"
    return f"; passes the gate: {gate}" if gate else ""


def _place(rank: int) -> str:
    return f"place {rank}" if rank else "not found"


def _concept_lines(concept: ConceptUse) -> Iterator[str]:
    part = " (part of a compound)" if concept.is_part else ""
    yield f"   {concept.score:7.3f}  {concept.word}{part}"
    for use in concept.terms:
        yield f"            {_use(use)}"


def _use(use: TermUse) -> str:
    fields = (("title", use.in_title), ("heading", use.in_heading), ("text", use.in_body))
    places = ", ".join(f"{name} {count}×" for name, count in fields if count)
    kind = "" if use.kind == "as typed" else f" {use.kind},"
    return (
        f"{use.term}:{kind} {places}; in {counted(use.frequency, 'passage')}, idf {use.idf:.2f},"
        f" weight {use.weight:.2g} → {use.score:.3f}"
    )
