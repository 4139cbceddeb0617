"""
How good the answers without a model are, both ways: the gold quotation shown, and the unanswerable refused.

    python benchmarks/answers.py [--shared FOLDER] [--set NAME …] [--typos] [--show] [--json FILE]

Sets: `law` (24 questions over 736 acts), `gate` (42 over 35 of them; no gold), `wiki` (8), `company` (the
demo company's own), and five reading sets in five languages with the answer as a string, of which half of
the documents are ingested: questions about the other half cannot be answered; 150 of each by a fixed seed.

shown: answerable questions of which a quotation holds a gold quotation (reading sets: a gold answer); first:
of which the first one does; false refusals: answerable ones refused; refused: unanswerable ones refused;
verified: of those shown, the answers whose verdict is `verified`; wrongly: unanswerable questions answered
with that verdict. `--typos`: one typo in each question, by a fixed seed. quotations and
characters: of an answer, on average. CPU milliseconds of one ask, warm.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from belegg.evaluation.golden import Gold, GoldenQuestion, read_questions
from belegg.library.library import Library
from belegg.records import OWNER, Answer, Answered, Scope, Sentence
from quality_typos import with_typos

PROJECT = Path(__file__).resolve().parent.parent
EVERYTHING = Scope(OWNER)
SEED = 7
OF_EACH = 150
READING_SETS = {
    "norquad": ("norquad-nb", None),
    "swequad": ("swequad-sv", None),
    "tydiqa-fi": ("tydiqa-fi", None),
    "xquad-en": ("xquad-crosslingual", "en"),
    "xquad-de": ("xquad-crosslingual", "de"),
}
SETS = ("law", "gate", "wiki", "company", *READING_SETS)
TYPED_IN = {
    "wiki": "en",
    "company": "en",
    "swequad": "sv",
    "tydiqa-fi": "fi",
    "xquad-en": "en",
    "xquad-de": "de",
}
"""Whose letters a typo has; Norwegian else."""
HEADER = (
    f"{'set':10}  {'shown':>9}  {'first':>5}  {'false refusals':>14}  {'refused':>9}  "
    f"{'verified':>8}  {'wrongly':>7}  "
    f"{'quotations':>10}  {'characters':>10}  {'ms':>5}  {'p95':>5}"
)


@dataclass(frozen=True)
class Row:
    """One set's outcome."""

    set: str
    answerable: int
    shown: int
    first: int
    false_refusals: int
    unanswerable: int
    refused: int
    verified: int
    wrongly: int
    quotations: float
    characters: float
    median_ms: float
    p95_ms: float

    def __str__(self) -> str:
        cells = (
            f"{self.set:10}",
            f"{f'{self.shown}/{self.answerable}':>9}",
            f"{self.first:>5}",
            f"{self.false_refusals:>14}",
            f"{f'{self.refused}/{self.unanswerable}':>9}",
            f"{self.verified:>8}",
            f"{self.wrongly:>7}",
            f"{self.quotations:>10.1f}",
            f"{self.characters:>10.0f}",
            f"{self.median_ms:>5.0f}",
            f"{self.p95_ms:>5.0f}",
        )
        return "  ".join(cells)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    shared = os.environ.get("BELEGG_SHARED", str(PROJECT.parent / "shared"))
    parser.add_argument("--shared", type=Path, default=Path(shared))
    parser.add_argument("--set", action="append", dest="sets", choices=SETS)
    parser.add_argument("--typos", action="store_true", help="a typo in one telling word of each question")
    parser.add_argument("--show", action="store_true", help="print every question with its answer")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    rows = []
    print(HEADER)
    for name in arguments.sets or SETS:
        with tempfile.TemporaryDirectory() as folder:
            rows.append(run(name, arguments.shared / "data", Path(folder), arguments.typos, arguments.show))
        print(rows[-1], flush=True)
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(row) for row in rows], indent=1), encoding="utf-8")


# ---------------------------------------------------------------- asking


def run(name: str, data: Path, folder: Path, typos: bool, show: bool) -> Row:
    """Ingest what a set is asked of, ask every question twice, and time the second time."""
    with Library.open(folder / "answers.db", create=True) as library:
        questions = prepare(name, data, folder, library)
        if typos:
            questions = with_typos(questions, TYPED_IN.get(name, "no"), library.analyser.is_small)
        answers: list[Answer] = []
        times = []
        for question in questions:
            library.ask(question.text, EVERYTHING)
            started = time.process_time()
            answers.append(library.ask(question.text, EVERYTHING))
            times.append((time.process_time() - started) * 1000)
            if show:
                print_answer(question, answers[-1])
    return row(name, questions, answers, times)


