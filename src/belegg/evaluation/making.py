"""
Query sets made by rule from a library's own passages: short terms, full questions, exact tokens.

They disagree in what they reward, and none is made of questions that somebody had: a set of one's own judges
better. The gold is the sentence that a query was made from. The same passages and seed give the same sets.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, islice
from typing import Final

import regex

from belegg.evaluation.golden import Gold, GoldenQuestion
from belegg.records import DocumentHead, Passage
from belegg.seams import Reader
from belegg.text.analysis import Analyser
from belegg.text.sentences import sentences
from belegg.text.words import holds_digit, word_texts

SHORTEST, LONGEST = 6, 45  # words of a sentence that may be gold
FEWEST_LETTERS = 4  # of a term
RAREST = 2  # passages that hold a term at least: a word of one passage tests nothing but look-up
COMMONEST_SHARE = 0.02  # of the passages that hold a term at most
MOST_WITH_TOKEN = 3  # passages that hold a code
MOST_WITH_NAME = 10  # passages that hold the rarest word of a name
LONGEST_HEADING, LONGEST_TITLE = 10, 12  # words

ABOUT: Final[Mapping[str, tuple[str, str]]] = {
    "nb": ("Hva gjelder om {}?", "Hva gjelder om {} i «{}»?"),
    "nn": ("Kva gjeld om {}?", "Kva gjeld om {} i «{}»?"),
    "sv": ("Vad gäller om {}?", "Vad gäller om {} i ”{}”?"),
    "da": ("Hvad gælder om {}?", "Hvad gælder om {} i »{}«?"),
    "fi": ("Mitä sanotaan aiheesta {}?", "Mitä sanotaan aiheesta {} tekstissä ”{}”?"),
    "de": ("Was gilt für {}?", "Was gilt für {} in „{}“?"),
    "en": ("What is said about {}?", "What is said about {} in “{}”?"),
}
_THING = r"(?P<thing>\p{L}[\p{L}-]{2,}(?: \p{L}[\p{L}-]+){0,3})"
DEFINED: Final[Mapping[str, tuple[regex.Pattern[str], str]]] = {
    "nb": (regex.compile(rf"^Med {_THING} (?:menes|forstås)"), "Hva menes med {}?"),
    "nn": (regex.compile(rf"^Med {_THING} (?:er meint|meiner ein|blir meint)"), "Kva er meint med {}?"),
    "sv": (regex.compile(rf"^Med {_THING} (?:avses|menas|förstås)"), "Vad menas med {}?"),
    "da": (regex.compile(rf"^Ved {_THING} forstås"), "Hvad forstås ved {}?"),
    "en": (
        regex.compile(rf"^(?:The |An? )?{_THING} (?:means|refers to|is defined as) "),
        "What does {} mean?",
    ),
}
_CODE = regex.compile(
    r"(?<![\p{L}\p{N}./:-])(?=[^\s]*\p{N})(?:\p{Lu}[\p{L}\p{N}]*|\p{N}{3,})(?:[-/.:][\p{L}\p{N}]+)+(?![\p{L}\p{N}-])"
)
_DATE = regex.compile(r"\d{4}-\d\d(?:-\d\d)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}[-/]\d{2,4}|\d\d[.:]\d\d")
_NAME = regex.compile(r"(?<=\p{Ll} )\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+")
_NUMBER_BEFORE = regex.compile(
    r"^(?:§+\s*)?(?:[\dIVXLC]+|\p{Lu}(?=\.))(?:[.-]\d+)*\.?\s*[a-z]?\.?\s+(?=\p{L})"
)


@dataclass(frozen=True, slots=True)
class Source:
    """A passage to make queries from, its language, and its sentences that may be gold."""

    head: DocumentHead
    passage: Passage
    language: str | None
    sentences: tuple[str, ...]


def made(reader: Reader, analyser: Analyser, each: int, seed: int) -> dict[str, list[GoldenQuestion]]:
    """At most `each` queries of every kind, `terms`, `questions`, `tokens`, spread over the documents."""
    heads = sorted(reader.heads(), key=lambda head: head.id)
    random.Random(seed).shuffle(heads)
    of_one = -(-each // max(len(heads), 1)) + 1
    kinds: dict[str, list[GoldenQuestion]] = {"terms": [], "questions": [], "tokens": []}
    asked: set[str] = set()
    for head in heads:
        if all(len(found) >= each for found in kinds.values()):
            break
        sources = list(_sources(head, reader.passages_of(head.id)))
        random.Random(f"{seed} {head.id}").shuffle(sources)
        makers = {
            "terms": _terms(sources, reader, analyser),
            "questions": chain(_by_headings_that_ask(sources), _definitions(sources), _by_headings(sources)),
            "tokens": _tokens(sources, reader, analyser),
        }
        for kind, maker in makers.items():
            new = (one for one in maker if one.text.casefold() not in asked)
            for one in islice(new, min(of_one, each - len(kinds[kind]))):
                asked.add(one.text.casefold())
                kinds[kind].append(replace(one, id=str(len(kinds[kind]) + 1)))
    return kinds


def _sources(head: DocumentHead, passages: Sequence[Passage]) -> Iterator[Source]:
    seen: set[str] = set()
    for passage in passages:
        if passage.kind != "text" or passage.confidence is not None:
            continue
        language = passage.language or head.language
        spans = sentences(passage.text, language)
        texts = [passage.text[span.start : span.end].strip() for span in spans]
        fit = [text for text in texts if _may_be_gold(text) and text not in seen]
        seen.update(fit)
        if fit:
            yield Source(head, passage, language, tuple(fit))


def _may_be_gold(text: str) -> bool:
    """A whole sentence on one line: no heading, row of a table, list of links."""
    whole = text[:1].isupper() and text[-1:] in ".!:" and "\n" not in text and "|" not in text
    return whole and SHORTEST <= len(text.split()) <= LONGEST and "http" not in text and "](" not in text


def _question(source: Source, kind: str, text: str, sentence: str) -> GoldenQuestion:
    pages = source.passage.pages
    page = pages[0] if pages and pages[0] == pages[1] else None
    gold = Gold(source.head.source, sentence, page)
    return GoldenQuestion("", text, "single", (gold,), kind, source.language)


# ---------------------------------------------------------------- short terms


def _terms(sources: Sequence[Source], reader: Reader, analyser: Analyser) -> Iterator[GoldenQuestion]:
    """The two rarest words of a sentence that other passages hold too, as they stand in it."""
    most = max(5, round(COMMONEST_SHARE * reader.collection().passages))
    for source in sources:
        sentence = max(source.sentences, key=len)
        space = analyser.name_space(source.language)
        words = [
            word
            for word in dict.fromkeys(word_texts(sentence))
            if word.isalpha() and len(word) >= FEWEST_LETTERS and not analyser.is_small(word)
        ]
        terms = {word: analyser.word_term(word, space) for word in words}
        held = reader.document_frequencies(terms.values())
        fit = [word for word in words if RAREST <= held.get(terms[word], 0) <= most]
        rarest = sorted(fit, key=lambda word: (held[terms[word]], words.index(word)))[:2]
        if len(rarest) == 2:
            yield _question(source, "terms", " ".join(sorted(rarest, key=words.index)), sentence)


# ---------------------------------------------------------------- full questions


def _by_headings_that_ask(sources: Sequence[Source]) -> Iterator[GoldenQuestion]:
    for source in sources:
        heading = _heading(source)
        if heading.endswith("?") and len(heading.split()) > 2:
            yield _question(source, "asked by a heading", heading, source.sentences[0])


def _definitions(sources: Sequence[Source]) -> Iterator[GoldenQuestion]:
    for source in sources:
        pattern, asking = DEFINED.get(source.language or "", (None, ""))
        for sentence in source.sentences if pattern else ():
            if pattern and (found := pattern.search(sentence)):
                yield _question(source, "definition", asking.format(found["thing"]), sentence)


def _by_headings(sources: Sequence[Source]) -> Iterator[GoldenQuestion]:
    """What a heading is about; with the document's title when the heading says little alone."""
    for source in sources:
        heading, title = _heading(source), source.head.title
        words = word_texts(heading)
        if not 1 <= len(words) <= LONGEST_HEADING or heading == title or heading.endswith("?"):
            continue
        if not any(len(word) >= FEWEST_LETTERS and word.isalpha() for word in words):
            continue
        alone, inside = ABOUT.get(source.language or "en", ABOUT["en"])
        named = heading[:1].lower() + heading[1:] if heading[1:2].islower() else heading
        if len(words) >= 3:
            yield _question(source, "heading", alone.format(named), source.sentences[0])
        elif title and len(title.split()) <= LONGEST_TITLE:
            yield _question(source, "heading", inside.format(named, title), source.sentences[0])


