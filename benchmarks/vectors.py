"""
Search by vectors: speed, what signs miss, memory, writing, and who may read.

    OPENBLAS_NUM_THREADS=1 python benchmarks/vectors.py              real vectors, 100,000 windows
    OPENBLAS_NUM_THREADS=1 python benchmarks/vectors.py --million    1,000,000 as well (some 10 minutes)
    … --folder FOLDER --json FILE

The vectors are e5's, 384 numbers, of 22,000 short texts out of the retrieval sets, and of 300 questions to
them; they are made once and kept in the folder. Larger libraries hold 4,000 of them and copies at a cosine of
.95. A document is 1/10,000 of a library and stands under a list of its own; `10 % readable` asks as the
holder of every tenth list. The mean that is taken off before signs are taken is that of `mean_direction`.

Figures are CPU ms of one process, the median of all questions, ten passages asked for; beside them, question
by question in turn, numpy's own way: one product of all vectors as 32-bit numbers with the question, and
`argpartition`. `kept`: the share of the exact ten best that are found. `first`: the first question of a
process that has opened the library, searched by words and filled SQLite's cache of pages; memory (RssAnon) is
what 50 questions add to that.
Exit code 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import numpy as np

from belegg.records import OWNER, Alternative, Concept, Principal, Scope, VectorForm
from belegg.stores.engine.sizes import Sizes
from belegg.stores.sqlite import SqliteStore
from belegg.testing import incoming
from vectors_sets import LISTS, Vectors, built, embed, perturbed, real_vectors

LIMIT = 10
LARGE, MILLION = 100_000, 1_000_000
ADDED = 1_000
FILLING = 100_000
ALL = Scope(OWNER)
TENTH = Scope(Principal.signed_in("holder", [f"list{n}" for n in range(0, LISTS, 10)]))
WORD = [Concept("word", (Alternative(("en:word",), 1.0),))]
BARS = {
    "100,000 float32": ("ms", 25.0),
    "100,000 int8": ("ms", 40.0),
    "1,000,000 signs": ("ms", 40.0),
    "real, signs": ("kept", 0.97),
}
MOST_MB = 60.0

Figures = dict[str, float]


def cpu_ms(call: Callable[..., object], *given: object) -> float:
    started = time.process_time_ns()
    call(*given)
    return (time.process_time_ns() - started) / 1e6


def asked(store: SqliteStore, question: Vectors, scope: Scope = ALL, limit: int = LIMIT) -> list[int]:
    """Keys of the passages found."""
    with store.reading(scope) as reader:
        return [candidate.key for candidate in reader.by_vector(question.tobytes(), limit)]


def plain(vectors: Vectors, question: Vectors) -> list[int]:
    """Numpy's own way; places count from 0, keys from 1."""
    scores = vectors @ question
    best = np.argpartition(scores, scores.size - LIMIT)[-LIMIT:]
    return (1 + best[np.argsort(-scores[best])]).tolist()  # type: ignore[no-any-return]


def compared(store: SqliteStore, vectors: Vectors | None, questions: Vectors) -> Figures:
    """Median times, beside numpy's where the vectors are at hand, and the share of its ten best found."""
    asked(store, questions[0])
    ours, theirs, kept = [], [], []
    for question in questions:
        ours.append(cpu_ms(asked, store, question))
        if vectors is not None:
            theirs.append(cpu_ms(plain, vectors, question))
            found = set(asked(store, question))
            kept.append(len(found & set(plain(vectors, question))) / LIMIT)
    figures = {"ms": statistics.median(ours), "p95": percentile(ours, 95)}
    if vectors is not None:
        figures |= {"numpy ms": statistics.median(theirs), "kept": statistics.mean(kept)}
        figures["ratio"] = figures["ms"] / figures["numpy ms"]
    return figures


def percentile(values: Sequence[float], percent: int) -> float:
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]


def with_scopes(store: SqliteStore, questions: Vectors) -> Figures:
    """Other scopes and limits."""
    asked(store, questions[0], TENTH)
    return {
        "10 % readable ms": statistics.median([cpu_ms(asked, store, q, TENTH) for q in questions]),
        "@400 ms": statistics.median([cpu_ms(asked, store, q, ALL, 400) for q in questions]),
    }


