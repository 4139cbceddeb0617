"""What a reader of one committed state gives of documents: by their id, and all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from belegg.records import DocumentHead, DocumentId, DocumentText, Passage, Report
from belegg.records.fetched import Fetched
from belegg.stores.engine import removed, statements, stored
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.fetched import FetchedReading
from belegg.stores.engine.statements import is_id
from belegg.stores.engine.view import InScope, View


class DocumentReading:
    """
    The part of a reader that is about documents. What is asked for by an id that no document has may have
    been fetched for a question.
    """

    _connection: Connection
    _view: View
    _scope: InScope
    _fetched: FetchedReading

    def passages_of(self, document: DocumentId) -> Sequence[Passage]:
        first, count = self._range_of(document)
        if not count:
            return self._fetched.passages(document)
        rows = statements.rows(
            self._connection,
            f"SELECT {stored.PASSAGE_COLUMNS} FROM passages AS p "
            "CROSS JOIN documents AS d ON d.number = p.document "
            "WHERE p.key >= ? AND p.key < ? ORDER BY p.key",
            (first, first + count),
        )
        return [stored.passage_of(row) for row in rows]

    def head(self, document: DocumentId) -> DocumentHead | None:
        row = statements.row(
            self._connection,
            f"SELECT d.number, {stored.HEAD_COLUMNS} FROM {stored.HEAD_TABLES} "
            "WHERE d.id = ? AND d.current = 1 AND v.version = d.version",
            (document,),
        )
        if row is None:
            return self._fetched.head(document)
        return stored.head_of(row[1:]) if self._scope.documents[row[0]] else None

    def heads_of(self, documents: Iterable[DocumentId]) -> Mapping[DocumentId, DocumentHead]:
        possible = [document for document in dict.fromkeys(documents) if is_id(document)]
        if not possible:
            return {}
        rows = statements.rows(
            self._connection,
            f"SELECT d.number, {stored.HEAD_COLUMNS} FROM carray(?) AS k CROSS JOIN {stored.HEAD_TABLES} "
            "WHERE d.id = k.value AND d.current = 1 AND v.version = d.version",
            (self._connection.array(possible),),
        )
        heads = [stored.head_of(row[1:]) for row in rows if self._scope.documents[row[0]]]
        found = {head.id: head for head in heads}
        if len(rows) < len(possible):
            found |= self._fetched.heads(set(possible) - {row[1] for row in rows})
        return found

    def heads(self) -> Iterator[DocumentHead]:
        rows = statements.rows(
            self._connection,
            f"SELECT d.number, {stored.HEAD_COLUMNS} FROM {stored.HEAD_TABLES} "
            "WHERE d.current = 1 AND v.version = d.version ORDER BY s.source, d.id",
        )
        return (stored.head_of(row[1:]) for row in rows if self._scope.documents[row[0]])

    def removed(self) -> Iterator[DocumentHead]:
        return removed.readable(self._connection, self._scope.documents)

    def text(self, document: DocumentId, version: int | None = None) -> DocumentText | None:
        row = statements.row(
            self._connection,
            "SELECT d.number, v.access, d.current = 1 AND v.version = d.version, v.page_spans, v.furniture, "
            f"v.text_bytes, v.text, r.at, {stored.HEAD_COLUMNS} FROM {stored.HEAD_TABLES} "
            "LEFT JOIN removed AS r ON r.document = d.number "
            "WHERE d.id = ? AND v.version = coalesce(?, d.version)",
            (document, version),
        )
        if row is None:
            return self._fetched.text(document, version)
        if not (self._view.documents[row[0]] and self._view.holds(row[1])):
            return None
        head = replace(stored.head_of(row[8:]), removed_at=row[7])
        return DocumentText(
            head=head,
            version=head.version,
            current=bool(row[2]),
            text=stored.unpack(row[5], row[6]).decode(),
            pages=stored.pages_of(row[3]),
            furniture=stored.lines_of(row[4]),
        )

    def page_layout(self, document: DocumentId, page: int, version: int | None = None) -> bytes | None:
        row = statements.row(
            self._connection,
            "SELECT d.number, v.access, l.size_bytes, l.data FROM documents AS d "
            "CROSS JOIN versions AS v ON v.document = d.number AND v.version = coalesce(?, d.version) "
            "CROSS JOIN page_layouts AS l ON l.document = d.number AND l.version = v.version AND l.page = ? "
            "WHERE d.id = ?",
            (version, page, document),
        )
        readable = row and self._view.documents[row[0]] and self._view.holds(row[1])
        return stored.unpack(row[2], row[3]) if readable else None

    def original(self, document: DocumentId) -> bytes | None:
        row = statements.row(
            self._connection,
            "SELECT d.number, o.size_bytes, o.data FROM documents AS d "
            "CROSS JOIN originals AS o ON o.sha256 = d.original WHERE d.id = ?",
            (document,),
        )
        return stored.unpack(row[1], row[2]) if row and self._view.documents[row[0]] else None

    def reports(self) -> Iterator[tuple[DocumentId, Report]]:
        rows = statements.rows(
            self._connection,
            "SELECT d.number, d.id, s.source, s.report FROM documents AS d "
            "CROSS JOIN sources AS s ON s.document = d.number WHERE s.listed = 1 "
            "ORDER BY s.failed DESC, s.source, d.id",
        )
        return (
            (DocumentId(document), stored.report_of(source, report))
            for number, document, source, report in rows
            if self._scope.documents[number]
        )

    def fetched(self, document: DocumentId) -> Fetched | None:
        return self._fetched.whole(document)

    def _range_of(self, document: DocumentId) -> tuple[int, int]:
        """First key and number of passages; (0, 0) outside the scope."""
        sql = "SELECT number, first_key, passages FROM documents WHERE id = ? AND current = 1"
        row = statements.row(self._connection, sql, (document,))
        return (row[1], row[2]) if row and self._scope.documents[row[0]] else (0, 0)
