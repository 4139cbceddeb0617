"""700 look-ups of sections of Norwegian acts, written from the acts' own metadata, in six forms."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from belegg.library.library import Library
from belegg.records import OWNER, Scope
from belegg.text.names import normal_section

SECTION = re.compile(r"^#+ (§ ?\d+[^\s]*(?: [a-z](?=\s|\.|$))?)(.*(?:\n(?!#).*)*)", re.M)
ECHO = re.compile(r"(\d([a-z]))\s\2$")
FORMS: Mapping[str, int] = {
    "{short} § {number}": 150,
    "{short} {number}": 100,
    "{name} § {number}": 150,
    "Hva sier § {number} i {name}?": 100,
    "{id} § {number}": 100,
    "{name} § {number} {words}": 100,
}
"""Form → how many. `short` is an abbreviation (aml), `name` a short title, `words` two of the section's."""


@dataclass(frozen=True)
class Act:
    """An act's names and its sections: number and text."""

    file: str
    identifier: str
    name: str
    short: str | None
    sections: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Asked:
    """A look-up and the one section of the one file that is right."""

    form: str
    text: str
    file: str
    section: str


def acts(folder: Path) -> list[Act]:
    """The acts that have a short title and numbered sections, by file."""
    found = []
    for file in sorted(folder.glob("*.md")):
        _, head, body = file.read_text(encoding="utf-8").split("---", 2)
        facts = yaml.safe_load(head)
        sections = [(ECHO.sub(r"\1", m[1].rstrip(".")), m[2]) for m in SECTION.finditer(body)]
        title = str(facts.get("short_title") or "")
        if not sections or not title or " " in title.split(" – ")[0]:
            continue
        name, _, short = title.partition(" – ")
        found.append(Act(file.name, facts["id"], name, short or None, sections))
    return found


def generate(known: Sequence[Act], seed: int = 5) -> Iterator[Asked]:
    """The look-ups of every form, by a fixed seed."""
    rng = random.Random(seed)
    for form, count in FORMS.items():
        fitting = [act for act in known if act.short or "{short}" not in form]
        for _ in range(count):
            act = rng.choice(fitting)
            section, text = rng.choice(act.sections)
            asked = form.format(
                short=act.short,
                name=act.name.lower(),
                id=act.identifier,
                number=section.removeprefix("§").strip(),
                words=" ".join(_two_words(text, rng)),
            )
            yield Asked(form, asked, act.file, normal_section(section))


def _two_words(text: str, rng: random.Random) -> list[str]:
    words = sorted(set(re.findall(r"[^\W\d_]{6,}", text)))
    return rng.sample(words, min(2, len(words)))


@dataclass(frozen=True)
class FormOutcome:
    """How many of a form's look-ups have the right section first, and among the first ten."""

    form: str
    asked: int
    first: int
    among_ten: int
    wrong: tuple[str, ...]


def measure(library: Library, asked: Sequence[Asked]) -> list[FormOutcome]:
    outcomes = []
    for form in FORMS:
        of_form = [one for one in asked if one.form == form]
        ranks = [_rank(library, one) for one in of_form]
        outcomes.append(
            FormOutcome(
                form,
                len(of_form),
                sum(rank == 1 for rank in ranks),
                sum(rank is not None for rank in ranks),
                tuple(one.text for one, rank in zip(of_form, ranks, strict=True) if rank != 1),
            )
        )
    return outcomes


def _rank(library: Library, asked: Asked) -> int | None:
    for hit in library.search(asked.text, Scope(OWNER), 10).hits:
        in_file = hit.document.source.endswith("/" + asked.file)
        if in_file and normal_section(hit.passage.section or "") == asked.section:
            return hit.rank
    return None
