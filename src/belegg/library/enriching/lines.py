"""The line of a passage: what a model is told for it, and what of its words is used."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from belegg.library.enriching.plain import Plain
from belegg.library.enriching.values import Accepted
from belegg.library.enriching.voice import Voice
from belegg.records import Passage

LONGEST_PASSAGE = 4_000
"""Characters of a passage that a model is shown."""
LONGEST_LINE = 300
BATCH_PASSAGES = 8
BATCH_CHARACTERS = 12_000
NAMED = ("organisation", "report_number", "published", "reference_period")
_NUMBER = re.compile(r"\d+")
_SMALL = {str(number) if number else "" for number in range(32)}
"""A day or a month may be written out in the document."""


@dataclass(frozen=True, slots=True)
class About:
    """What is said of a document to whoever writes lines for its passages."""

    title: str
    facts: tuple[tuple[str, str], ...]

    @property
    def told(self) -> str:
        return "\n".join((self.title, *(f"{name}: {value}" for name, value in self.facts)))


@dataclass(frozen=True, slots=True)
class Asked:
    """A passage that a line is asked for. `hash` names everything that the model is told for it."""

    passage: Passage
    hash: bytes

    @property
    def text(self) -> str:
        return self.passage.text[:LONGEST_PASSAGE]


def about(document: Plain, accepted: Accepted) -> About:
    """The document as it will be described."""
    facts = (*document.facts, *accepted.added)
    named = ((name, next((f.value for f in facts if f.name == name), "")) for name in NAMED)
    return About(accepted.title, tuple((name, value) for name, value in named if value))


def asked_of(document: Plain, about: About, voice: Voice) -> list[Asked]:
    """Every passage of a document, in order."""
    return [
        Asked(p, voice.hash_of("line", about.told, *p.path, p.section or "", p.text[:LONGEST_PASSAGE]))
        for p in document.passages
    ]


def batches(asked: Sequence[Asked]) -> Iterator[list[Asked]]:
    """Passages that one request asks for, in order."""
    batch: list[Asked] = []
    size = 0
    for one in asked:
        if batch and (len(batch) == BATCH_PASSAGES or size + len(one.text) > BATCH_CHARACTERS):
            yield batch
            batch, size = [], 0
        batch.append(one)
        size += len(one.text)
    if batch:
        yield batch


def cleaned(line: str) -> str:
    """A line as it is kept: one line, of at most 300 characters."""
    line = " ".join(line.split())
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE].rpartition(" ")[0]


def holds_its_figures(line: str, about: About, passage: Passage) -> bool:
    """Whether every number of a line stands in what the model was told, those up to 31 aside."""
    told = "\n".join((about.told, *passage.path, passage.section or "", passage.text))
    known = _SMALL | _numbers(told)
    return _numbers(line) <= known


def _numbers(text: str) -> set[str]:
    return {digits.lstrip("0") for digits in _NUMBER.findall(text)}
