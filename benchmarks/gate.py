"""
The relevance gate's two curves on real collections: law, UN reports and a wiki.

    python benchmarks/gate.py                        # all three, into a temporary folder; embeds them first
    python benchmarks/gate.py --set law --keep DIR   # libraries are kept in DIR and used again
    python benchmarks/gate.py --set wiki --every 6   # of the files that no question is about only every 6th

Each collection is ingested and embedded with the offline default, then asked its own answerable questions,
and as unanswerable ones those of the other collections and of `data/gate`. First what `belegg calibrate`
prints; then, for two floors (the default, and the one that keeps 95 % of the answerable questions), what of
each class is stopped: by the gate, of the questions in a language of the documents (the others have no
floor), and in brackets by that floor on the cosine alone, of all. Needs BELEGG_SHARED; embedding takes time.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from belegg.evaluation.curves import Asked, area
from belegg.evaluation.golden import GoldenQuestion, read_questions
from belegg.library.library import Library
from belegg.records.gate import EVERY
from belegg.serving.cli.calibrating import show

PROJECT = Path(__file__).resolve().parent.parent
SETS = ("law", "un", "wiki")
DEFAULT = 0.82
KEPT_PERCENT = 95


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    shared = os.environ.get("BELEGG_SHARED", str(PROJECT.parent / "shared"))
    parser.add_argument("--shared", type=Path, default=Path(shared))
    parser.add_argument("--set", action="append", dest="sets", choices=SETS)
    parser.add_argument("--keep", type=Path, help="keep the libraries in this folder, and use those there")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of UN and wiki, every N-th file")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    data = arguments.shared / "data"
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.sets or SETS:
            file = (arguments.keep or Path(folder)) / f"{name}.db"
            if not file.exists():
                embedded(name, data, file, Path(folder), arguments.every)
            rows += list(measured(name, data, file))
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")


def embedded(name: str, data: Path, file: Path, work: Path, every: int) -> None:
    """Ingest and embed a collection, as a user would; of its files every N-th and those asked about."""
    folder = work / name
    if name == "law":
        folder.mkdir()
        for act in (data / "gate" / "law-acts.txt").read_text(encoding="utf-8").lower().split():
            shutil.copy(data / "law" / "no" / "lover" / f"{act}.md", folder)
    else:
        folder = thinned(data / {"un": "un-reports", "wiki": "wiki"}[name], folder, every)
    for command in (["ingest", str(folder), "--no-originals"], ["embed"]):
        subprocess.run(
            [sys.executable, "-m", "belegg", *command, "--library", str(file)],
            check=command[0] == "embed",
            stdout=subprocess.DEVNULL,
        )


def thinned(source: Path, folder: Path, every: int) -> Path:
    """A folder with every N-th file of a source and those that its questions are about; all: the source."""
    if every == 1:
        return source
    asked = read_questions(source / "questions.jsonl")
    about = {gold.document for question in asked for gold in question.gold}
    files = sorted(file for file in source.rglob("*") if file.is_file())
    for number, file in enumerate(files):
        name = file.relative_to(source)
        if number % every == 0 or name.as_posix() in about:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, folder / name)
    return folder


def questions(name: str, data: Path) -> Iterator[tuple[str, bool, GoldenQuestion]]:
    """Class, whether the collection answers it, question. What is asked elsewhere is unanswerable here."""
    own = {
        "law": data / "law" / "no" / "questions.jsonl",
        "un": data / "un-reports" / "questions.jsonl",
        "wiki": data / "wiki" / "questions.jsonl",
    }
    for other, file in own.items():
        for question in read_questions(file):
            here = other == name and question.answerable
            unanswered = "own, no answer" if other == name else f"of {other}"
            yield "answerable" if here else unanswered, here, question
    kinds = ("answerable", "near_topic", "off_topic") if name == "law" else ("off_topic",)
    for kind in kinds:
        for question in read_questions(data / "gate" / f"{kind}.jsonl"):
            yield kind, kind == "answerable", question


def measured(name: str, data: Path, file: Path) -> Iterator[dict[str, object]]:
    told = list(questions(name, data))
    kinds = {question.text: kind for kind, _, question in told}
    with Library.open(file) as library, tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{good}.jsonl" for good in (True, False)]
        for good, written in zip((True, False), files, strict=True):
            rows = [{"question": question.text} for _, here, question in told if here is good]
            written.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        found = library.calibrate(*files, keep=False)
    show(found, kept=False)
    asked = [replace(each, kind=kinds[each.question]) for each in found.asked[EVERY]]
    answerable = [each for each in asked if each.answerable]
    unanswerable = [each for each in asked if not each.answerable]
    floors = {
        "default": DEFAULT,
        f"keeps {KEPT_PERCENT} %": float(
            np.percentile([each.best() for each in answerable], 100 - KEPT_PERCENT)
        ),
    }
    whole = area(answerable, unanswerable)
    print(f"\n{name}: area {whole.value:.3f} ({whole.low:.3f} to {whole.high:.3f}), best cosines")
    print(
        "class            n spoken        p5/p50/p95   stopped by the gate of those spoken (by cosine of all)"
    )
    for kind in dict.fromkeys(each.kind for each in asked):
        part = [each for each in asked if each.kind == kind]
        yield row(name, kind, part, floors)


def row(name: str, kind: str, part: Sequence[Asked], floors: dict[str, float]) -> dict[str, object]:
    best = [each.best() for each in part]
    spoken = [each for each in part if each.spoken]
    cells = []
    numbers: dict[str, object] = {}
    for called, floor in floors.items():
        gated, plain = sum(each.reach() < floor for each in spoken), sum(score < floor for score in best)
        cells.append(f"{called} {floor:.3f}: {gated} of {len(spoken)} ({plain} of {len(best)})")
        numbers[called] = {"floor": floor, "gate": gated, "cosine": plain}
    spread = "/".join(f"{np.percentile(best, at):.3f}" for at in (5, 50, 95))
    print(f"{kind:14} {len(part):>4} {len(spoken):>6} {spread:>17}   {'   '.join(cells)}", flush=True)
    return {"set": name, "kind": kind, "n": len(part), "spoken": len(spoken), "floors": numbers}


if __name__ == "__main__":
    main()
