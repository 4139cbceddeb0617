"""
What a quotation check costs, and what it lets through.

    python benchmarks/quotes.py

CPU time of one plain call on texts of 2 MB (best of three; nothing prepared), and, over the cases of
tests/cases/quotes.jsonl, honest quotations refused and altered ones accepted: our rule and exact substring.
"""

from __future__ import annotations

import json
import random
import re
import time
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from belegg.text.quotes import check_quote

CASES = Path(__file__).resolve().parent.parent / "tests" / "cases" / "quotes.jsonl"
SIZE = 2_000_000


def prose(size: int, lines: bool = False) -> str:
    """Made-up prose with the word frequencies of a language: few words often, many words seldom."""
    chance = random.Random(11)
    syllables = [a + b for a in "bdfgklmnprstv" for b in "aeiouyæøå"]
    vocabulary = ["".join(chance.choices(syllables, k=1 + n % 4)) for n in range(6_000)]
    weights = [1 / (n + 2) for n in range(len(vocabulary))]
    words = chance.choices(vocabulary, weights, k=size // 5)
    for at in range(0, len(words), 17):
        words[at] = words[at].capitalize()
        words[at - 1] += "."
    if lines:
        for at in range(8, len(words), 9):
            words[at] += "-\n" + words[at][::-1] if at % 5 == 0 and words[at].isalpha() else "\n"
    return " ".join(words)[:size]


def cases() -> Iterator[tuple[str, str, str]]:
    """Name, source, quotation."""
    text, wrapped = prose(SIZE), prose(SIZE, lines=True)
    middle = text.index(" ", SIZE // 2) + 1
    quoted = text[middle : text.index(" ", middle + 300)]
    words = quoted.split()
    yield "found, exact", text, quoted
    yield "found, line breaks and quotation marks", text, "“" + "\n".join(words) + "”"
    yield (
        "found at the end, first letter recased",
        text,
        text[text.index(" ", SIZE - 400) + 1 :].swapcase()[:1]
        + (text[text.index(" ", SIZE - 400) + 2 : text.rindex(" ")]),
    )
    lines = wrapped[wrapped.index(".\n", middle) + 2 :]
    lines = lines[: lines.index(".", 500) + 1]
    yield "found, hyphens at line ends", wrapped, lines.replace("-\n", "").replace("\n", " ").strip()
    apart = unicodedata.normalize("NFD", text)[:SIZE]
    yield "found, decomposed source", apart, quoted
    yield "not found, decomposed source", apart, " ".join([*words[:20], "annerledes", *words[21:]])
    soft = re.sub(r"(?<=\w\w\w)(?=\w\w)", "\u00ad", text)[:SIZE]
    yield "found, soft hyphens everywhere", soft, quoted
    yield "not found, soft hyphens everywhere", soft, " ".join([*words[:20], "annerledes", *words[21:]])
    curly = text[: SIZE - 9] + " “slutt”."
    yield "not found, text with curly quotes", curly, " ".join([*words[:20], "annerledes", *words[21:]])
    yield "not found, one word changed", text, " ".join([*words[:20], "annerledes", *words[21:]])
    yield "not found, one word dropped", text, " ".join([*words[:20], *words[21:]])
    yield (
        "not found, nothing of it there",
        text,
        "Ingenting av dette finnes noe sted i teksten som er gitt her",
    )
    yield (
        "not found, common words",
        text,
        " ".join([max(set(text[:9999].split()), key=text[:9999].split().count)] * 3),
    )
    yield "found, one common word", text, words[3]
    yield "repeats, not found", "a " * (SIZE // 2), "a a a b"
    yield "repeats, not found, no border", "ab " * (SIZE // 3), "a b"
    yield "repeats, found late", "a " * (SIZE // 2 - 3) + "a b", "a  a b"
    yield "repeats with rare ends", ("a " * 1000 + "b ") * (SIZE // 2002), "a " * 1001 + "b"
    yield "numbers, not found", "13 days " * (SIZE // 8), "3 days"
    yield "letters without a space", "a" * SIZE, "a" * 50 + "b"
    yield "hyphens at every line end", "ab-\ncd " * (SIZE // 7), "abcd abce"
    yield "stars", "* " * (SIZE // 2), "* a *"
    yield "open brackets", "[" * SIZE, "[a](b)"
    yield "one line of bars", "| a " * (SIZE // 4), "a a b"
    yield "100 KB quotation, found", text, text[middle : text.index(" ", middle + 100_000)]
    yield (
        "100 KB quotation, line breaks",
        text,
        text[middle : text.index(" ", middle + 100_000)].replace(" ", "\n"),
    )
    long = text[middle : text.index(" ", middle + 100_000)].split()
    yield "100 KB quotation, last word changed", text, " ".join([*long[:-1], "annerledes"])
    yield "100 KB of one word", text, "a " * 50_000
    yield "pieces", text, f"{' '.join(words[:8])} […] {' '.join(words[12:20])} […] {' '.join(words[25:40])}"
    yield "a hundred marks of omission", text, " … ".join(words)


def milliseconds(source: str, quote: str) -> float:
    times = []
    for _ in range(3):
        begun = time.process_time()
        check_quote(source, quote)
        times.append(time.process_time() - begun)
        if times[-1] > 1:
            break
    return min(times) * 1000


def is_substring(row: dict[str, Any]) -> bool:
    return row["quote"] in row["source"]


def is_found(row: dict[str, Any]) -> bool:
    return check_quote(row["source"], row["quote"], row.get("furniture", ())).status != "not found"


def table() -> Iterator[tuple[str, int, int, int, int]]:
    """Rule, honest refused, honest, altered accepted, altered."""
    rows = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    rules: dict[str, Callable[[dict[str, Any]], bool]] = {"exact substring": is_substring, "belegg": is_found}
    honest = [row for row in rows if row["honest"]]
    altered = [row for row in rows if not row["honest"]]
    for name, accepts in rules.items():
        yield name, sum(not accepts(r) for r in honest), len(honest), sum(map(accepts, altered)), len(altered)


def main() -> None:
    print(f"{'case (2 MB unless told)':44}{'CPU ms':>10}  status")
    for name, source, quote in cases():
        status = check_quote(source, quote).status
        print(f"{name:44}{milliseconds(source, quote):10.1f}  {status}", flush=True)
    if CASES.exists():
        print(f"\n{'rule':20}{'honest refused':>20}{'altered accepted':>20}")
        for rule, refused, honest, accepted, altered in table():
            print(f"{rule:20}{f'{refused} of {honest}':>20}{f'{accepted} of {altered}':>20}")


if __name__ == "__main__":
    main()
