"""Real vectors of short texts, as many perturbed copies as are wanted, and libraries that hold them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np
import numpy.typing as npt

from belegg.models.e5.embedder import open_e5
from belegg.models.mean_direction import mean_direction
from belegg.records import EmbeddedPassage, PassageKey, VectorForm
from belegg.stores.engine.store import EngineStore
from belegg.stores.sqlite import SqliteStore
from belegg.testing import incoming
from quality_sets import SHARED

Vectors = npt.NDArray[np.float32]

MODEL = "e5"
WORDS, OF_EACH_SET, WANTED = 13, 9_000, 22_000
QUESTIONS_OF_EACH_SET = 30
TEXTS_AT_ONCE = 500
AT_ONCE = 10_000
NEARNESS = 0.95
LISTS = 10_000
COPIED = 4_000


def texts() -> tuple[list[str], list[str]]:
    """The first 13 words of sentences of the retrieval sets, in seven languages, each once; and questions."""
    found: dict[str, None] = {}
    questions: list[str] = []
    for folder in sorted((SHARED / "data/retrieval").iterdir()):
        corpus, asked = folder / "corpus.jsonl", folder / "queries.jsonl"
        if not corpus.exists():
            continue
        sentences = 0
        for line in corpus.open(encoding="utf-8"):
            cut = re.split(r"(?<=[.!?])\s+", json.loads(line)["text"])[:40]
            for sentence in (" ".join(each.split()[:WORDS]) for each in cut):
                if len(sentence) > 12:
                    found.setdefault(sentence)
            sentences += len(cut)
            if sentences > OF_EACH_SET:
                break
        of_set = [json.loads(line)["text"] for line in asked.open(encoding="utf-8")]
        random.Random(2).shuffle(of_set)
        questions += of_set[:QUESTIONS_OF_EACH_SET]
    passages = list(found)
    random.Random(1).shuffle(passages)
    return passages[:WANTED], questions


def real_vectors(folder: Path) -> tuple[Vectors, Vectors, Vectors]:
    """Those of the texts and the questions, and the mean: made once (some minutes), then read from there."""
    made, asked, mean = folder / "real.npy", folder / "queries.npy", folder / "mean.npy"
    embedder = open_e5()
    folder.mkdir(parents=True, exist_ok=True)
    if not mean.exists():
        np.save(mean, np.frombuffer(mean_direction(embedder), np.float32))
    if not made.exists() or not asked.exists():
        passages, questions = texts()
        np.save(asked, joined(embedder.queries(questions), embedder.dimension))
        starts = range(0, len(passages), TEXTS_AT_ONCE)
        parts = [embedder.passages(passages[start : start + TEXTS_AT_ONCE]) for start in starts]
        np.save(made, joined([vector for part in parts for vector in part], embedder.dimension))
    return np.load(made), np.load(asked), np.load(mean)


def joined(vectors: Sequence[bytes], dimension: int) -> Vectors:
    return np.frombuffer(b"".join(vectors), np.float32).reshape(-1, dimension)


def perturbed(real: Vectors, first: int, end: int) -> Vectors:
    """The vectors `first` to `end` of 4,000 real ones and their copies, each copy at a cosine of .95."""
    places = np.arange(first, end)
    vectors = real[places % COPIED]
    noise = np.random.default_rng(first).standard_normal(vectors.shape, dtype=np.float32)
    noise -= np.einsum("ij,ij->i", noise, vectors)[:, None] * vectors
    noise /= np.linalg.norm(noise, axis=1, keepdims=True)
    copies = np.float32(NEARNESS) * vectors + np.sqrt(np.float32(1 - NEARNESS**2)) * noise
    found: Vectors = np.where((places < COPIED)[:, None], vectors, copies)
    return found


def built(
    file: Path, number: int, vectors: Callable[[int, int], Vectors], mean: Vectors, form: VectorForm
) -> SqliteStore:
    """
    A library of so many passages of one word and one window each, in 10,000 documents at most, each under a
    list of its own. Made when it is not there.
    """
    there = file.exists()
    store = SqliteStore(file)
    if not there:
        each = max(1, number // LISTS)
        for start in range(0, number, AT_ONCE):
            with store.writing("benchmark") as writer:
                for first in range(start, min(start + AT_ONCE, number), each):
                    words = ["word"] * min(each, number - first)
                    access = [f"list{first // each}"]
                    writer.add(incoming(f"r/{first // each:05}", *words, access=access, original=False))
        embed(store, 0, number, vectors, mean, form)
    return store


def embed(
    store: EngineStore,
    first: int,
    end: int,
    vectors: Callable[[int, int], Vectors],
    mean: Vectors,
    form: VectorForm,
) -> None:
    """Give the passages at these places of arrival their vectors."""
    with store.writing("benchmark") as writer:
        writer.begin_vectors(MODEL, mean.size, form, mean.tobytes())
    for start in range(first, end, AT_ONCE):
        stop = min(start + AT_ONCE, end)
        rows = [
            EmbeddedPassage(
                PassageKey(1 + place),
                [blake2b(str(place).encode(), digest_size=16).digest()],
                [vector.tobytes()],
            )
            for place, vector in enumerate(vectors(start, stop), start)
        ]
        with store.writing("benchmark") as writer:
            if writer.add_vectors(MODEL, rows) != len(rows):
                raise RuntimeError("the passages are not numbered as this benchmark takes them to be")
