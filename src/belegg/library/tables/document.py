"""The rows of a statement as a document: what was asked of which database, then one line a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final
from urllib.parse import quote

from belegg.records import Block, Document, Fact, Passage, Span, document_id, passage_id
from belegg.sources.tables.engine import MOST_ROWS, Selected
from belegg.text.counted import counted
from belegg.text.normalise import normalise

PACK: Final = "tables"
ROWS: Final = "Rows"
MISSING: Final = "missing"
BETWEEN: Final = " · "
_ORIGIN: Final = "company tables"
_TITLE_TABLES: Final = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """A statement that was run: of which database, when (ISO 8601), for whom it may be read."""

    database: str
    statement: str
    retrieved_at: str
    access: frozenset[str]


def source_of(database: str, tables: Sequence[str], statement: str) -> str:
    """
    `tables/deals/contracts+customers/4f1c…`: the tables stand in it, for who may read what was made of them
    is told from them.
    """
    digest = sha256(statement.encode("utf-8", "replace")).hexdigest()[:16]
    return f"{prefix_of(database, tables)}{digest}"


def prefix_of(database: str, tables: Sequence[str]) -> str:
    """How the sources of all that was made of exactly these tables begin."""
    named = "+".join(quote(table, safe="") for table in sorted(tables)) or "-"
    return f"{PACK}/{database}/{named}/"


def rows_document(asked: Asked, found: Selected, token: str) -> tuple[Document, tuple[Passage, ...]]:
    """
    The document and its passages: the head, then one for each row, in order. `token`, drawn for each, goes
    into the id: what is asked twice is two documents.
    """
    source = source_of(asked.database, found.tables, asked.statement)
    title = title_of(asked.database, found.tables)
    head = [f"# {title}", *head_of(asked, found)]
    lines = [line_of(found.columns, row) for row in found.rows]
    text, blocks = laid_out(title, head, lines)
    document = Document(
        id=document_id(PACK, f"{source}\0{token}"),
        source=source,
        pack=PACK,
        title=title,
        text=text,
        access=asked.access,
        blocks=blocks,
        facts=(
            Fact("organisation", f"company database {asked.database}", _ORIGIN),
            Fact("identifier", asked.database, _ORIGIN),
            Fact("fetched", asked.retrieved_at, _ORIGIN),
        ),
    )
    return document, passages_of(document, title)


def title_of(database: str, tables: Sequence[str]) -> str:
    """`deals: contracts, customers`."""
    shown = ", ".join(sorted(tables)[:_TITLE_TABLES])
    more = f" and {len(tables) - _TITLE_TABLES} more" if len(tables) > _TITLE_TABLES else ""
    return normalise(f"{database}: {shown}{more}") if tables else database


def head_of(asked: Asked, found: Selected) -> list[str]:
    return [
        f"Database: {asked.database}",
        f"Statement: {statement_told(asked.statement)}",
        f"Retrieved: {asked.retrieved_at}",
        f"Rows: {rows_told(found)}",
    ]


def statement_told(statement: str) -> str:
    """On one line, which says where lines ended if a comment may end with one."""
    lines = (on_a_line(line) for line in statement.splitlines())
    return (" ⏎ " if "--" in statement else " ").join(line for line in lines if line)


def rows_told(found: Selected) -> str:
    """How many rows there are, and how many of them stand here."""
    shown = len(found.rows)
    if not found.more:
        return f"{shown:,}" if shown else "0 (no row fits)"
    most = f"at most {MOST_ROWS} are shown; ask for fewer, or for sums"
    if found.uncounted:
        return f"the first {shown:,}; more than {found.more:,} others follow ({most})"
    return f"the first {shown:,} of {shown + found.more:,}; {counted(found.more, 'row')} not shown ({most})"


def line_of(columns: Sequence[str], row: Sequence[str | None]) -> str:
    """`customer: Alfa AS · payment_terms_days: 30 · revenue: 1250000`."""
    return BETWEEN.join(
        f"{on_a_line(column)}: {shown(value)}" for column, value in zip(columns, row, strict=True)
    )


def shown(value: str | None) -> str:
    """
    A value as the database has it. One that could be taken for more than itself (the sign between values, a
    word that stands for something here) stands between quotation marks.
    """
    if value is None:
        return MISSING
    text = on_a_line(value)
    if not text or BETWEEN.strip() in text or text.startswith('"') or text == MISSING:
        return '"' + text.replace('"', '""') + '"'
    return text


def on_a_line(text: str) -> str:
    return " ".join(normalise(text).split())


def laid_out(title: str, head: Sequence[str], lines: Sequence[str]) -> tuple[str, tuple[Block, ...]]:
    """The text, and its blocks: a heading, a paragraph a line, the heading of the rows, a paragraph a row."""
    every = [*head, *((f"## {ROWS}", *lines) if lines else ())]
    blocks: list[Block] = []
    place = 0
    for number, line in enumerate(every):
        span = Span(place, place + len(line))
        place = span.end + 1
        if number == 0:
            blocks.append(Block("heading", span, level=1, name=title))
        elif number == len(head):
            blocks.append(Block("heading", span, level=2, name=ROWS))
        else:
            blocks.append(Block("paragraph", span))
    return "\n".join(every), tuple(blocks)


def passages_of(document: Document, title: str) -> tuple[Passage, ...]:
    """The head as one passage, then each row."""
    rows = next((n for n, block in enumerate(document.blocks) if block.level == 2), len(document.blocks))
    spans = [Span(0, document.blocks[rows - 1].span.end)]
    spans += [block.span for block in document.blocks[rows + 1 :]]
    return tuple(
        Passage(
            id=passage_id(document.id, ordinal),
            document=document.id,
            ordinal=ordinal,
            span=span,
            text=document.text[span.start : span.end],
            path=(title,),
        )
        for ordinal, span in enumerate(spans)
    )