def row(
    name: str, questions: Sequence[GoldenQuestion], answers: Sequence[Answer], times: Sequence[float]
) -> Row:
    pairs = list(zip(questions, answers, strict=True))
    answered = [answer for answer in answers if isinstance(answer, Answered)]
    lengths = [sum(len(sentence.text) for sentence in answer.sentences) for answer in answered]
    return Row(
        set=name,
        answerable=sum(question.answerable for question in questions),
        shown=sum(q.answerable and is_shown(q, a) for q, a in pairs),
        first=sum(q.answerable and is_shown(q, a, among=1) for q, a in pairs),
        false_refusals=sum(q.answerable and not isinstance(a, Answered) for q, a in pairs),
        unanswerable=sum(not question.answerable for question in questions),
        refused=sum(not q.answerable and not isinstance(a, Answered) for q, a in pairs),
        verified=sum(q.answerable and is_shown(q, a) and is_verified(a) for q, a in pairs),
        wrongly=sum(not q.answerable and is_verified(a) for q, a in pairs),
        quotations=statistics.mean(len(answer.sentences) for answer in answered),
        characters=statistics.mean(lengths),
        median_ms=statistics.median(times),
        p95_ms=statistics.quantiles(times, n=20)[-1],
    )


def is_verified(answer: Answer) -> bool:
    return isinstance(answer, Answered) and answer.verdict == "verified"


def is_shown(question: GoldenQuestion, answer: Answer, among: int | None = None) -> bool:
    """Whether a quotation, or one of the first, holds a gold quotation of its source."""
    return isinstance(answer, Answered) and any(
        holds(sentence, gold) for sentence in answer.sentences[:among] for gold in question.gold
    )


def holds(sentence: Sentence, gold: Gold) -> bool:
    wanted = plain(gold.quote)
    return any(
        (not gold.document or gold.is_source(quote.document.source))
        and (wanted in plain(sentence.text) or wanted in plain(quote.check.text))
        for quote in sentence.quotes
    )


def plain(text: str) -> str:
    return " ".join(text.lower().split())


def print_answer(question: GoldenQuestion, answer: Answer) -> None:
    wanted = "answerable" if question.answerable else "NOT answerable"
    print(f"\n{question.id} [{question.kind}] {question.text} ({wanted})")
    for gold in question.gold:
        print(f"    gold: {gold.document} | {gold.quote}")
    if isinstance(answer, Answered):
        print(f"  {answer.verdict}")
        for sentence in answer.sentences:
            quote = sentence.quotes[0]
            held = "+" if any(holds(sentence, gold) for gold in question.gold) else "-"
            where = f"{quote.document.source} {quote.section or ''} [{quote.check.status}]"
            print(f"  {held} {where}: {sentence.text}")
    else:
        print(f"  refused ({answer.reason}): {answer.explanation}")
    for note in answer.notes[1 if isinstance(answer, Answered) else 0 :]:
        print(f"    note: {note.text}")


# ---------------------------------------------------------------- sets


def prepare(name: str, data: Path, folder: Path, library: Library) -> Sequence[GoldenQuestion]:
    """Ingest what a set is asked of; its questions."""
    acts = data / "law" / "no" / "lover"
    if name in READING_SETS:
        return half_of(data / "retrieval" / READING_SETS[name][0], READING_SETS[name][1], folder, library)
    if name == "company":
        library.ingest(PROJECT / "examples" / "company")
        return read_questions(PROJECT / "examples" / "company.questions.jsonl")
    if name == "wiki":
        library.ingest(data / "wiki")
        return read_questions(data / "wiki" / "questions.jsonl")
    if name == "law":
        library.ingest(acts)
        return read_questions(data / "law" / "no" / "questions.jsonl")
    few = folder / "gate"
    few.mkdir()
    for act in (data / "gate" / "law-acts.txt").read_text(encoding="utf-8").lower().split():
        (few / f"{act}.md").write_bytes((acts / f"{act}.md").read_bytes())
    library.ingest(few)
    return list(gate_questions(data / "gate"))


def gate_questions(folder: Path) -> Iterator[GoldenQuestion]:
    for kind in ("answerable", "near_topic", "off_topic"):
        for question in read_questions(folder / f"{kind}.jsonl"):
            yield replace(question, id=f"{kind}-{question.id}")


def half_of(folder: Path, language: str | None, work: Path, library: Library) -> list[GoldenQuestion]:
    """Ingest half of a reading set's documents; questions about the others cannot be answered."""

    def own(row: dict[str, Any]) -> bool:
        return language is None or row["metadata"].get("lang") == language

    chance = random.Random(SEED)
    documents = [row for row in rows_of(folder / "corpus.jsonl") if own(row)]
    chance.shuffle(documents)
    kept = documents[: len(documents) // 2]
    half = work / "half"
    half.mkdir()
    (half / "corpus.jsonl").write_text("\n".join(map(json.dumps, kept)), encoding="utf-8")
    library.ingest(half)
    known = {document["_id"] for document in kept}
    about = relevant(folder / "qrels.tsv")
    questions = [
        GoldenQuestion(
            row["_id"],
            row["text"],
            "single" if about[row["_id"]] in known else "unanswerable",
            tuple(Gold("", answer) for answer in row["metadata"]["answers"]),
            "reading",
        )
        for row in rows_of(folder / "queries.jsonl")
        if own(row) and row["_id"] in about
    ]
    chance.shuffle(questions)
    return [
        question
        for answerable in (True, False)
        for question in [q for q in questions if q.answerable is answerable][:OF_EACH]
    ]


def relevant(file: Path) -> dict[str, str]:
    """The first relevant document of each query."""
    about: dict[str, str] = {}
    for judged in file.read_text(encoding="utf-8").splitlines()[1:]:
        query, document, _ = judged.split("\t")
        about.setdefault(query, document)
    return about


def rows_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(text) for text in file.read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    main()
