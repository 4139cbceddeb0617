"""
How often sources are said to differ where they do, and where they do not.

    python benchmarks/conflicts_found.py [--shared FOLDER] [--documents 10] [--sentences 40] [--show]

Sentences with a figure are those of figures_checked.py (seed 7). Each is put into a document of its own, with
another one beside it, and an answer quotes both whole:

    another figure    the same with another figure: a conflict
    another time      the same with another figure and another year in every date: none
    another name      the same with another figure and another name: none

found: how many are said to differ. real pairs: sentences of different documents of the set, as they stand,
that share three words of weight; those said to differ are printed with --show, to be read.
"""

from __future__ import annotations

import argparse
import os
import random
from collections import Counter, defaultdict
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import regex

from belegg.answering.checks import conflicts_of, prove
from belegg.answering.checks.names import names_in
from belegg.answering.checks.same_thing import Statement, contradict
from belegg.answering.draft import Draft, DraftSentence
from belegg.reading import read
from belegg.records import OWNER, Claim, DocumentId, Scope, document_id
from belegg.testing.shelf import ANALYSER, Shelf
from belegg.text.figures import days_in
from figures_checked import SEED, Original, chosen, other_number, sets


def another_figure(original: Original, chance: random.Random) -> str | None:
    said = other_number(original, chance)
    return said if said != original.plain else None


def another_time(original: Original, chance: random.Random) -> str | None:
    said = another_figure(original, chance)
    if said is None or not days_in(said) or days_in(said) != days_in(original.plain):
        return None
    later = regex.sub(r"(?<!\d)((?:19|20)\d\d)(?!\d)", lambda year: str(int(year[1]) - 3), said)
    return later if later != said else None


def another_name(original: Original, chance: random.Random) -> str | None:
    said = another_figure(original, chance)
    names = [name for name in names_in(original.plain, [original.language]) if name.isalpha()]
    if said is None or not names:
        return None
    return str(regex.sub(rf"\b{regex.escape(chance.choice(names))}\b", "Gammelskogen", said))


MADE: dict[str, Callable[[Original, random.Random], str | None]] = {
    "another figure": another_figure,
    "another time": another_time,
    "another name": another_name,
}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--shared", type=Path, default=Path(os.environ.get("BELEGG_SHARED", "/nowhere")))
    asked.add_argument("--documents", type=int, default=10)
    asked.add_argument("--sentences", type=int, default=40)
    asked.add_argument("--show", action="store_true")
    given = asked.parse_args()
    for name, files in sets(given.shared, given.documents):
        documents = [read(file.read_bytes(), file.name, "documents").document for file in files]
        originals = [one for document in documents for one in chosen(document, given.sentences)]
        print(f"{name}: {len(files)} documents, {len(originals):,} sentences")
        measure(originals, given.show)
        measure_pairs(originals, given.show)


def measure(originals: list[Original], show: bool) -> None:
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for kind, made in MADE.items():
        for original in originals:
            other = made(original, random.Random(f"{SEED}{original.plain}"))
            if other is None:
                continue
            found = differs(original, other)
            counted[kind]["made"] += 1
            counted[kind]["found"] += found
            if show and found != (kind == "another figure"):
                print(f"    {kind}: {original.plain}\n      {other}")
    for kind, counts in counted.items():
        print(f"  {kind:15} {counts['made']:5,}  found {counts['found']:4,}")


def differs(original: Original, other: str) -> bool:
    shelf, texts = Shelf(), {"one": original.plain, "other": other}
    for name, text in texts.items():
        shelf.put(f"{name}.md", text, title=name, language=original.language)
    draft = Draft(tuple(DraftSentence(t, (Claim(t, source_hint=n),)) for n, t in texts.items()), "yes")

    def called(name: str) -> DocumentId:
        return document_id("documents", f"{name}.md")

    with shelf.store.reading(Scope(OWNER)) as reader:
        return bool(conflicts_of(draft, prove(draft, called, reader, ANALYSER), called, reader))


def measure_pairs(originals: list[Original], show: bool) -> None:
    """Sentences of different documents, as they stand."""
    shelf, statements = Shelf(), []
    for number, original in enumerate(originals):
        name = f"n{number}"
        shelf.put(f"{name}.md", original.plain, title=original.document.title, language=original.language)
        draft = Draft((DraftSentence(original.plain, (Claim(original.plain, source_hint=name),)),), "yes")
        with shelf.store.reading(Scope(OWNER)) as reader:
            (proof,) = prove(draft, lambda name: document_id("documents", f"{name}.md"), reader, ANALYSER)
        statements += [(original, Statement(quote, original.plain)) for quote in proof.quotes[:1]]
    counted: Counter[str] = Counter()
    for (one, mine), (other, theirs) in combinations(statements, 2):
        if one.document.id == other.document.id or len(mine.words & theirs.words) < 3:
            continue
        counted["pairs"] += 1
        if contradict(mine, theirs) is not None:
            counted["found"] += 1
            if show:
                print(f"    real pair: {one.plain}\n      {other.plain}")
    print(f"  {'real pairs':15} {counted['pairs']:5,}  found {counted['found']:4,}")


if __name__ == "__main__":
    main()
