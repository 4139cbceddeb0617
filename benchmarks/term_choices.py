"""
What the choices behind the terms are worth: compounds, Finnish lemmas, literals, scripts without spaces.

    python benchmarks/term_choices.py [--shared FOLDER] [--set NAME …]

nDCG@10 and R@100 of a plain BM25 in memory (k1 1.2, b 0.6, title twice) over concepts: a concept scores the
best of its alternatives. A word is max(w, 0.3·~w), each part p of it one more concept 0.3·max(p, 0.3·~p), as
in the search; small words out. Postings: terms of all documents. Sets of `data/retrieval`, at most 400
questions of each by a fixed seed. `first rule`: the splitter as first measured (docs/decisions/0014).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from belegg.text import small_words
from belegg.text.compounds import SHORTEST_WORD, Splitter
from belegg.text.lemmas import ListLemmas
from belegg.text.normalise import normalise
from belegg.text.stems import Stems
from belegg.text.word_lists import WordLists
from belegg.text.words import holds_digit, word_texts

PROJECT = Path(__file__).resolve().parent.parent
SETS = {
    "swefaq-sv": "sv",
    "swequad-sv": "sv",
    "xquad-de": "de",
    "norquad-nb": "no",
    "tydiqa-fi": "fi",
    "xquad-zh": "=",
}
QUESTIONS = 400
PART_WEIGHT = 0.3
K1, B = 1.2, 0.6

LISTS, STEMS = WordLists(), Stems()

Form = Callable[[str], str]
Parts = Callable[[str], tuple[str, ...]]


@dataclass(frozen=True)
class Analysis:
    """One way to make terms: the form of a word, the parts of a compound, the weight of the literal."""

    form: Form
    parts: Parts = lambda _word: ()
    literal: float = 0.0


class FirstRule(Splitter):
    """The rule as first measured: no lists of ours, two parts before three, parts whole."""

    def parts(self, word: str) -> tuple[str, ...]:
        if len(word) < SHORTEST_WORD or not word.isalpha():
            return ()
        return self._pair(word) or self._three(word)

    def _ends(self, front: str, tail: str) -> bool:
        return self._is_known(tail)

    def _is_known(self, part: str) -> bool:
        return len(part) >= 4 and part in self._words

    def _with_linking_s(self, word: str, pair: tuple[str, ...]) -> tuple[str, ...]:
        return pair


def stemmed(space: str) -> Form:
    return cache(lambda word: word if space == "=" or holds_digit(word) else STEMS.stem(word, space))


def lemmatised(lemma: Form) -> Form:
    return cache(lambda word: word if holds_digit(word) else STEMS.stem(lemma(word).lower(), "fi"))


def analyses(space: str) -> Iterator[tuple[str, Analysis]]:
    """The ways to compare in a name space, by name."""
    if space == "=":
        yield "runs of characters", Analysis(str)
        yield "pairs and characters", Analysis(str)
        return
    stem = stemmed(space)
    yield "stems", Analysis(stem)
    if space == "fi":
        import simplemma

        known = LISTS.of("fi")
        yield "stems of dictionary lemmas", Analysis(lemmatised(lambda word: known.lemma(word) or word))
        yield (
            "stems of simplemma's lemmas",
            Analysis(lemmatised(lambda word: simplemma.lemmatize(word, "fi"))),
        )
        stem = lemmatised(ListLemmas(LISTS).lemma)
        yield "stems of our lemmas", Analysis(stem)
    yield "with literals at 0.2", Analysis(stem, literal=0.2)
    words = LISTS.of(space)
    yield "compounds, first rule", Analysis(stem, cache(FirstRule(space, words).parts))
    yield "compounds", Analysis(stem, cache(Splitter(space, words).parts))


@dataclass(frozen=True)
class RetrievalSet:
    documents: list[tuple[str, str, str]]
    questions: list[tuple[str, str]]
    relevant: dict[str, dict[str, int]]


def load(shared: Path, name: str) -> RetrievalSet:
    base, _, language = name.partition("-")
    folder = shared / "data/retrieval" / ("xquad-crosslingual" if base == "xquad" else name)
    mine = f"{language}-" if base == "xquad" else ""
    relevant: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        question, document, grade = line.split("\t")
        if int(grade) > 0:
            relevant[question][document] = int(grade)
    documents = [(r["_id"], r.get("title") or "", r["text"]) for r in rows(folder / "corpus.jsonl")]
    questions = [(r["_id"], r["text"]) for r in rows(folder / "queries.jsonl") if r["_id"] in relevant]
    questions = [question for question in questions if question[0].startswith(mine)]
    random.Random(1).shuffle(questions)
    return RetrievalSet(
        [document for document in documents if document[0].startswith(mine)], questions[:QUESTIONS], relevant
    )


def rows(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


class Index:
    """Postings of a set for one analysis."""

    def __init__(self, words: Sequence[tuple[list[str], list[str]]], analysis: Analysis) -> None:
        self.analysis = analysis
        self.postings: dict[str, dict[int, int]] = defaultdict(dict)
        lengths = [len(title) + len(body) for title, body in words]
        mean = sum(lengths) / len(lengths)
        self.norms = [K1 * (1 - B + B * length / mean) for length in lengths]
        for number, (title, body) in enumerate(words):
            counts: Counter[str] = Counter()
            for field, weight in ((title, 2), (body, 1)):
                for word in field:
                    for term in self._terms(word):
                        counts[term] += weight
            for term, times in counts.items():
                self.postings[term][number] = times

    def _terms(self, word: str) -> Iterator[str]:
        yield self.analysis.form(word)
        yield from ("~" + self.analysis.form(part) for part in self.analysis.parts(word))
        if self.analysis.literal:
            yield "=" + word

    def ranked(self, words: Iterable[str]) -> list[int]:
        """The hundred best documents."""
        scores: dict[int, float] = defaultdict(float)
        for concept in self._concepts(words):
            best: dict[int, float] = {}
            for term, weight in concept:
                for document, score in self._scores(term, weight):
                    best[document] = max(score, best.get(document, 0.0))
            for document, score in best.items():
                scores[document] += score
        return [document for document, _ in sorted(scores.items(), key=lambda hit: (-hit[1], hit[0]))[:100]]

    def _concepts(self, words: Iterable[str]) -> Iterator[list[tuple[str, float]]]:
        for word in words:
            term = self.analysis.form(word)
            yield [(term, 1.0), ("~" + term, PART_WEIGHT), ("=" + word, self.analysis.literal)]
            for part in map(self.analysis.form, self.analysis.parts(word)):
                yield [(part, PART_WEIGHT), ("~" + part, PART_WEIGHT**2)]

    def _scores(self, term: str, weight: float) -> Iterator[tuple[int, float]]:
        found = self.postings.get(term, {})
        idf = math.log(1 + (len(self.norms) - len(found) + 0.5) / (len(found) + 0.5))
        for document, times in found.items():
            yield document, weight * idf * times * (K1 + 1) / (times + self.norms[document])


def evaluate(data: RetrievalSet, index: Index, split: Callable[[str], list[str]]) -> tuple[float, float]:
    ndcg = recall = 0.0
    for question, text in data.questions:
        words = dict.fromkeys(split(text))
        asked = [word for word in words if not small_words.is_small(word)] or list(words)
        ranked = [data.documents[number][0] for number in index.ranked(asked)]
        grades = data.relevant[question]
        gain = sum(grades.get(d, 0) / math.log2(rank + 2) for rank, d in enumerate(ranked[:10]))
        ideal = sorted(grades.values(), reverse=True)[:10]
        ndcg += gain / sum(grade / math.log2(rank + 2) for rank, grade in enumerate(ideal))
        recall += sum(document in grades for document in ranked) / len(grades)
    return ndcg / len(data.questions), recall / len(data.questions)


def by_runs(text: str) -> list[str]:
    return [run for run in "".join(c if c.isalnum() else " " for c in normalise(text).lower()).split() if run]


def by_words(text: str) -> list[str]:
    return [word for word in word_texts(normalise(text)) if not word.startswith("§")]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    shared = Path(os.environ.get("BELEGG_SHARED", PROJECT.parent / "shared"))
    parser.add_argument("--shared", type=Path, default=shared)
    parser.add_argument("--set", action="append", choices=sorted(SETS), dest="sets")
    asked = parser.parse_args()
    for name in asked.sets or SETS:
        data = load(asked.shared, name)
        print(f"\n{name}: {len(data.documents):,} documents, {len(data.questions)} questions")
        for label, analysis in analyses(SETS[name]):
            split = by_runs if label == "runs of characters" else by_words
            words = [(split(title), split(text)) for _, title, text in data.documents]
            index = Index(words, analysis)
            ndcg, recall = evaluate(data, index, split)
            postings = sum(map(len, index.postings.values()))
            print(f"  {label:28} nDCG@10 {ndcg:.4f}  R@100 {recall:.4f}  postings {postings:,}")


if __name__ == "__main__":
    main()
