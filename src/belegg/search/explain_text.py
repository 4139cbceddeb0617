"""An explanation as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from belegg.search.explain import Explained
from belegg.search.reasons import ConceptUse, PassageReasons, TermUse
from belegg.text.counted import counted


def explained_text(explained: Explained) -> str:
    """Lines of at most about 100 characters: the words, then each passage with its reasons, then the fate."""
    lines = [f"question  {explained.query}", f"ranking   {explained.ranking}"]
    for word in explained.words:
        found = ", ".join(f"{term} in {counted(count, 'passage')}" for term, count in word.found_as)
        lines.append(f"word      {word.word}: {found or 'in no passage'}")
    lines += [f"note      {note.text}" for note in explained.notes]
    lines.append(f"ranked    {counted(explained.candidates, 'passage')} before the cap")
    for passage in explained.passages:
        lines += ["", *_passage_lines(passage)]
    if explained.fate is not None:
        lines += ["", explained.fate.text]
    return "\n".join(lines) + "\n"


def _passage_lines(reasons: PassageReasons) -> Iterator[str]:
    place = f"{reasons.rank}." if reasons.rank is not None else "not a hit:"
    where = " › ".join((reasons.document.title or reasons.document.source, *reasons.passage.path))
    yield f"{place} {where}  ({reasons.document.source})"
    ranked = reasons.ranked
    by_name = f", section looked up ({ranked.named})" if ranked.named else ""
    by_words = f"{ranked.first_rank} by words" if ranked.first_rank else "not found by words"
    yield f"   place {reasons.before_cap} before the cap; {by_words}{by_name}"
    yield (
        f"   score {ranked.score:.3f} = {ranked.first_score:.3f} words"
        f" + {reasons.order_bonus:.3f} order ({ranked.order_share:.0%} of pairs)"
        f" + {reasons.all_words_bonus:.3f} all words{' + look-up' if ranked.named else ''}"
    )
    for concept in reasons.concepts:
        yield from _concept_lines(concept)


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