def _heading(source: Source) -> str:
    """The heading right above, without marks and number; empty where none begins with this passage."""
    if not source.passage.path:
        return ""
    last = source.passage.path[-1]
    begins = any(last in line for line in source.passage.text.splitlines()[:3])
    return _NUMBER_BEFORE.sub("", last.strip(" #*_.:")) if begins else ""


# ---------------------------------------------------------------- exact tokens


def _tokens(sources: Sequence[Source], reader: Reader, analyser: Analyser) -> Iterator[GoldenQuestion]:
    """Codes, names and section numbers in turn."""
    kinds = [_codes(sources, reader), _names(sources, reader, analyser), _sections(sources)]
    for turn in count():
        kind = kinds[turn % len(kinds)]
        found = next(kind, None)
        if found is not None:
            yield found
        elif turn >= len(kinds) and all(next(each, None) is None for each in kinds):
            return


def _codes(sources: Sequence[Source], reader: Reader) -> Iterator[GoldenQuestion]:
    for source in sources:
        for sentence in source.sentences:
            for code in _CODE.findall(sentence):
                held = reader.document_frequencies([f"={code.lower()}"]).get(f"={code.lower()}", 0)
                if holds_digit(code) and not _DATE.fullmatch(code) and 1 <= held <= MOST_WITH_TOKEN:
                    yield _question(source, "code", code, sentence)


def _names(sources: Sequence[Source], reader: Reader, analyser: Analyser) -> Iterator[GoldenQuestion]:
    for source in sources:
        space = analyser.name_space(source.language)
        for sentence in source.sentences:
            for name in _NAME.findall(sentence):
                held = reader.document_frequencies(analyser.word_term(w, space) for w in word_texts(name))
                if min(held.values(), default=0) <= MOST_WITH_NAME:
                    yield _question(source, "name", name, sentence)


def _sections(sources: Sequence[Source]) -> Iterator[GoldenQuestion]:
    for source in sources:
        section = source.passage.section or ""
        name = source.head.fact("short_title") or source.head.title
        if section.startswith("§") and name and len(name.split()) <= 4:
            yield _question(source, "section", f"{name} {section}", source.sentences[0])
