"""
How often the checks of figures, dates and names refuse what is true, and let through what is not.

    python benchmarks/figures_checked.py [--shared FOLDER] [--documents 10] [--sentences 40] [--show]

True sentences are made by rule from sentences of real documents (seed 7), each quoting its original whole:

    as quoted    its own words
    dates        every date written another way (`1 May 2024`, `2024-05-01`, `1. mai 2024`, `1.5.2024`)
    thousands    `1,234` as `1 234`, `1.234` or `1234`, by the language of a frame around it
    framed       after its document's title and date, the date written another way
    words        numbers up to twelve in words of its language, and words as digits

Of questions with known quotations (company, UN reports, wiki, Norwegian acts), the quotation is said alone,
behind the words of its question where both are in one language, and as the whole sentence that it stands in.
Few of these quotations are sentences: the doubts on what they leave out are counted, rightly so or not.
another line: sentences that are refused because another line of the
passage says another figure. not asked for: those that pass on an address, a number or a request.

refused: sentences with a failure of a figure, a date or a name; doubted: with a doubt and no failure. False
sentences: one number, or one date, of the sentence is another. let through: those without a failure.
Terse: a document's title, the first four words of a sentence and one figure of it; what other checks say of
that is not counted. Swapped: a line with the figure of another line of its passage, which is quoted (at most
150 of a set).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, permutations
from pathlib import Path

import regex

from belegg.answering.checks import Proof, prove
from belegg.answering.checks.validity import Validity
from belegg.answering.draft import Draft, DraftSentence
from belegg.reading import read
from belegg.reading.passages import cut
from belegg.records import OWNER, Claim, Document, Passage, Scope
from belegg.testing.shelf import ANALYSER, Shelf
from belegg.text.as_read import as_read
from belegg.text.figures import Day, Figure, days_in, figures_in, same_unit
from belegg.text.figures.words import numerals
from belegg.text.quotes import check_quote
from belegg.text.quotes.sentence import beginning_of, end_of
from belegg.text.sentences import sentences

PROJECT = Path(__file__).resolve().parent.parent
SEED = 7
DAY = "2026-11-30"
"""The day that counts as today for the validity of what is quoted."""
LINE, NOT_ASKED = "from a line on something else", "the question does not ask for it"
MOST_SWAPPED = 150
SHORTEST, LONGEST = 40, 500  # characters of a sentence
_MONTHS = {
    "nb": "januar februar mars april mai juni juli august september oktober november desember",
    "en": "January February March April May June July August September October November December",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fi": "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta "
    "lokakuuta marraskuuta joulukuuta",
}
MONTHS = {language: names.split() for language, names in _MONTHS.items()}


@dataclass(frozen=True)
class Original:
    """A sentence of a document that holds a figure, a date or a name."""

    document: Document
    quotation: str
    plain: str

    @property
    def language(self) -> str:
        return self.document.language or "en"

    @property
    def date(self) -> str:
        return self.document.fact("published") or self.document.fact("updated") or ""


Made = Callable[[Original, random.Random], str | None]
"""The sentence that is said of an original, or None where it has nothing to change."""


def as_quoted(original: Original, chance: random.Random) -> str | None:
    return original.plain


def other_dates(original: Original, chance: random.Random) -> str | None:
    days = [day for day in days_in(original.plain) if len(day.forms) == 1 and None not in day.forms[0]]
    text = original.plain
    for day in reversed(days):
        text = text[: day.span.start] + _written(day, chance) + text[day.span.end :]
    return text if days else None


def _written(day: Day, chance: random.Random) -> str:
    year, month, number = day.forms[0]
    assert year is not None
    assert month is not None
    language = chance.choice(["iso", "dots", *MONTHS])
    if language == "iso":
        return f"{year}-{month:02}-{number:02}"
    if language == "dots":
        return f"{number}.{month}.{year}"
    stop = "" if language in ("en", "sv") else "."
    return f"{number}{stop} {MONTHS[language][month - 1]} {year}"


def other_thousands(original: Original, chance: random.Random) -> str | None:
    figures = [
        figure
        for figure in figures_in(original.plain, [original.language])
        if figure.value >= 1000 and figure.scale == 1 and not figure.is_year and not figure.in_words
        if figure.value == int(figure.value)
        if regex.fullmatch(r"\d{1,3}(?:[., \u00a0]\d{3})+|\d{4,}", figure.digits)
    ]
    text = original.plain
    for figure in reversed(figures):
        at = original.plain.index(figure.digits, figure.span.start)
        grouped = f"{int(figure.value):,}"
        mark = chance.choice([" ", "\u00a0", "", "," if original.language == "en" else "."])
        text = text[:at] + grouped.replace(",", mark) + text[at + len(figure.digits) :]
    return text if figures else None


def in_words(original: Original, chance: random.Random) -> str | None:
    known = numerals(original.language) if original.language in ("nb", "nn", "sv", "en", "de", "fi") else None
    if known is None:
        return None
    names = {value: word for word, value in reversed(list(known.small.items())) if 2 <= value <= 12}
    text, changed = original.plain, False
    for figure in reversed(figures_in(original.plain, [original.language])):
        at, end = figure.span.start, figure.span.start + len(figure.digits)
        if figure.in_words and not figure.is_one and figure.scale == 1 and " " not in figure.text:
            text, changed = text[:at] + figure.digits + text[figure.span.end :], True
            if figure.unit:
                return None
        elif (
            text[at:end] == figure.digits
            and figure.value in names
            and figure.unit in ("day", "month", "year")
        ):
            text, changed = text[:at] + names[int(figure.value)] + text[end:], True
    return text if changed else None


def other_number(original: Original, chance: random.Random) -> str | None:
    """False: one figure is another."""
    figures = [f for f in figures_in(original.plain, [original.language]) if _may_change(f, original.plain)]
    if not figures:
        return None
    figure = chance.choice(figures)
    place = original.plain.index(figure.digits, figure.span.start)
    digit = chance.choice([n for n, char in enumerate(figure.digits) if char.isdecimal()])
    other = chance.choice([d for d in "123456789" if d != figure.digits[digit]])
    changed = figure.digits[:digit] + other + figure.digits[digit + 1 :]
    return original.plain[:place] + changed + original.plain[place + len(figure.digits) :]


def _may_change(figure: Figure, text: str) -> bool:
    """Not in words, no number of a reference or enumeration."""
    before, after = text[: figure.span.start].rstrip(), text[figure.span.end :]
    is_mark = not before and after[:1] in (".", ")")
    return not figure.in_words and len(figure.digits) > 1 and before[-1:] not in ("§", "(") and not is_mark


def other_day(original: Original, chance: random.Random) -> str | None:
    """False: one date is another."""
    days = [day for day in days_in(original.plain) if len(day.forms) == 1 and None not in day.forms[0]]
    if not days:
        return None
    day = chance.choice(days)
    year, month, number = day.forms[0]
    other = Day(day.span, day.text, ((year, month, (number or 0) % 28 + 1),))
    return original.plain[: day.span.start] + _written(other, chance) + original.plain[day.span.end :]


def framed(original: Original, chance: random.Random) -> str | None:
    """The sentence, in a frame that names its document and the date of it, in a language by chance."""
    day = next((day for day in days_in(original.date) if None not in day.forms[0]), None)
    if day is None:
        return None
    written = _written(day, chance)
    by = chance.choice(["According to", "Ifølge", "Enligt", "Laut"])
    return f"{by} {original.document.title}, {written}: {original.plain}"


def terse(original: Original, chance: random.Random) -> str | None:
    """What a short answer says: what it is about, and the figure."""
    figures = [figure for figure in figures_in(original.plain, [original.language]) if figure.unit]
    beginning = " ".join(original.plain.split()[:4])
    return f"{original.document.title}: {beginning} {chance.choice(figures).text}" if figures else None


TRUE: dict[str, Made] = {
    "as quoted": as_quoted,
    "framed": framed,
    "dates": other_dates,
    "thousands": other_thousands,
    "words": in_words,
}
FALSE: dict[str, Made] = {"other number": other_number, "other date": other_day}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--shared", type=Path, default=Path(os.environ.get("BELEGG_SHARED", "/nowhere")))
    asked.add_argument("--documents", type=int, default=10)
    asked.add_argument("--sentences", type=int, default=40)
    asked.add_argument("--show", action="store_true")
    given = asked.parse_args()
    for name, files in sets(given.shared, given.documents):
        measure(name, files, given.sentences, given.show)
    for name, questions in asked_of(given.shared):
        measure_asked(name, questions, given.show)


def sets(shared: Path, most: int) -> Iterator[tuple[str, list[Path]]]:
    company = sorted((PROJECT / "examples" / "company").rglob("*.md"))
    yield "company", company
    for name, folder, kind in (
        ("UN reports", shared / "data" / "un-reports", "*.pdf"),
        ("law no", shared / "data" / "law" / "no" / "lover", "*.md"),
        ("law sv", shared / "data" / "law" / "sv", "**/*.md"),
        ("law fi", shared / "data" / "law" / "fi", "**/*.md"),
        ("law de", shared / "data" / "law" / "de", "*.md"),
    ):
        files = sorted(folder.glob(kind))
        if files:
            yield name, random.Random(SEED).sample(files, min(most, len(files)))


def measure(name: str, files: list[Path], of_each: int, show: bool) -> None:
    shelf, originals, passages = Shelf(), list[Original](), list[tuple[Document, Passage]]()
    for file in files:
        found = read(file.read_bytes(), file.name, "documents")
        parts = cut(found.document, found.profile)
        shelf.put_document(found.document, parts)
        originals += chosen(found.document, of_each)
        passages += ((found.document, part) for part in parts)
    print(f"{name}: {len(files)} documents, {len(originals):,} sentences")
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    began = time.process_time()
    for kind, made in (*TRUE.items(), *FALSE.items()):
        for original in originals:
            said = made(original, random.Random(f"{SEED}{original.plain}"))
            if said is None or (kind in FALSE and said == original.plain):
                continue
            proof = proved(shelf, original, said)
            of_figures = [f for f in proof.failures if not f.startswith("“")]
            outcome = "refused" if of_figures else "doubted" if proof.doubts else "held"
            counted[kind][outcome if proof.quotes else "not quoted"] += 1
            counted[kind][LINE] += any(LINE in failure for failure in of_figures)
            if show and (of_figures or proof.doubts) if kind in TRUE else show and outcome != "refused":
                print(f"  {kind}: {said}\n    {(*proof.failures, *proof.doubts)}")
    took = time.process_time() - began
    for kind, counts in counted.items():
        total = counts["refused"] + counts["doubted"] + counts["held"]
        shares = {
            o: f"{counts[o]:,} ({counts[o] / max(total, 1):.1%})" for o in ("refused", "doubted", "held")
        }
        told = (
            f"refused {shares['refused']}, doubted {shares['doubted']}"
            if kind in TRUE
            else f"let through {counts['held'] + counts['doubted']:,}, of them doubted {counts['doubted']:,}"
        )
        beside = f"another line {counts[LINE]}  (not quoted: {counts['not quoted']})"
        print(f"  {kind:13} {total:6,}  {told}, {beside}")
    measure_terse(shelf, originals, show)
    measure_swapped(shelf, passages)
    every = sum(sum(counts.values()) - counts[LINE] for counts in counted.values())
    print(f"  {took / max(every, 1) * 1000:.1f} ms of CPU a sentence, the reading of its document included")


def measure_terse(shelf: Shelf, originals: list[Original], show: bool) -> None:
    counted: Counter[str] = Counter()
    for original in originals:
        if said := terse(original, random.Random(f"{SEED}{original.plain}")):
            failures = proved(shelf, original, said).failures
            counted["said"] += 1
            counted[LINE] += (is_other := any(LINE in failure for failure in failures))
            if show and is_other:
                print(f"  terse: {said}\n    {failures}")
    print(f"  {'terse':13} {counted['said']:6,}  another line {counted[LINE]}")


def measure_swapped(shelf: Shelf, passages: list[tuple[Document, Passage]]) -> None:
    """How many lines with the figure of another line, which is quoted, are let through."""
    counted: Counter[str] = Counter()
    for original, said in islice((two for one in passages for two in swapped(*one)), MOST_SWAPPED):
        proof = proved(shelf, original, said)
        counted["quoted"] += bool(proof.quotes)
        counted["let through"] += bool(proof.quotes) and not proof.failures
        counted[LINE] += any(LINE in failure for failure in proof.failures)
    told = f"let through {counted['let through']}, another line {counted[LINE]}"
    print(f"  {'swapped':13} {counted['quoted']:6,}  {told}")


def swapped(document: Document, passage: Passage) -> Iterator[tuple[Original, str]]:
    """Each line of a passage with one figure that has a unit, with that of each other such line."""
    language = document.language or "en"
    lines = [passage.text[span.start : span.end] for span in sentences(passage.text, language)]
    told = [(line, figures_in(line, [language])) for line in lines if not line.startswith(("#", "|---"))]
    single = [(line, have[0]) for line, all in told if len(have := [f for f in all if f.unit]) == 1]
    for (line, own), (other, its) in permutations(single, 2):
        if same_unit(own.unit, its.unit) and not set(own.values) & set(its.values):
            yield Original(document, other, other), line[: own.span.start] + its.text + line[own.span.end :]


def chosen(document: Document, most: int) -> list[Original]:
    """Sentences of a document with a figure, a date, or a capital inside, by chance."""
    found = []
    for span in sentences(document.text, document.language):
        quotation = document.text[span.start : span.end]
        plain = " ".join(as_read(quotation).split())
        telling = regex.search(r"\d|(?<=\p{Ll} )\p{Lu}", plain)
        if SHORTEST <= len(plain) <= LONGEST and telling and not quotation.startswith(("#", "|", "---")):
            found.append(Original(document, quotation, plain))
    return random.Random(SEED).sample(found, min(most, len(found)))


def proved(shelf: Shelf, original: Original, said: str, question: str = "") -> Proof:
    sentence = DraftSentence(said, (Claim(original.quotation, source_hint="D1"),))
    with shelf.store.reading(Scope(OWNER)) as reader:
        (proof,) = prove(
            Draft((sentence,), "yes"),
            lambda _: original.document.id,
            reader,
            ANALYSER,
            question=question,
            validity=Validity(reader, question, DAY),
        )
    return proof


@dataclass(frozen=True)
class Known:
    """A question and one quotation that answers it, in a file."""

    question: str
    file: Path
    quotation: str
    language: str


def asked_of(shared: Path) -> Iterator[tuple[str, list[Known]]]:
    data, examples = shared / "data", PROJECT / "examples"
    for name, questions, folder in (
        ("company", examples / "company.golden.jsonl", examples / "company"),
        ("UN reports", data / "un-reports" / "questions.jsonl", data / "un-reports"),
        ("wiki", data / "wiki" / "questions.jsonl", data / "wiki"),
        ("law no", data / "law" / "no" / "questions.jsonl", data / "law" / "no" / "lover"),
    ):
        rows = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines()]
        known = [
            Known(row["question"], folder / file, quote, row.get("language") or row.get("lang") or "")
            for row in rows
            for gold in row.get("gold") or ()
            if (quote := gold.get("quote"))
            if (file := gold.get("document") or gold.get("file") or gold.get("source"))
        ]
        yield name, [one for one in known if one.file.is_file()]


def measure_asked(name: str, questions: list[Known], show: bool) -> None:
    shelf, read_before = Shelf(), dict[Path, Document]()
    counted: Counter[str] = Counter()
    for known in questions:
        if known.file not in read_before:
            found = read(known.file.read_bytes(), known.file.name, "documents")
            shelf.put_document(found.document, cut(found.document, found.profile))
            read_before[known.file] = found.document
        original = Original(read_before[known.file], known.quotation, " ".join(known.quotation.split()))
        for kind, said_of, said in said_with(known, original):
            proof = proved(shelf, said_of, said, known.question)
            counted[f"said {kind}"] += bool(proof.quotes)
            counted[f"doubted {kind}"] += bool(proof.quotes and proof.doubts)
            failing = [f for f in proof.failures if LINE in f or NOT_ASKED in f]
            counted["another line"] += any(LINE in failure for failure in failing)
            counted["not asked for"] += any(NOT_ASKED in failure for failure in failing)
            if show and (failing or proof.doubts):
                print(f"  {kind}: {known.question} | {said}\n    {(*failing, *proof.doubts)}")
    print(f"{name}, {len(questions)} questions: {dict(counted)}")


def said_with(known: Known, original: Original) -> Iterator[tuple[str, Original, str]]:
    """
    What is said of a known quotation, by kind, with what is quoted for it. A question in another language is
    no part of an honest sentence: its names and its `not` would have to be translated.
    """
    yield "alone", original, original.plain
    if known.language == original.document.language:
        yield "behind its question", original, f"{known.question.rstrip('?')}: {original.plain}"
    text = original.document.text
    span = check_quote(text, original.quotation).span
    if span is not None:
        whole = text[beginning_of(text, span.start) : end_of(text, span.end)].strip()
        plain = " ".join(as_read(whole).split())
        yield "whole", replace(original, quotation=whole, plain=plain), plain


if __name__ == "__main__":
    main()
