"""Official statistics and company tables for tests: a few tables in memory, kept in a store when fetched."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count, product

from belegg.errors import (
    BadSelection,
    NoFigures,
    SelectionTooLarge,
    SourceError,
    StatementRefused,
    UnknownTable,
)
from belegg.library.statistics.document import figures_document
from belegg.records import (
    Block,
    Document,
    DocumentId,
    Fact,
    Note,
    Passage,
    Scope,
    Span,
    document_id,
    passage_id,
)
from belegg.records.fetched import Fetched, FetchedKind
from belegg.records.statistics import (
    CellKey,
    Code,
    Dimension,
    DimensionRole,
    Fetch,
    Observation,
    Plan,
    Selection,
    SourceRequest,
    StatisticsTable,
    TableNote,
    TableRef,
)
from belegg.records.turns import asker_of
from belegg.seams import Store
from belegg.seams.figures import CompanyTable, Found

FETCHED_AT = "2026-08-28T02:55:46Z"
MOST_LINES = 400
"""Lines of one document."""
Figures = Mapping[tuple[str, ...], str]
"""Figures by their codes, in the order of the dimensions; a mark such as `..` for one that is not there."""


def table(
    source: str,
    id: str,
    title: str,
    dimensions: Mapping[str, tuple[DimensionRole, Mapping[str, str]]],
    *,
    language: str = "en",
    notes: Sequence[str] = (),
    updated: str = "2026-08-10",
    unit: str = "",
    multiplier: str = "",
    decimals: int | None = None,
) -> StatisticsTable:
    """
    A table: each dimension by its id, with its role and the labels of its codes. `unit`, `multiplier` and
    `decimals` are those of every code of a measure.
    """
    made = []
    for name, (role, labels) in dimensions.items():
        is_measure = role == "measure"
        codes = tuple(
            Code(
                code,
                label,
                unit=unit if is_measure else "",
                multiplier=multiplier if is_measure else "",
                decimals=decimals if is_measure else None,
            )
            for code, label in labels.items()
        )
        made.append(Dimension(name, name, role, codes, len(codes), may_be_left_out=len(codes) == 1))
    times = [list(labels) for role, labels in dimensions.values() if role == "time"]
    first, last = (times[0][0], times[0][-1]) if times else ("", "")
    ref = TableRef(source, id, title, language, first=first, last=last, updated=updated)
    return StatisticsTable(ref, tuple(made), tuple(TableNote(each, must_show=True) for each in notes))


class FakeStatistics:
    """
    `seams.figures.Statistics` over tables that are `put` into it. `asked` lists the calls as they came;
    `failing` holds the error that a source raises whatever it is asked; `waits` is called before each `get`.
    """

    def __init__(self, store: Store, sources: Mapping[str, str] | None = None) -> None:
        self.sources: Mapping[str, str] = sources or {
            "ssb": "Statistics Norway (SSB)",
            "eurostat": "Eurostat",
        }
        self.asked: list[str] = []
        self.failing: dict[str, SourceError] = {}
        self.waits: Callable[[], None] = lambda: None
        self._store = store
        self._tables: dict[tuple[str, str], tuple[StatisticsTable, Figures]] = {}
        self._numbers = count(1)

    def put(self, table: StatisticsTable, figures: Figures) -> None:
        """Have a table with these figures."""
        self._tables[table.ref.source, table.ref.id] = (table, figures)

    def find(self, query: str, sources: Sequence[str] = (), language: str = "en", limit: int = 20) -> Found:
        """Tables with any of the words in their titles, or of that number; failing sources are named."""
        self.asked.append(f"find {query}")
        words = query.casefold().split()
        within = [id for id in sources or self.sources if id not in self.failing]
        found = [
            table.ref
            for (source, id), (table, _) in self._tables.items()
            if source in within and (id in words or any(word in table.ref.title.casefold() for word in words))
        ]
        failed = [id for id in sources or self.sources if id in self.failing]
        notes = tuple(
            Note("statistics", f"{self.sources[id]} was not searched: {self.failing[id]}") for id in failed
        )
        return Found(tuple(found[:limit]), notes)

    def describe(self, source: str, table: str, language: str = "en") -> StatisticsTable:
        """The table as it was put."""
        self.asked.append(f"describe {source} {table}")
        return self._of(source, table)[0]

    def get(
        self, source: str, table: str, selection: Selection, scope: Scope, language: str = "en"
    ) -> DocumentId:
        """The cells, kept for the scope's question."""
        self.asked.append(f"get {source} {table}")
        described, figures = self._of(source, table)
        self.waits()
        codes = {each.id: self._codes(each, selection, source) for each in described.dimensions}
        if unknown := [name for name in selection if name not in codes]:
            raise BadSelection(
                f"{self.sources[source]} has no dimension `{unknown[0]}` in table {table}", source
            )
        plan = Plan(described, selection, codes, 0, (SourceRequest(f"https://{source}.example/{table}"),))
        cells = list(product(*(_labelled(each, codes[each.id]) for each in described.dimensions)))
        if len(cells) > MOST_LINES:
            widest = max(codes, key=lambda name: len(codes[name]))
            met = f"{self.sources[source]}, table {table}: {len(cells):,} lines are more than {MOST_LINES}"
            told = f"{met}; the widest dimension is `{widest}` with {len(codes[widest])} codes"
            raise SelectionTooLarge(told, source)
        observations = tuple(_observation(keys, figures) for keys in cells)
        if not observations:
            raise NoFigures(f"{self.sources[source]} has no cells for this selection", source)
        fetch = Fetch(
            plan, observations, (), FETCHED_AT, "CC BY 4.0", self.sources[source], described.ref.updated
        )
        made = figures_document(fetch, self.sources[source], str(next(self._numbers)))
        return _kept(self._store, "statistics", scope, made.document, made.passages)

    def _of(self, source: str, table: str) -> tuple[StatisticsTable, Figures]:
        if source in self.failing:
            raise self.failing[source]
        if (source, table) not in self._tables:
            raise UnknownTable(f"{self.sources[source]} has no table `{table}`", source)
        return self._tables[source, table]

    def _codes(self, dimension: Dimension, selection: Selection, source: str) -> tuple[str, ...]:
        """The codes that a selection asks for; of a dimension that it leaves out the only one."""
        every = [code.id for code in dimension.codes]
        found: list[str] = []
        for asked in selection.get(dimension.id, ("*",) if len(every) == 1 else ()):
            if asked == "*":
                found += every
            elif asked.startswith("last("):
                found += every[-int(asked[5:-1]) :]
            elif ".." in asked:
                first, _, last = asked.partition("..")
                found += every[every.index(first) if first else 0 : every.index(last) + 1 if last else None]
            elif asked in every:
                found.append(asked)
            else:
                nearest = ", ".join(f"`{code.id}` {code.label}" for code in dimension.codes[:3])
                met = f"{self.sources[source]} has no code `{asked}` of `{dimension.id}`; near it: {nearest}"
                raise BadSelection(met, source)
        if not found:
            raise BadSelection(f"{self.sources[source]} needs codes of `{dimension.id}`", source)
        return tuple(dict.fromkeys(found))


