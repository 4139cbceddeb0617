"""
Real passages for the engine's benchmarks: laws, a handbook and retrieval sets, cut into 100 to 200 words.

Texts are taken from BELEGG_SHARED (`data/law`, `data/wiki`, `data/retrieval`), cut on headings, stemmed by
Snowball in the language of their folder. They hold about 63,000 distinct passages; larger sets continue with
the same texts cut at other places (`shift`), so that their vocabulary does not grow there. Everything is
drawn with fixed seeds: the same folder gives the same passages.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import Stemmer

from belegg.records import Terms

SHORTEST, LONGEST = 100, 200
PASSAGES_PER_DOCUMENT = 20
WORD = re.compile(r"[^\W_]+")
TAG = re.compile(r"<[^>]*>")

FOLDERS = (
    ("law/no/lover", "no"),
    ("law/no/forskrifter", "no"),
    ("law/no/lovtidend-2025-html", "no"),
    ("law/sv", "sv"),
    ("law/fi", "fi"),
    ("law/de", "de"),
    ("law/et", ""),
    ("wiki/sourcegraph-handbook", "en"),
    ("wiki/digdir-docs-nb", "no"),
    ("retrieval/legalbenchrag-contractnli/corpus", "en"),
    ("retrieval/legalbenchrag-privacy_qa/corpus", "en"),
)
SETS = (
    ("retrieval/scifact-en", "en"),
    ("retrieval/cranfield-en", "en"),
    ("retrieval/norquad-nb", "no"),
    ("retrieval/swequad-sv", "sv"),
    ("retrieval/swefaq-sv", "sv"),
    ("retrieval/tydiqa-fi", "fi"),
    ("retrieval/tydiqa-ru", "ru"),
)
ALGORITHMS = {
    "no": "norwegian",
    "sv": "swedish",
    "fi": "finnish",
    "de": "german",
    "en": "english",
    "ru": "russian",
}


@dataclass(frozen=True, slots=True)
class Text:
    """A document as terms: its title, and sections of heading and body."""

    title: tuple[str, ...]
    sections: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]


def shared() -> Path:
    return Path(os.environ.get("BELEGG_SHARED", Path(__file__).resolve().parents[2] / "shared")) / "data"


class Stems:
    """Words of one language as terms with a name space; digits and unstemmed languages as written."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.stem = Stemmer.Stemmer(ALGORITHMS[language]).stemWord if language else None
        self.known: dict[str, str] = {}

    def __call__(self, text: str) -> tuple[str, ...]:
        return tuple(map(self.term, WORD.findall(text.lower())))

    def term(self, word: str) -> str:
        term = self.known.get(word)
        if term is None:
            plain = self.stem is None or any(letter.isdigit() for letter in word)
            term = "=" + word if plain or self.stem is None else f"{self.language}:{self.stem(word)}"
            self.known[word] = term
        return term


def texts() -> list[Text]:
    """All documents, in a fixed random order."""
    found = [*folder_texts(), *set_texts()]
    random.Random(1).shuffle(found)
    return found


def folder_texts() -> Iterator[Text]:
    for folder, language in FOLDERS:
        stems = Stems(language)
        for file in sorted((shared() / folder).rglob("*")):
            if file.suffix in {".md", ".xml", ".txt"}:
                text = file.read_text(encoding="utf-8", errors="replace")
                yield marked_up(TAG.sub("\n", text), file.stem, stems)


def set_texts() -> Iterator[Text]:
    for folder, language in SETS:
        stems = Stems(language)
        with (shared() / folder / "corpus.jsonl").open(encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                yield Text(stems(row["title"]), (((), stems(row["text"])),))


def marked_up(text: str, name: str, stems: Stems) -> Text:
    """Sections at lines that begin with `#`; nothing of it has to be exact here."""
    title: tuple[str, ...] = stems(name)
    sections: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for piece in re.split(r"^(?=#{1,6} )", text, flags=re.MULTILINE):
        heading, _, body = piece.partition("\n") if piece.startswith("#") else ("", "", piece)
        if heading.startswith("# "):
            title = stems(heading)
        sections.append((stems(heading), stems(body)))
    return Text(title, tuple(sections))


def cut(text: Text, shift: int, chance: random.Random) -> Iterator[Terms]:
    """Passages of one document; `shift` moves the first border of each long section."""
    heading: tuple[str, ...] = ()
    pending: list[str] = []
    for section_heading, body in text.sections:
        if len(pending) + len(body) > SHORTEST and pending:
            yield Terms(text.title, heading, tuple(pending))
            pending = []
        if not pending:
            heading = section_heading
        else:
            pending.extend(section_heading)
        pending.extend(body)
        first = shift % LONGEST if len(pending) > 2 * LONGEST else 0
        while len(pending) > LONGEST:
            size = first or chance.randint(SHORTEST, LONGEST)
            first = 0
            yield Terms(text.title, heading, tuple(pending[:size]))
            del pending[:size]
    if pending:
        yield Terms(text.title, heading, tuple(pending))


def documents(passages: int) -> Iterator[list[Terms]]:
    """Documents of at most 20 passages, together `passages` many."""
    left, all_texts = passages, texts()
    for shift in itertools.count():
        chance = random.Random(shift)
        for text in all_texts:
            cuts = list(cut(text, 67 * shift, chance))
            for start in range(0, len(cuts), PASSAGES_PER_DOCUMENT):
                document = cuts[start : min(start + PASSAGES_PER_DOCUMENT, start + left)]
                yield document
                left -= len(document)
                if not left:
                    return
