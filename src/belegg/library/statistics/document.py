"""
What was fetched as a document: a head that says what was asked and of whom, then one line a figure.

Each line is a passage of its own under the path title > what all lines have in common, so that a quotation of
one line says with its path what the figure is of. The time stands in every line, also where it is one: a
line is quoted alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from belegg.errors import SourceChanged
from belegg.library.statistics.lines import flat, line_of, part
from belegg.library.statistics.merging import is_number
from belegg.records import (
    EVERYONE,
    Block,
    Document,
    DocumentId,
    Fact,
    Passage,
    Span,
    document_id,
)
from belegg.records.documents import passage_id
from belegg.records.statistics import Fetch, Observation, Plan, TableRef
from belegg.text.counted import counted
from belegg.text.figure_lines import FigureLine, is_figure
from belegg.text.words import word_texts

PACK: Final = "statistics"
FIGURES: Final = "Figures"
LONGEST_NUMBER: Final = 24
"""Characters of a table's id that a title begins with."""
MOST_CODES_TOLD: Final = 12
"""Of a dimension are told in the document's head; of more the number is."""

_ORIGIN: Final = "statistics"
_LANGUAGES: Final = {"no": "nb"}


@dataclass(frozen=True, slots=True)
class FiguresDocument:
    """A document of figures with its passages: the head is the first, then one for each line, in order."""

    document: Document
    passages: tuple[Passage, ...]


def source_of(ref: TableRef) -> str:
    """What a fetched document's source is called: `statistics/ssb/14700`."""
    return f"{PACK}/{ref.source}/{ref.id}"


def title_of(ref: TableRef) -> str:
    """
    `14700: Consumer price index`; a title that begins with its number says it once. An id that is a word, or
    a long one, stands in the head alone.
    """
    title = flat(ref.title)
    is_said = title.startswith(f"{ref.id}:") or len(ref.id) > LONGEST_NUMBER or not is_number(ref.id)
    return title if title and is_said else f"{ref.id}: {title}"


def figures_document(fetch: Fetch, publisher: str, token: str) -> FiguresDocument:
    """
    The document of a fetch; `publisher` is the source's name. `token`, drawn for each, goes into the id: what
    is fetched twice is two documents. Raises SourceChanged for a figure that is no number.
    """
    ref = fetch.plan.table.ref
    source = source_of(ref)
    return laid_out(fetch, publisher, document_id(PACK, f"{source}\0{token}"), source)


def laid_out(fetch: Fetch, publisher: str, id: DocumentId, source: str) -> FiguresDocument:
    """The document of a fetch under an id and a source's name. Raises SourceChanged."""
    ref = fetch.plan.table.ref
    title, fixed = title_of(ref), fixed_of(fetch.plan, fetch.observations)
    head = [f"# {title}", *_head(fetch, publisher, fixed)]
    lines = [str(line) for line in figure_lines(fetch.plan, fetch.observations)]
    text = "\n".join([*head, f"## {FIGURES}", *lines])
    blocks = _blocks(head, lines, title)
    language = _LANGUAGES.get(ref.language, ref.language) or None
    document = Document(
        id=id,
        source=source,
        pack=PACK,
        title=title,
        text=text,
        language=language,
        access=frozenset({EVERYONE}),
        blocks=blocks,
        facts=facts_of(fetch, publisher),
    )
    return FiguresDocument(document, _passages(document, title, fixed))


def figure_lines(plan: Plan, observations: Sequence[Observation]) -> list[FigureLine]:
    """The lines of figures, in order. Raises SourceChanged for a figure that is no number."""
    told = _Told.of(plan, observations)
    return [told.line(observation) for observation in observations]


def fixed_of(plan: Plan, observations: Sequence[Observation]) -> str:
    """What all lines have in common: `region = Bergen; unit = index, 1 decimal`. Empty for nothing."""
    return _Told.of(plan, observations).fixed(observations)


@dataclass(frozen=True, slots=True)
class _Told:
    """
    How the figures of a fetch are told: `varying` and `time` are the dimensions in a line, `shown` the label
    of each code, with the code where two share a label; `units`: whether lines say their own.
    """

    plan: Plan
    varying: frozenset[str]
    time: frozenset[str]
    shown: Mapping[tuple[str, str], str]
    units: bool

    @classmethod
    def of(cls, plan: Plan, observations: Sequence[Observation]) -> _Told:
        codes: dict[str, dict[str, str]] = {}
        for observation in observations:
            for key in observation.keys:
                codes.setdefault(key.dimension, {})[key.code] = part(key.label) or part(key.code)
        time = frozenset(each.id for each in plan.table.dimensions if each.role == "time")
        varying = frozenset(name for name, labels in codes.items() if len(labels) > 1)
        if not varying | (time & codes.keys()) and codes:
            varying = frozenset({next(reversed(codes))})  # a line needs a label
        shown = {}
        for name, labels in codes.items():
            told = list(labels.values())
            for code, label in labels.items():
                twice = told.count(label) > 1 and part(code) != label
                shown[name, code] = f"{label} ({part(code)})" if twice else label
        units = len({each.unit for each in observations}) > 1
        return cls(plan, varying, time, shown, units)

    def line(self, observation: Observation) -> FigureLine:
        if observation.text is not None and not is_figure(observation.text):
            name, met = self.plan.table.ref.source, flat(observation.text)[:40]
            raise SourceChanged(f"{name} sent `{met}` where a number was agreed on", name)
        keys = [key for key in observation.keys if key.dimension in self.varying | self.time]
        things = [self.shown[key.dimension, key.code] for key in keys if key.dimension not in self.time]
        times = [self.shown[key.dimension, key.code] for key in keys if key.dimension in self.time]
        unit = part(observation.unit) if self.units else ""
        unit = "" if any(_says(thing, unit) for thing in things) else unit
        measured = ", ".join(filter(None, (unit, part(observation.multiplier))))
        if measured:
            things[-1:] = [f"{things[-1]}, {measured}" if things else measured]
        return line_of((*things, *times), observation)

    def fixed(self, observations: Sequence[Observation]) -> str:
        if not observations:
            return ""
        first = observations[0]
        told, values = [], set()
        for key in first.keys:
            if key.dimension not in self.varying | self.time:
                dimension = self.plan.table.dimension(key.dimension)
                name = flat(dimension.label if dimension else "") or key.dimension
                value = self.shown[key.dimension, key.code]
                told.append(f"{name} = {value}")
                values.add(value)
        unit = flat(first.unit)
        decimals = {each.decimals for each in observations}
        stated = next(iter(decimals)) if len(decimals) == 1 else None
        if unit and not self.units and (unit not in values or stated is not None):
            places = [counted(stated, "decimal")] if stated is not None else []
            told.append(f"unit = {', '.join([unit, *places])}")
        return "; ".join(told)