def first_question(file: Path, folder: Path) -> Figures:
    """In a process of its own: CPU of the first question, and the memory that 50 add."""
    command = [sys.executable, __file__, "--first", str(file), "--folder", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    figures: Figures = json.loads(done.stdout)
    return figures


def tell_first(file: Path, folder: Path) -> None:
    questions = np.load(folder / "queries.npy")
    with closing(SqliteStore(file)) as store:
        with store.reading(ALL) as reader:
            keys = [candidate.key for candidate in reader.by_words(WORD, FILLING)]
            reader.passages(keys)
        before = anonymous_mb()
        first = cpu_ms(asked, store, questions[0])
        for question in questions[:50]:
            asked(store, question)
        print(json.dumps({"first ms": first, "added MB": anonymous_mb() - before}))


def anonymous_mb() -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon")) / 1024


def written(
    store: SqliteStore, vectors: Callable[[int, int], Vectors], mean: Vectors, question: Vectors
) -> Figures:
    """A thousand more vectors, and the question after; one document forgotten, and the question after."""
    with store.writing("benchmark") as writer:
        head = writer.add(incoming("r/more", *["word"] * ADDED, original=False))
    (model,) = store.vector_models()
    with store.reading(ALL) as reader:
        first = reader.keys_of(head.id)[0] - 1
    asked(store, question)
    figures = {
        "add 1,000 ms": cpu_ms(embed, store, first, first + ADDED, vectors, mean, model.store),
        "question after ms": cpu_ms(asked, store, question),
    }
    figures["forget ms"] = cpu_ms(store.forget, head.id)
    figures["question after it ms"] = cpu_ms(asked, store, question)
    return figures


def of_real(folder: Path, real: Vectors, questions: Vectors, mean: Vectors) -> dict[str, Figures]:
    """What bytes and signs cost on real vectors."""
    found = {}
    for form in ("float32", "int8"):
        file = folder / f"real-{form}.db"
        built(file, len(real), lambda first, end: real[first:end], mean, form).close()
        with closing(SqliteStore(file)) as store:
            found[f"real, {form}"] = compared(store, real, questions)
    for many in (200, 400, 800, 1_600):
        with closing(
            SqliteStore(folder / "real-int8.db", sizes=Sizes(exact_windows=0, candidates=many))
        ) as store:
            found[f"real, signs, {many} candidates"] = compared(store, real, questions)
    found["real, signs"] = found[f"real, signs, {Sizes().candidates} candidates"]
    return found


def of_size(
    folder: Path, number: int, real: Vectors, questions: Vectors, mean: Vectors, form: VectorForm
) -> Figures:
    file = folder / f"{number}-{form}.db"
    vectors = partial(perturbed, real)
    every = (
        np.concatenate([vectors(n, n + 10_000) for n in range(0, number, 10_000)])
        if number <= LARGE
        else None
    )
    built(file, number, vectors, mean, form).close()
    figures: Figures = {"bytes a window": file.stat().st_size / number}
    with closing(SqliteStore(file)) as store:
        figures |= compared(store, every, questions) | with_scopes(store, questions[:50])
    if every is not None:
        with closing(SqliteStore(file, sizes=Sizes(exact_windows=0))) as store:
            by_signs = compared(store, every, questions)
        figures |= {f"by signs {name}": by_signs[name] for name in ("ms", "kept")}
    figures |= first_question(file, folder)
    with closing(SqliteStore(file)) as store:
        figures |= written(store, vectors, mean, questions[0])
    return figures


def missed(figures: dict[str, Figures]) -> list[str]:
    """The bars that are not met, in words."""
    told = []
    for name, (measure, bar) in BARS.items():
        value = figures.get(name, {}).get(measure)
        if value is not None and (value < bar if measure == "kept" else value > bar):
            told.append(f"{name}: {measure} {value:.3f}, bar {bar}")
    added = figures.get("1,000,000 signs", {}).get("added MB", 0)
    return [*told, f"1,000,000 signs: {added:.0f} MB, bar {MOST_MB:.0f}"] if added > MOST_MB else told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir(), "belegg-vectors"))
    parser.add_argument("--million", action="store_true")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--first", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.first:
        tell_first(given.first, given.folder)
        return
    real, questions, mean = real_vectors(given.folder)
    figures = of_real(given.folder, real, questions, mean)
    for form in ("float32", "int8"):
        figures[f"100,000 {form}"] = of_size(given.folder, LARGE, real, questions[:100], mean, form)
    if given.million:
        figures["1,000,000 signs"] = of_size(given.folder, MILLION, real, questions[:100], mean, "int8")
    for name, each in figures.items():
        print(f"{name}: " + ", ".join(f"{what} {value:.4g}" for what, value in each.items()))
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1))
    told = missed(figures)
    print("\n".join(told) or "every bar is met")
    sys.exit(bool(told))


if __name__ == "__main__":
    main()
