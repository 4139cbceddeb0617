"""
What keeping answers costs: keeping one, reading one back, verifying one, an ingest that looks through them.

    python benchmarks/stored_runs.py [--runs 1000]

Answers without a model to questions of the demo company, kept again and again; CPU time of this process, the
median, in milliseconds. `ingest` is one that changes a document which many of them quote.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

from belegg import Library
from belegg.records import OWNER, Answer, Scope

COMPANY = Path(__file__).resolve().parent.parent / "examples" / "company"
QUESTIONS = COMPANY.parent / "company.questions.jsonl"
AT = "2026-03-01T10:00:00Z"


def taking(what: Callable[[], object]) -> float:
    """CPU seconds of a call, as milliseconds."""
    started = process_time()
    what()
    return 1000 * (process_time() - started)


def kept(library: Library, question: str, answer: Answer) -> None:
    library.keep_answer(answer, Scope(OWNER), question=question, started_at=AT, took_s=0.1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000)
    wanted = parser.parse_args()
    questions = [json.loads(line)["question"] for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "company"
        shutil.copytree(COMPANY, folder)
        with Library.open(Path(place) / "belegg.db", create=True) as library:
            library.ingest(folder)
            answers = [(question, library.ask(question, Scope(OWNER))) for question in questions]
            asked = [answers[number % len(answers)] for number in range(wanted.runs)]
            told = {"keep": [taking(partial(kept, library, *each)) for each in asked]}
            ids = [head.id for head in library.stored_runs(OWNER)][:200]
            told["list"] = [taking(partial(library.stored_runs, OWNER)) for _ in range(5)]
            told["read"] = [taking(partial(library.stored_run, id, OWNER)) for id in ids]
            told["verify"] = [taking(partial(library.verify, id, OWNER)) for id in ids]
            page = max(folder.rglob("*.md"), key=lambda path: path.stat().st_size)
            page.write_text("# New\n\nNothing of it is left.\n", encoding="utf-8")
            told["ingest"] = [taking(partial(library.ingest, folder))]
            sizes = library.store._database.rows("SELECT avg(record_bytes), avg(length(record)) FROM turns")[
                0
            ]
            unheld = len(library.unheld())
    for name, each in told.items():
        print(f"{name:<8} {median(each):8.1f} ms ({len(each)})")
    stored = f"{sizes[0]:,.0f} bytes each, {sizes[1]:,.0f} in the file"
    print(f"{wanted.runs} runs, {stored}; {unheld} hold no longer")


if __name__ == "__main__":
    main()