def _says(label: str, unit: str) -> bool:
    """Whether a label has the unit in it, as words: `12-month rate (per cent)`."""
    return f" {' '.join(word_texts(unit))} " in f" {' '.join(word_texts(label))} "


def query_of(plan: Plan) -> str:
    """What was asked, in codes: `Region=4601,1103; Tid=2024`."""
    told = []
    for name, codes in plan.codes.items():
        if codes:
            more = f" … ({len(codes):,} codes)" if len(codes) > MOST_CODES_TOLD else ""
            told.append(f"{flat(name)}={','.join(map(flat, codes[:MOST_CODES_TOLD]))}{more}")
    return "; ".join(told)


def facts_of(fetch: Fetch, publisher: str) -> tuple[Fact, ...]:
    """What a citation and a filter need; `updated` is the day alone, where the source writes it ISO 8601."""
    ref = fetch.plan.table.ref
    told = {
        "organisation": publisher,
        "updated": _day(fetch.source_updated),
        "address": _address(fetch),
        "licence": fetch.licence,
        "citation": fetch.citation,
        "fetched": fetch.retrieved_at,
        "identifier": ref.id,
    }
    return tuple(Fact(name, flat(value), _ORIGIN) for name, value in told.items() if value)


def _head(fetch: Fetch, publisher: str, fixed: str) -> list[str]:
    ref = fetch.plan.table.ref
    updated = f" · source updated {flat(fetch.source_updated)}" if fetch.source_updated else ""
    lines = [
        f"Source: {flat(publisher)}, table {flat(ref.id)} · licence {flat(fetch.licence)}",
        f"Retrieved: {fetch.retrieved_at}{updated}",
        f"Query: {query_of(fetch.plan)}",
    ]
    if fixed:
        lines.append(f"Fixed: {fixed}")
    notes = dict.fromkeys(
        flat(note.text) for note in (*fetch.plan.table.notes, *fetch.notes) if note.must_show
    )
    lines += [f"Note (must be shown): {note}" for note in notes if note]
    warnings = dict.fromkeys(map(flat, (*fetch.plan.warnings, *fetch.warnings)))
    return [*lines, *(f"Warning: {warning}" for warning in warnings if warning)]


def _blocks(head: Sequence[str], lines: Sequence[str], title: str) -> tuple[Block, ...]:
    """A heading, a paragraph for each line of the head, the heading of the figures, a paragraph a figure."""
    blocks: list[Block] = []
    place = 0
    for line in [*head, f"## {FIGURES}", *lines]:
        span = Span(place, place + len(line))
        place = span.end + 1
        if not blocks:
            blocks.append(Block("heading", span, level=1, name=title))
        elif len(blocks) == len(head):
            blocks.append(Block("heading", span, level=2, name=FIGURES))
        else:
            blocks.append(Block("paragraph", span))
    return tuple(blocks)


def _passages(document: Document, title: str, fixed: str) -> tuple[Passage, ...]:
    """The head as one passage, then each line under title > what all have in common."""
    figures = next(n for n, block in enumerate(document.blocks) if block.level == 2)
    spans = [Span(0, document.blocks[figures - 1].span.end)]
    spans += [block.span for block in document.blocks[figures + 1 :]]
    path = (title, fixed) if fixed else (title,)
    return tuple(
        Passage(
            id=passage_id(document.id, ordinal),
            document=document.id,
            ordinal=ordinal,
            span=span,
            text=document.text[span.start : span.end],
            path=path if ordinal else (title,),
            language=document.language,
        )
        for ordinal, span in enumerate(spans)
    )


def _day(written: str) -> str:
    """The day of a time in ISO 8601; empty for another form, which no filter could compare."""
    day = written[:10]
    is_day = len(day) == 10 and day[4] == day[7] == "-" and day.replace("-", "").isdecimal()
    return day if is_day and written[10:11] in ("", "T", " ") else ""


def _address(fetch: Fetch) -> str:
    requests = fetch.plan.requests
    return fetch.plan.table.ref.address or (requests[0].url if requests else "")
