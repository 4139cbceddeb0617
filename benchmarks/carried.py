"""
How often a sentence is called not carried by its quotation that is, and how often one that is not.

    python benchmarks/carried.py [--shared FOLDER] [--questions 200] [--show]

Of questions with a known answer (NorQuAD, SweQUAD, TyDi Finnish; seed 7), the sentence of the document that
holds the answer is quoted, and said is

    answered        the question's words and the answer
    asked           the question's words alone: less than any answer says
    next sentence   as `answered`, the sentence after it quoted
    same document   as `answered`, a sentence elsewhere in the document quoted
    other document  as `answered`, a sentence of another document quoted

The last three are false. refused: nothing shared. doubted: little. not judged: called another language.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from belegg.answering.checks.carried import check_carried
from belegg.answering.checks.held_by import spoken_in
from belegg.answering.checks.quotations import Quotations
from belegg.answering.checks.sources import Sources
from belegg.records import OWNER, Claim, Scope, document_id
from belegg.testing.shelf import ANALYSER, Shelf
from belegg.text.sentences import sentences

SEED = 7
SETS = (("norquad-nb", "nb"), ("swequad-sv", "sv"), ("tydiqa-fi", "fi"))
FEWEST_WORDS = 4
"""Of a sentence that is quoted."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What is said, and the sentence of a document that is quoted for it."""

    kind: str
    said: str
    question: str
    document: str
    quoted: str


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--shared", type=Path, default=Path(os.environ.get("BELEGG_SHARED", "/nowhere")))
    asked.add_argument("--questions", type=int, default=200)
    asked.add_argument("--show", action="store_true")
    given = asked.parse_args()
    for name, language in SETS:
        measure(given.shared / "data" / "retrieval" / name, language, given.questions, given.show)


def measure(folder: Path, language: str, most: int, show: bool) -> None:
    texts = {row["_id"]: row for row in _rows(folder / "corpus.jsonl")}
    shelf, counted = Shelf(), defaultdict[str, Counter[str]](Counter)
    pairs = list(pairs_of(folder, texts, language, most))
    for document in dict.fromkeys(pair.document for pair in pairs):
        shelf.put(document, texts[document]["text"], title=texts[document]["title"], language=language)
    for pair in pairs:
        outcome = _outcome(shelf, pair)
        counted[pair.kind][outcome] += 1
        if show and outcome in ("refused", "doubted") and pair.kind in ("answered", "asked"):
            print(f"    {pair.kind}, {outcome}: {pair.said} <- {pair.quoted}")
    print(folder.name)
    for kind, outcomes in counted.items():
        total = outcomes.total() - outcomes["not quoted"]
        told = ", ".join(
            f"{one} {outcomes[one]:,} ({outcomes[one] / total:.1%})"
            for one in ("refused", "doubted", "not judged")
        )
        print(f"  {kind:15} {total:5,}  {told}")


def pairs_of(folder: Path, texts: dict[str, dict[str, Any]], language: str, most: int) -> Iterator[Pair]:
    chance = random.Random(SEED)
    lines = (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]
    of = dict(line.split("\t")[:2] for line in lines)
    questions = [row for row in _rows(folder / "queries.jsonl") if row["_id"] in of]
    for row in chance.sample(questions, min(most, len(questions))):
        question, answer, document = row["text"], row["metadata"]["answers"][0], of[row["_id"]]
        found = _sentences(texts[document]["text"], language)
        at = next((n for n, one in enumerate(found) if answer in one), None)
        far = [one for n, one in enumerate(found) if at is not None and abs(n - at) > 1]
        other = chance.choice([one for one in texts if one != document])
        elsewhere = _sentences(texts[other]["text"], language)
        if at is None or at + 1 >= len(found) or not far or not elsewhere:
            continue
        bare = question.rstrip("?")
        said = f"{bare}: {answer}"
        yield Pair("answered", said, question, document, found[at])
        yield Pair("asked", bare, question, document, found[at])
        yield Pair("next sentence", said, question, document, found[at + 1])
        yield Pair("same document", said, question, document, chance.choice(far))
        yield Pair("other document", said, question, other, chance.choice(elsewhere))


def _outcome(shelf: Shelf, pair: Pair) -> str:
    with shelf.store.reading(Scope(OWNER)) as reader:
        sources = Sources(reader)
        document = document_id("documents", pair.document)
        quote = Quotations(sources, lambda _: document).check(Claim(pair.quoted, source_hint="D1")).quote
        source = sources.of(document)
        if quote is None or source is None:
            return "not quoted"
        spoken = spoken_in(pair.said, [pair.said, pair.question], [quote])
        found = check_carried(pair.said, spoken, [quote], [source], ANALYSER)
    return (
        "refused"
        if found.failure
        else "doubted"
        if found.doubt
        else "not judged"
        if found.unjudged
        else "held"
    )


def _sentences(text: str, language: str) -> list[str]:
    found = (text[span.start : span.end] for span in sentences(text, language))
    return [one for one in found if len(one.split()) >= FEWEST_WORDS]


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    main()