def _labelled(dimension: Dimension, codes: Sequence[str]) -> Iterator[tuple[CellKey, Code]]:
    by_id = {code.id: code for code in dimension.codes}
    return ((CellKey(dimension.id, code, by_id[code].label), by_id[code]) for code in codes)


def _observation(cells: Sequence[tuple[CellKey, Code]], figures: Figures) -> Observation:
    keys = tuple(key for key, _ in cells)
    measure = next(
        (code for _, code in cells if code.unit or code.multiplier or code.decimals is not None), None
    )
    found = figures.get(tuple(key.code for key in keys), "..")
    is_figure = any(sign.isdecimal() for sign in found)
    return Observation(
        keys,
        found if is_figure else None,
        found if is_figure else None,
        status="" if is_figure else found,
        status_label="" if is_figure else "not available",
        unit=measure.unit if measure else "",
        multiplier=measure.multiplier if measure else "",
        decimals=measure.decimals if measure else None,
    )


Database = tuple[frozenset[str], tuple[CompanyTable, ...], Mapping[str, Sequence[str]]]
"""Who may ask it, its tables, and the lines that answer a statement."""


class FakeTables:
    """
    `seams.figures.CompanyTables` whose statements are answered as its script says: by database the groups
    that may ask it, its tables, and the lines of each statement's answer. `asked` lists the statements.
    """

    def __init__(self, store: Store) -> None:
        self.asked: list[str] = []
        self.failing: SourceError | None = None
        self._store = store
        self._databases: dict[str, Database] = {}
        self._numbers = count(1)

    def put(
        self,
        database: str,
        access: Sequence[str],
        tables: Sequence[CompanyTable],
        answers: Mapping[str, Sequence[str]],
    ) -> None:
        """Have a database that these groups may ask; `answers` are lines by statement."""
        self._databases[database] = (frozenset(access), tuple(tables), answers)

    def may_ask(self, scope: Scope) -> bool:
        """Whether a database was put that the asker may ask."""
        return bool(self.tables(scope))

    def tables(self, scope: Scope) -> Sequence[CompanyTable]:
        """Those that the asker may ask."""
        own = (made for _, made in sorted(self._databases.items()) if scope.principal.may_read(made[0]))
        return [table for _, tables, _ in own for table in tables]

    def describe(self, database: str, table: str, scope: Scope) -> CompanyTable:
        """The table as it was put."""
        found = [t for t in self.tables(scope) if (t.database, t.name) == (database, table)]
        if not found:
            raise StatementRefused(f"there is no table `{table}` in `{database}`; `list_tables` lists yours")
        return found[0]

    def query(self, database: str, statement: str, scope: Scope) -> DocumentId:
        """The lines of the statement's answer, kept for the scope's question."""
        self.asked.append(statement)
        if self.failing is not None:
            raise self.failing
        access, _, answers = self._databases[database]
        if not statement.lstrip().upper().startswith("SELECT") or not scope.principal.may_read(access):
            raise StatementRefused(f"`{statement[:40]}` is refused: only a SELECT may be run")
        source = f"tables/{database}/{next(self._numbers)}"
        document, passages = rows_document(source, database, statement, answers[statement], access)
        return _kept(self._store, "table", scope, document, passages)


