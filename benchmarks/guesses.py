"""
When a word that no document holds is a known one misspelt, and when another word, by what was mistyped.

    python benchmarks/guesses.py [--shared FOLDER] [--words N] [--seed N]

Of texts that stand in no library here, words in small letters that stand there twice at least: those that the
library holds are mistyped once at random and must find themselves again; those that it does not hold are real
words, and what search finds for them is another word (or a form of the same that no stemmer knows: a bound
from above). By what was mistyped and the letters of the term found: the share of the mistyped words that find
themselves so, the share of the real words that find something so, and the first over the second.
`answering/question/guessed.py` takes a word for a misspelling where that is large.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from answers import EVERYTHING, prepare
from belegg.library.library import Library
from belegg.seams import Reader
from belegg.search.concepts import want
from belegg.search.query import AskedWord
from belegg.search.settings import SearchSettings
from belegg.search.spellings import LETTERS, edits
from belegg.search.vocabulary import correct
from belegg.text.analysis import Analyser
from quality_sets import SHARED
from quality_typos import mistyped

PAIRS = (
    ("law", "norquad-nb", None, "no"),
    ("company", "norquad-nb", None, "no"),
    ("company", "xquad-crosslingual", "en", "en"),
    ("swequad", "swefaq-sv", None, "sv"),
)
"""A library, and the texts whose words are asked of it: folder, language, name space."""
KINDS = ("swapped", "too many", "missing", "changed", "first letter", "by trigrams")
LONGEST = 12
WORD = re.compile(r"(?<=[a-zæøåäö,] )[^\W\d_]{5,30}")

Found = set[tuple[str, int]]
"""What was mistyped, and the letters of the term found."""


@dataclass
class Counts:
    words: int = 0
    found: Counter[tuple[str, int]] = field(default_factory=Counter)

    def add(self, found: Found) -> None:
        self.words += 1
        self.found.update(found)

    def share(self, kind: str, letters: int) -> float:
        return self.found[kind, letters] / self.words


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--shared", type=Path, default=SHARED)
    parser.add_argument("--words", type=int, default=1500, help="of each kind and pair at most")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    misspelt, real = Counts(), Counts()
    for name, texts, language, space in PAIRS:
        words = list(words_of(given.shared / "data" / "retrieval" / texts / "corpus.jsonl", language))
        chance.shuffle(words)
        with (
            tempfile.TemporaryDirectory() as folder,
            Library.open(Path(folder) / "guesses.db", create=True) as library,
        ):
            prepare(name, given.shared / "data", Path(folder), library)
            with library.store.reading(EVERYTHING) as reader:
                count(words, space, reader, library.analyser, chance, given.words, misspelt, real)
    print(f"{misspelt.words:,} mistyped words, {real.words:,} real ones; mistyped / real = odds")
    for kind in KINDS:
        cells = (cell(kind, letters, misspelt, real) for letters in range(2, LONGEST + 1))
        print(f"{kind:13} " + "  ".join(cells))


def cell(kind: str, letters: int, misspelt: Counts, real: Counts) -> str:
    right, wrong = misspelt.share(kind, letters), real.share(kind, letters)
    odds = f"{right / wrong:.1f}" if wrong else "-"
    return f"{letters}: {right:.4f}/{wrong:.4f}={odds}"


def words_of(file: Path, language: str | None) -> Iterator[str]:
    rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    texts = (row["text"] for row in rows if language in (None, row["metadata"].get("lang")))
    counts = Counter(word for text in texts for word in WORD.findall(text) if word.islower())
    return (word for word in sorted(counts) if counts[word] > 1)


def count(
    words: list[str],
    space: str,
    reader: Reader,
    analyser: Analyser,
    chance: random.Random,
    most: int,
    misspelt: Counts,
    real: Counts,
) -> None:
    mistyped_before, real_before = misspelt.words, real.words
    for word in words:
        if analyser.is_small(word):
            continue
        term = analyser.word_term(word, space)
        found = instead_of(word, space, reader, analyser)
        if found is not None and real.words - real_before < most:
            real.add({(kind, size) for _, kind, size in found})
        elif found is None and misspelt.words - mistyped_before < most:
            typed = mistyped(word, LETTERS[space], chance)
            if typed != word and (instead := instead_of(typed, space, reader, analyser)) is not None:
                misspelt.add({(kind, size) for other, kind, size in instead if other == term})


def instead_of(
    word: str, space: str, reader: Reader, analyser: Analyser
) -> list[tuple[str, str, int]] | None:
    """What search takes instead of a word: term, what was mistyped, letters. None: the library holds it."""
    asked, settings = [AskedWord(word)], SearchSettings()
    wanted = want(asked, (space,), reader, analyser, settings.part_weight)
    if not wanted.is_unknown(0):
        return None
    _, unknown = correct(wanted, asked, (space,), reader, analyser, settings.neighbour_weight)
    if not unknown[0].instead:
        return []
    kinds: dict[str, set[str]] = {}
    for spelling in edits(word, LETTERS[space]):
        kinds.setdefault(kind_of(spelling, word), set()).add(spelling)
    terms = {kind: analyser.spelling_terms(spellings, space) for kind, spellings in kinds.items()}
    return [
        (term, kind, min(len(term.partition(":")[2]), LONGEST))
        for term in unknown[0].instead
        for kind in ([kind for kind in KINDS if term in terms.get(kind, ())] or ["by trigrams"])[:1]
    ]


def kind_of(spelling: str, word: str) -> str:
    if spelling[:1] != word[0]:
        return "first letter"
    if len(spelling) != len(word):
        return "too many" if len(spelling) < len(word) else "missing"
    return "swapped" if sorted(spelling) == sorted(word) else "changed"


if __name__ == "__main__":
    main()
