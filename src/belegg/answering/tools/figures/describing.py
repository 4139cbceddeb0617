"""`describe_statistics`: the dimensions of a table, and the codes by which its cells are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from belegg.answering.desk import Desk
from belegg.answering.memory import Memory
from belegg.answering.tools.arguments import number_of, text_of, written
from belegg.answering.tools.figures.finding import table_told
from belegg.answering.tools.figures.given import (
    LANGUAGE_TOLD,
    language_of,
    source_of,
    table_of,
)
from belegg.answering.tools.fitting import shortened
from belegg.answering.tools.room import BadArguments, Telling, Told
from belegg.records.chat import Tool
from belegg.records.runs import Used
from belegg.records.statistics import Code, Dimension, StatisticsTable, TableNote
from belegg.text.counted import counted
from belegg.text.words import word_texts

NAME: Final = "describe_statistics"
DIMENSION: Final = ("dimension", "dim", "variable")
FIND: Final = ("find", "search", "words", "query", "label")
PAGE: Final = ("page", "page_number")
MOST_CODES: Final = 40
"""Codes of one dimension that one call tells."""
LONGEST_LABEL: Final = 100
MOST_NOTES: Final = 5
LONGEST_NOTE: Final = 300


@dataclass(frozen=True, slots=True)
class Codes:
    """
    Codes of a dimension that one call tells: a `page` of `of` (those that were found, or all); `begins` is
    the place of the first, from 1.
    """

    dimension: Dimension
    page: tuple[Code, ...]
    begins: int
    of: int
    find: str = ""

    @property
    def left(self) -> int:
        return self.of - (self.begins + len(self.page) - 1)


@dataclass(frozen=True, slots=True)
class Described:
    """A table, with those of its codes that a call asks for."""

    table: StatisticsTable
    codes: tuple[Codes, ...]
    find: str = ""


class DescribeStatisticsTool:
    """Describes one table."""

    def offered(self, desk: Desk) -> bool:
        return desk.gives_statistics

    def spec(self, desk: Desk) -> Tool:
        properties = {
            "source": {"type": "string", "description": "Its id, such as ssb."},
            "table": {"type": "string", "description": "The table's number or id."},
            "dimension": {"type": "string", "description": "This dimension alone."},
            "find": {"type": "string", "description": "Codes whose labels hold these words."},
            "page": {"type": "integer", "description": f"The next {MOST_CODES} codes, from 2."},
            "language": LANGUAGE_TOLD,
        }
        description = (
            "See a table's dimensions and their codes before you fetch its cells. It tells at most "
            f"{MOST_CODES} codes of a dimension; `dimension` with `find` looks for others. It holds no "
            "figures."
        )
        required = ["source", "table"]
        return Tool(NAME, description, {"type": "object", "properties": properties, "required": required})

    def asked(self, arguments: Mapping[str, object], desk: Desk) -> Telling:
        described = self.described(arguments, desk)
        ref = described.table.ref
        said = written(arguments, "source", "table", "dimension", "find", "page")
        used = f"{counted(len(described.table.dimensions), 'dimension')} of {ref.source} {ref.id}"

        def telling(memory: Memory, round: int) -> Told:
            return Told(self.told(described, memory), (Used(round, NAME, said, used),))

        return telling

    def described(self, arguments: Mapping[str, object], desk: Desk) -> Described:
        """What a call asks for. Raises BadArguments, SourceError."""
        assert desk.statistics is not None
        language = language_of(arguments)
        find, asked = shortened(text_of(arguments, *FIND), 200), text_of(arguments, *DIMENSION)
        page = max(1, number_of(arguments, 1, *PAGE))
        source, name = source_of(arguments, desk.statistics), table_of(arguments)
        table = desk.statistics.describe(source, name, language)
        wanted = (_dimension(table, asked),) if asked else table.dimensions
        codes = [_codes(each, find, page, alone=bool(asked)) for each in wanted]
        if find and not asked:
            codes = [each for each in codes if each.of] or codes
        return Described(table, tuple(codes), find)

    def told(self, described: Described, memory: Memory) -> str:
        """The same for a model."""
        table = described.table
        lines = [table_told(table.ref)]
        lines += [f"Note: {shortened(note.text, LONGEST_NOTE)}" for note in _notes(table)]
        lines += [line for codes in described.codes for line in _codes_told(codes)]
        return "\n".join((memory.marks.around("\n".join(lines)), *_beside(described)))


def _dimension(table: StatisticsTable, asked: str) -> Dimension:
    """The dimension of this id or label. Raises BadArguments with those that there are."""
    wanted = asked.strip(" `\"'").casefold()
    for each in table.dimensions:
        if wanted in (each.id.casefold(), each.label.casefold()):
            return each
    names = ", ".join(f"`{shortened(each.id, 60)}`" for each in table.dimensions)
    raise BadArguments(f"There is no dimension `{shortened(asked, 60)}`; they are {names}.")


def _codes(dimension: Dimension, find: str, page: int, *, alone: bool) -> Codes:
    """A page of the codes; of time, when nothing else is asked for, the newest."""
    found = found_in(dimension, find) if find else dimension.codes
    of = len(found) if find else max(dimension.total, len(found))
    begins = (page - 1) * MOST_CODES + 1 if alone or find else 1
    if dimension.role == "time" and not find and page == 1:
        begins = max(1, len(found) - MOST_CODES + 1)
    return Codes(dimension, tuple(found[begins - 1 : begins - 1 + MOST_CODES]), begins, of, find)


def found_in(dimension: Dimension, find: str) -> Sequence[Code]:
    """The codes with these words in their labels: the code itself, the whole label, all words, then any."""
    asked = find.strip().casefold()
    words = set(word_texts(asked))
    ranked = []
    for place, code in enumerate(dimension.codes):
        label = code.label.casefold()
        own = set(word_texts(label))
        if asked == code.id.casefold():
            rank = 0
        elif asked == label:
            rank = 1
        elif asked in label or (words and all(_begun(word, own) for word in words)):
            rank = 2
        elif any(_begun(word, own) for word in words):
            rank = 3
        else:
            continue
        ranked.append((rank, place, code))
    return [code for _, _, code in sorted(ranked, key=lambda each: each[:2])]


def _begun(word: str, words: set[str]) -> bool:
    return any(one.startswith(word) for one in words)


def _notes(table: StatisticsTable) -> list[TableNote]:
    """Those that must be shown first."""
    return sorted(table.notes, key=lambda note: not note.must_show)[:MOST_NOTES]


def _codes_told(codes: Codes) -> Iterator[str]:
    dimension = codes.dimension
    label = "" if dimension.label == dimension.id else f" «{shortened(dimension.label, LONGEST_LABEL)}»"
    told = [dimension.role, counted(dimension.total, "code")]
    told += ["may be left out"] if dimension.may_be_left_out else []
    yield f"{shortened(dimension.id, LONGEST_LABEL)}{label} ({', '.join(told)}):"
    if codes.page:
        yield "  " + "; ".join(map(_code_told, codes.page))


def _code_told(code: Code) -> str:
    """`4601 Bergen`; of a measure with its unit, decimals and multiplier."""
    id, label = shortened(code.id, LONGEST_LABEL), shortened(code.label, LONGEST_LABEL)
    places = counted(code.decimals, "decimal") if code.decimals else ""
    measured = ", ".join(filter(None, (shortened(code.unit, 60), shortened(code.multiplier, 40), places)))
    return f"{id}{'' if label == id else f' {label}'}{f' [{measured}]' if measured else ''}"


def _beside(described: Described) -> Iterator[str]:
    """How many more codes there are, and how they are seen."""
    for codes in described.codes:
        name = f"`{shortened(codes.dimension.id, 60)}`"
        if codes.find and not codes.of:
            yield f"No code of {name} says `{codes.find}`. Try another word, or its beginning."
        elif not codes.page and codes.dimension.has_others and codes.begins == 1:
            written = ": write 2020..2024, 2024-Q1 or last(3)" if codes.dimension.role == "time" else ""
            yield f"Codes of {name} are not listed, and may be asked for{written}."
        elif not codes.dimension.codes:
            yield f"The source lists no codes of {name}: write one that it has, or `*`."
        elif not codes.page:
            yield f"{name} has no page {codes.begins // MOST_CODES + 1}; it has {counted(codes.of, 'code')}."
        elif codes.dimension.role == "time" and codes.begins > 1 and not codes.find:
            earlier = counted(codes.begins - 1, "earlier period")
            yield f"({earlier} of {name}. A selection may be last(3), or 2020..2024 from one to another.)"
        elif codes.left:
            page = codes.begins // MOST_CODES + 2
            more = f"find=… looks among them, page={page} shows the next"
            yield f"({codes.left:,} more codes of {name}: {more}.)"
