"""
What turning text into terms costs, and how well languages and sentences are told.

    python benchmarks/analysis.py [--shared FOLDER] [--json FILE]

speed: CPU seconds of one process, best of three, on Norwegian law (`data/law/no/lover`, up to 5 MB) cut into
pieces of 1,200 characters; warm: every word met before. word lists: compiled into an empty folder, opened.
languages: FLORES sentences (`data/langid-flores`; the marker lists were chosen with half of them) one, three
and ten at a time, and whole documents of `data/law` and `data/wiki`, from which front matter is cut.
sentences: FLORES sentences of one language joined by spaces; missed: borders not found, in percent.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from belegg.text.analysis import Analyser
from belegg.text.compounds import Splitter
from belegg.text.language import STEMMED, language_of
from belegg.text.normalise import normalise, normalise_document
from belegg.text.sentences import sentences
from belegg.text.word_lists import WordLists
from belegg.text.words import word_texts, words

PROJECT = Path(__file__).resolve().parent.parent
PIECE = 1_200
SPEED_BYTES = 5_000_000
NAME_SPACES = ("no", "sv", "da", "de", "fi")
FOLDERS = {
    "sv": "law/sv",
    "fi": "law/fi",
    "de": "law/de",
    "et": "law/et",
    "nb, nn": "law/no/lover",
    "nb": "wiki/digdir-docs-nb",
    "en": "wiki/sourcegraph-handbook",
}


def cpu_seconds(work: Callable[[], object], times: int = 3) -> float:
    """The least CPU time of some runs."""
    found = []
    for _ in range(times):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found)


def law_pieces(shared: Path) -> list[str]:
    text = ""
    for path in sorted((shared / "data/law/no/lover").glob("*.md")):
        text += normalise_document(path.read_text(encoding="utf-8"))[0]
        if len(text.encode()) > SPEED_BYTES:
            break
    return [text[at : at + PIECE] for at in range(0, len(text), PIECE)]


def speed(shared: Path) -> dict[str, float]:
    pieces = law_pieces(shared)
    megabytes = sum(len(piece.encode()) for piece in pieces) / 1e6
    analyser = Analyser()
    tokens = sum(len(word_texts(piece)) for piece in pieces)

    def analyse() -> None:
        for piece in pieces:
            analyser.passage_terms("Lov om noe", "Kapittel 1", piece, "nb")

    def each(work: Callable[[str], object]) -> float:
        return megabytes / cpu_seconds(lambda: [work(piece) for piece in pieces])

    cold = cpu_seconds(analyse, 1)
    warm = cpu_seconds(analyse)
    return {
        "normalise, MB/s": each(normalise),
        "words, MB/s": each(lambda piece: len(words(piece))),
        "sentences, MB/s": each(lambda piece: len(sentences(piece, "nb"))),
        "language, ms a text": 1000 * cpu_seconds(lambda: [language_of(p) for p in pieces[:500]]) / 500,
        "tokens a second, cold": tokens / cold,
        "tokens a second, warm": tokens / warm,
        "passages a second, warm": len(pieces) / warm,
    }


def splitting(shared: Path) -> dict[str, float]:
    """Words of eight letters and more split a second, by language, each word once."""
    vocabulary = {word for piece in law_pieces(shared) for word in word_texts(piece) if len(word) >= 8}
    splitter = Splitter("no", WordLists().of("no"))
    seconds = cpu_seconds(lambda: [splitter.parts(word) for word in vocabulary])
    split = sum(bool(splitter.parts(word)) for word in vocabulary)
    return {"words split a second": len(vocabulary) / seconds, "share split": split / len(vocabulary)}


def word_lists() -> dict[str, dict[str, float]]:
    with tempfile.TemporaryDirectory() as folder:
        return {space: word_list(space, Path(folder)) for space in NAME_SPACES}


def word_list(space: str, folder: Path) -> dict[str, float]:
    compiling = cpu_seconds(lambda: WordLists(folder).of(space), 1)
    opening = cpu_seconds(lambda: WordLists(folder).of(space))
    opened = WordLists(folder).of(space)
    asking = cpu_seconds(lambda: [f"ord{n}" in opened for n in range(20_000)])
    return {
        "words": len(opened),
        "compile, s": compiling,
        "open, ms": 1000 * opening,
        "look up, µs": 1e6 * asking / 20_000,
        "MB": WordLists(folder).path(space).stat().st_size / 1e6,
    }


def flores(shared: Path) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = defaultdict(list)
    for line in (shared / "data/langid-flores/sentences.jsonl").read_text(encoding="utf-8").splitlines():
        sentence = json.loads(line)
        texts[sentence["lang"]].append(sentence["text"].strip())
    return texts


def confusion(texts: dict[str, list[str]], together: int) -> dict[str, dict[str, int]]:
    table = {}
    for code, lines in texts.items():
        runs = [" ".join(lines[at : at + together]) for at in range(0, len(lines), together)]
        told = Counter(language_of(run).code or "undecided" for run in runs)
        table[code] = dict(told.most_common())
    return table


def wrong_and_undecided(table: dict[str, dict[str, int]]) -> tuple[float, float, float]:
    """Shares: wrong stemmer (or one where there is none), bokmål for nynorsk or the reverse, undecided."""
    total = sum(sum(told.values()) for told in table.values())
    stemmed = sum(sum(told.values()) for code, told in table.items() if code in STEMMED)
    wrong = written = undecided = 0
    for code, told in table.items():
        for found, times in told.items():
            if found == "undecided":
                undecided += times * (code in STEMMED)
            elif {code, found} == {"nb", "nn"}:
                written += times
            elif found != code:
                wrong += times
    return wrong / total, written / total, undecided / stemmed


def documents(shared: Path) -> dict[str, dict[str, int]]:
    table = {}
    for expected, folder in FOLDERS.items():
        told = Counter(
            language_of(text).code or "undecided" for text in without_front_matter(shared / "data" / folder)
        )
        table[f"{folder} ({expected})"] = dict(told.most_common())
    return table


def without_front_matter(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        yield text.split("\n---\n", 1)[-1] if text.startswith("---\n") else text


def missed_borders(texts: dict[str, list[str]]) -> dict[str, float]:
    found = {}
    for code, lines in texts.items():
        if code not in STEMMED:
            continue
        joined = " ".join(lines)
        ends = {span.end for span in sentences(joined, code)}
        at, missed = -1, 0
        for line in lines:
            at += len(line) + 1
            missed += at not in ends
        found[code] = 100 * missed / len(lines)
    return found


def measure(shared: Path) -> dict[str, Any]:
    texts = flores(shared)
    tables = {str(together): confusion(texts, together) for together in (1, 3, 10)}
    return {
        "speed": speed(shared),
        "compounds": splitting(shared),
        "word lists": word_lists(),
        "languages": tables,
        "languages, shares": {name: wrong_and_undecided(table) for name, table in tables.items()},
        "documents": documents(shared),
        "sentences, missed in percent": missed_borders(texts),
    }


def show(found: dict[str, Any]) -> None:
    for name in ("speed", "compounds", "sentences, missed in percent"):
        print(f"\n{name}")
        for key, value in found[name].items():
            print(f"  {key:28} {value:12,.2f}")
    print("\nword lists")
    for space, row in found["word lists"].items():
        print(f"  {space}  " + "  ".join(f"{key} {value:,.2f}" for key, value in row.items()))
    for together, table in found["languages"].items():
        wrong, written, undecided = found["languages, shares"][together]
        shares = f"wrong {wrong:.2%}, nb/nn {written:.2%}, undecided {undecided:.2%}"
        print(f"\nFLORES, {together} at a time: {shares}")
        for code, told in table.items():
            print(f"  {code}  " + "  ".join(f"{name} {times}" for name, times in told.items()))
    print("\ndocuments")
    for folder, told in found["documents"].items():
        print(f"  {folder:34} " + "  ".join(f"{name} {times}" for name, times in told.items()))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    shared = Path(os.environ.get("BELEGG_SHARED", PROJECT.parent / "shared"))
    parser.add_argument("--shared", type=Path, default=shared)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    found = measure(asked.shared)
    show(found)
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
