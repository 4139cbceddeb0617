"""
How often what is in its place is doubted, and what is put in another one is not.

    python benchmarks/pairs_checked.py [--shared FOLDER] [--documents 10] [--sentences 40] [--show]

Sentences are made by rule from sentences of real documents (those of figures_checked.py, seed 7):

    as quoted    its own words, quoted whole
    one figure   of a sentence with several of one kind: the words around one, from sign to sign
    its lead     the lead of its paragraph, item or row (`About Finland: …`) or heading, and its own words
    begun late   its own words, quoted from a word with a small letter inside its first six
    title first  the same behind the title of the document, without the words that were not quoted, where
                 those hold no `if`, `not` or `except`
    figures, exchanged    two figures of one kind are in each other's place
    another lead          the name of another paragraph, item, row or heading of the same list before it
    another subject       `Others` for the words that were not quoted
    reservation cut       as title first, where the words that were not quoted hold an `if`, `not` or `except`

doubted: for the place of a figure or a name, for whom it speaks of, or for what it leaves out. The last four
are false.
"""

from __future__ import annotations

import argparse
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path

import regex

from belegg.answering.checks.lead import leads_of
from belegg.answering.checks.pairing import Part, parts_of
from belegg.answering.checks.sources import Sources
from belegg.reading import read
from belegg.reading.passages import cut
from belegg.records import OWNER, Document, Scope
from belegg.testing.shelf import Shelf
from belegg.text.as_read import as_read
from belegg.text.quotes.reservations import held
from belegg.text.sentences import sentences
from figures_checked import SEED, Known, Original, asked_of, chosen, proved, said_with, sets

Made = Iterator[tuple[Original, str]]
MOST = 400
"""Sentences of a kind that are made of a set."""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--shared", type=Path, default=Path(os.environ.get("BELEGG_SHARED", "/nowhere")))
    asked.add_argument("--documents", type=int, default=10)
    asked.add_argument("--sentences", type=int, default=40)
    asked.add_argument("--show", action="store_true")
    given = asked.parse_args()
    for name, files in sets(given.shared, given.documents):
        measure(name, files, given.sentences, given.show)
    for name, questions in asked_of(given.shared):
        measure_asked(name, questions, given.show)


def measure(name: str, files: list[Path], of_each: int, show: bool) -> None:
    shelf, originals = Shelf(), []
    for file in files:
        found = read(file.read_bytes(), file.name, "documents")
        shelf.put_document(found.document, cut(found.document, found.profile))
        originals += chosen(found.document, of_each)
        originals += several(found.document)
    print(f"{name}: {len(files)} documents, {len(originals):,} sentences")
    for kind, made in KINDS.items():
        counted: Counter[str] = Counter()
        for quoted, said in islice((one for original in originals for one in made(shelf, original)), MOST):
            proof = proved(shelf, quoted, said)
            counted["quoted"] += bool(proof.quotes)
            counted["doubted"] += bool(proof.to_mend)
            is_false = kind in FALSE
            if show and bool(proof.to_mend) != is_false and proof.quotes:
                print(f"    {kind}: {said} <- {' '.join(quoted.quotation.split())}\n      {proof.to_mend}")
        total = counted["quoted"]
        share = counted["doubted"] / max(total, 1)
        print(f"  {kind:20} {total:5,}  doubted {counted['doubted']:4,} ({share:.1%})")


def measure_asked(name: str, questions: list[Known], show: bool) -> None:
    shelf, before = Shelf(), dict[Path, Document]()
    counted: Counter[str] = Counter()
    for known in questions:
        if known.file not in before:
            found = read(known.file.read_bytes(), known.file.name, "documents")
            shelf.put_document(found.document, cut(found.document, found.profile))
            before[known.file] = found.document
        original = Original(before[known.file], known.quotation, " ".join(known.quotation.split()))
        for kind, said_of, said in said_with(known, original):
            proof = proved(shelf, said_of, said, known.question)
            counted[f"said {kind}"] += bool(proof.quotes)
            counted[f"doubted {kind}"] += bool(proof.to_mend)
            if show and proof.to_mend:
                print(f"    {said}\n      {proof.to_mend}")
    print(f"{name}, {len(questions)} questions: {dict(counted)}")