def rows_document(
    source: str, database: str, statement: str, lines: Sequence[str], access: frozenset[str]
) -> tuple[Document, tuple[Passage, ...]]:
    """The rows of a statement as a document: a head, then a line for each row, each a passage of its own."""
    id, title = document_id("tables", source), f"{database}: what a statement gave"
    head = f"# {title}\nStatement: {statement}\nRetrieved: {FETCHED_AT}"
    text = "\n".join((head, "## Rows", *lines))
    spans, at = [Span(0, len(head))], len(head) + len("\n## Rows\n")
    for line in lines:
        spans.append(Span(at, at + len(line)))
        at += len(line) + 1
    passages = tuple(
        Passage(passage_id(id, n), id, n, span, text[span.start : span.end], (title,), language="en")
        for n, span in enumerate(spans)
    )
    facts = (Fact("organisation", database, "table"), Fact("fetched", FETCHED_AT, "table"))
    blocks = tuple(Block("paragraph", span) for span in spans)
    return Document(id, source, "tables", title, text, "en", access, blocks, facts=facts), passages


def _kept(
    store: Store, kind: FetchedKind, scope: Scope, document: Document, passages: Sequence[Passage]
) -> DocumentId:
    fetched = Fetched(
        kind,
        scope.question or "nobody's",
        asker_of(scope.principal),
        FETCHED_AT,
        document,
        tuple(passages),
        json.dumps({}),
    )
    with store.keeping("figures") as keeper:
        keeper.keep_fetched(fetched)
    return document.id
