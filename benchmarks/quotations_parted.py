"""
What parting long quotations leaves of what carries an honest sentence.

    python benchmarks/quotations_parted.py [--shared FOLDER] [--show]

Known quotations of questions on the company, the UN reports, the wiki and Norwegian acts are said as they
stand, each quoted with the whole paragraph around it, as a model does that quotes too much. parted: something
of the paragraph is left out; lost: some of the known words are; doubted: with a doubt and no failure.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from dataclasses import replace
from pathlib import Path

from belegg.answering.checks import Proof
from belegg.reading import read
from belegg.reading.passages import cut
from belegg.records import Document, Span
from belegg.testing.shelf import Shelf
from belegg.text.as_read import as_read
from belegg.text.quotes import check_quote
from figures_checked import Known, Original, asked_of, proved

LEFT_OUT = "words that do not bear on it are left out"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--shared", type=Path, default=Path(os.environ.get("BELEGG_SHARED", "/nowhere")))
    asked.add_argument("--show", action="store_true")
    given = asked.parse_args()
    for name, questions in asked_of(given.shared):
        print(f"{name}: {measured(questions, given.show)}")


def measured(questions: list[Known], show: bool) -> dict[str, int]:
    shelf, known_before = Shelf(), dict[Path, Document]()
    counted: Counter[str] = Counter()
    for known in questions:
        if known.file not in known_before:
            found = read(known.file.read_bytes(), known.file.name, "documents")
            shelf.put_document(found.document, cut(found.document, found.profile))
            known_before[known.file] = found.document
        original = Original(known_before[known.file], known.quotation, " ".join(known.quotation.split()))
        span = check_quote(original.document.text, known.quotation).span
        if span is None:
            continue
        around = replace(original, quotation=paragraph_around(original.document.text, span))
        proof = proved(shelf, around, original.plain, known.question)
        is_lost = not stands_in(known.quotation, proof)
        counted["said"] += 1
        counted["parted"] += any(LEFT_OUT in remark for remark in proof.remarks)
        counted["lost"] += is_lost
        counted["doubted"] += bool(proof.doubts) and not proof.failures
        if show and (is_lost or proof.doubts):
            print(f"  {known.question} | {original.plain}\n    {(*proof.failures, *proof.doubts)}")
    return dict(counted)


def stands_in(quotation: str, proof: Proof) -> bool:
    """Whether the quotations that are shown still hold every word of a known one."""
    shown = " ".join(as_read(quote.check.text) for quote in proof.quotes)
    return " ".join(as_read(quotation).split()) in " ".join(shown.split())


def paragraph_around(text: str, span: Span) -> str:
    start = text.rfind("\n\n", 0, span.start)
    end = text.find("\n\n", span.end)
    return text[start + 2 if start >= 0 else 0 : end if end >= 0 else len(text)].strip()


if __name__ == "__main__":
    main()