def several(document: Document) -> list[Original]:
    """All sentences with two figures of one kind, in parts of their own."""
    found = []
    for span in sentences(document.text, document.language):
        quotation = document.text[span.start : span.end]
        plain = " ".join(as_read(quotation).split())
        if len(plain) <= 500 and not quotation.startswith(("#", "|", "---")):
            original = Original(document, quotation, plain)
            if len(_parts(original)) > 1:
                found.append(original)
    return random.Random(SEED).sample(found, min(20, len(found)))


def _parts(original: Original) -> list[Part]:
    return list(parts_of(original.plain, original.language))


def as_quoted(shelf: Shelf, original: Original) -> Made:
    yield original, original.plain


def one_figure(shelf: Shelf, original: Original) -> Made:
    for part in _parts(original):
        yield original, f"{original.document.title}: {original.plain[part.own.start : part.own.end]}"


def exchanged(shelf: Shelf, original: Original) -> Made:
    text = original.plain
    for one, other in pairwise(_parts(original)):
        (a, b), (c, d) = ((part.figure.span.start, part.figure.span.end) for part in (one, other))
        if one.kind == other.kind and b <= c and text[a:b] != text[c:d]:
            yield original, text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def _led(shelf: Shelf, original: Original) -> Iterator[tuple[str, tuple[str, ...]]]:
    proof = proved(shelf, original, original.plain)
    with shelf.store.reading(Scope(OWNER)) as reader:
        source = Sources(reader).of(original.document.id)
        for quote in proof.quotes[:1]:
            for led in leads_of(quote, source) if source else ():
                if led.own:
                    yield led.own[0], led.siblings


def own_lead(shelf: Shelf, original: Original) -> Made:
    for own, _ in _led(shelf, original):
        yield original, f"About {own}: {original.plain}"


def another_lead(shelf: Shelf, original: Original) -> Made:
    for _, siblings in _led(shelf, original):
        for other in siblings[:1]:
            yield original, f"About {other}: {original.plain}"


def _late(original: Original) -> Made:
    """The sentence quoted from a word inside its first six, with what is quoted of it."""
    places = [m.start() for m in regex.finditer(r"(?<= )\p{Ll}", original.quotation)][:5]
    if places:
        place = random.Random(f"{SEED}{original.plain}").choice(places)
        quoted = original.quotation[place:]
        if quoted.count(" ") >= 4:
            yield replace(original, quotation=quoted), " ".join(as_read(quoted).split())


def begun_late(shelf: Shelf, original: Original) -> Made:
    for quoted, _ in _late(original):
        yield quoted, original.plain


def title_first(shelf: Shelf, original: Original) -> Made:
    for quoted, rest in _late(original):
        if not _is_reserved(original, rest):
            yield quoted, f"{original.document.title}: {rest}"


def reservation_cut(shelf: Shelf, original: Original) -> Made:
    for quoted, rest in _late(original):
        if _is_reserved(original, rest):
            yield quoted, f"{original.document.title}: {rest}"


def _is_reserved(original: Original, rest: str) -> bool:
    """Whether what stands before the rest of a sentence takes something back of it."""
    return held(original.plain.removesuffix(rest), [original.language]) is not None


def another_subject(shelf: Shelf, original: Original) -> Made:
    others = {"nb": "Fremmede", "nn": "Framande", "sv": "Främlingar", "de": "Fremde", "fi": "Vieraat"}
    for quoted, rest in _late(original):
        yield quoted, f"{others.get(original.language, 'Strangers')} {rest}"


KINDS: dict[str, Callable[[Shelf, Original], Made]] = {
    "as quoted": as_quoted,
    "one figure": one_figure,
    "its lead": own_lead,
    "begun late": begun_late,
    "title first": title_first,
    "figures, exchanged": exchanged,
    "another lead": another_lead,
    "another subject": another_subject,
    "reservation cut": reservation_cut,
}
FALSE = ("figures, exchanged", "another lead", "another subject", "reservation cut")


if __name__ == "__main__":
    main()
