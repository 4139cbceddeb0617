"""The passages that a question can mean: the store's best or every match, less what it rules out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from belegg.records import Alternative, Candidate, Concept, Note, PassageKey
from belegg.seams import Reader
from belegg.search.concepts import Wanted, forms_of
from belegg.search.every_match import by_bm25, by_cover
from belegg.search.phrases import MOST_CANDIDATES, as_written, holds_run, must_hold
from belegg.search.query import Question
from belegg.search.settings import SearchSettings
from belegg.text.analysis import Analyser

Forms = Callable[[str], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Rules:
    """What a store can hold a passage to: a term of each `all_of`, none of `none_of`."""

    all_of: tuple[Alternative, ...]
    none_of: tuple[str, ...]


def find_candidates(
    question: Question,
    wanted: Wanted,
    concepts: Sequence[Concept],
    reader: Reader,
    analyser: Analyser,
    settings: SearchSettings,
    rows: int,
) -> tuple[list[Candidate], list[Note]]:
    """The best `rows` passages by their first score; none when nothing the question asks for is readable."""
    if not concepts:
        return [], []

    def forms(word: str) -> tuple[str, ...]:
        return forms_of(word, wanted.spaces, analyser)

    rules = _rules(question, forms, analyser.is_small)
    runs_left_out = [run for run in question.left_out if len(run) > 1]
    checked = bool(question.phrases or runs_left_out)
    wide = max(rows, MOST_CANDIDATES) if checked else rows
    found = _by_ranking(wanted, concepts, rules, wide, reader, settings)
    notes = []
    if checked and len(found) == wide:
        notes.append(_note(f"the phrase was looked for in the {wide:,} best passages with all its words"))
    kept = _without_runs(found, runs_left_out, forms, reader)
    if not kept and (found or (rules.none_of and reader.by_words(concepts, 1, all_of=rules.all_of))):
        left_out = ", ".join(f"`{' '.join(run)}`" for run in question.left_out)
        notes.append(_note(f"every passage with the words asked for holds {left_out}, which is left out"))
    elif question.phrases:
        kept = _with_phrases(kept, question.phrases, forms, reader)
        if not kept:
            notes.append(_note("no passage holds the quoted words side by side, as written"))
    return kept[:rows], notes


def without_left_out(
    found: Sequence[Candidate], question: Question, wanted: Wanted, reader: Reader, analyser: Analyser
) -> list[Candidate]:
    """Those of any passages, in their order, that hold nothing the question leaves out."""
    if not question.left_out:
        return list(found)

    def forms(word: str) -> tuple[str, ...]:
        return forms_of(word, wanted.spaces, analyser)

    terms = _rules(question, forms, analyser.is_small).none_of
    holding = set(reader.matching(terms)) if terms else set()
    kept = [one for one in found if one.key not in holding]
    return _without_runs(kept, [run for run in question.left_out if len(run) > 1], forms, reader)


def phrases_let_go(question: Question) -> Note:
    """What to say when the quotation marks of a question were overlooked."""
    phrases = ", ".join(f"`{' '.join(phrase)}`" for phrase in question.phrases)
    return _note(
        f"no passage holds {phrases} as written; searched by meaning as well, without the quotation marks"
    )


def _note(text: str) -> Note:
    return Note("phrases", text)


def _rules(question: Question, forms: Forms, is_small: Callable[[str], bool]) -> Rules:
    held = (a for phrase in question.phrases for a in must_hold(phrase, forms, is_small))
    left_out = (term for run in question.left_out if len(run) == 1 for term in forms(run[0]))
    return Rules(tuple(held), tuple(left_out))


def _by_ranking(
    wanted: Wanted,
    concepts: Sequence[Concept],
    rules: Rules,
    rows: int,
    reader: Reader,
    settings: SearchSettings,
) -> list[Candidate]:
    if settings.ranking == "default":
        return list(reader.by_words(concepts, rows, all_of=rules.all_of, none_of=rules.none_of))
    words = [[t for t in forms if t in wanted.frequencies] for forms in wanted.forms]
    keys = _every_match([t for terms in words for t in terms], rules, reader)
    by = by_bm25 if settings.ranking == "bm25" else by_cover
    return by(words, keys, reader)[:rows]


def _every_match(terms: Sequence[str], rules: Rules, reader: Reader) -> list[PassageKey]:
    keys = set(reader.matching(terms))
    for alternative in rules.all_of:
        keys &= set(reader.matching(alternative.terms))
    if rules.none_of:
        keys -= set(reader.matching(rules.none_of))
    return sorted(keys)


def _without_runs(
    found: list[Candidate], runs: Sequence[tuple[str, ...]], forms: Forms, reader: Reader
) -> list[Candidate]:
    for run in runs:
        held = holds_run(reader.sequences([c.key for c in found]), [forms(word) for word in run])
        found = [c for c, holds in zip(found, held, strict=True) if not holds]
    return found


def _with_phrases(
    found: list[Candidate], phrases: Sequence[tuple[str, ...]], forms: Forms, reader: Reader
) -> list[Candidate]:
    for phrase in phrases:
        held = holds_run(reader.sequences([c.key for c in found]), [forms(word) for word in phrase])
        found = [c for c, holds in zip(found, held, strict=True) if holds]
        stands_in = as_written(phrase)
        passages = reader.passages([c.key for c in found])
        heads = reader.heads_of(passage.document for passage in passages)
        found = [
            c
            for c, passage in zip(found, passages, strict=True)
            if stands_in(passage, heads[passage.document])
        ]
    return found
