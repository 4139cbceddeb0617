"""
What was fetched for one question, as rows: read by its id, by whoever asked, and found by nothing.

The rule stands in the SQL: the asker themselves (or the owner), a list that opens it to them, and, while a
question is answered, that question alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from belegg.records import (
    Block,
    Document,
    DocumentHead,
    DocumentId,
    DocumentText,
    Passage,
    Principal,
    Span,
    passage_id,
)
from belegg.records.fetched import Fetched
from belegg.records.searching import ANONYMOUS
from belegg.stores.engine import statements, stored
from belegg.stores.engine.connection import Connection

ALL: Final = (
    "SELECT id, kind, source, title, question, asker, at, size_bytes FROM fetched ORDER BY at, number"
)
HEAD: Final = (
    "f.id, f.source, f.pack, f.title, f.language, 1, f.sha256, f.at, f.passages, f.pages, f.access, f.facts"
)
READABLE: Final = (
    "(?1 OR f.asker = ?2 AND f.asker NOT IN ('', ?3) AND EXISTS (SELECT 1 FROM json_each(f.access) AS g "
    "WHERE g.value IN (SELECT value FROM json_each(?4) AS held))) "
    "AND (CAST(?5 AS TEXT) IS NULL OR f.question = ?5)"
)
CONTENT: Final = "f.text_bytes, f.text, f.parts_bytes, f.parts"
KEPT: Final = "f.number, f.kind, f.question, f.asker, f.at, f.record_bytes, f.record"
COLUMNS: Final = (
    "id, kind, question, asker, at, access, source, pack, title, language, sha256, passages, pages, facts, "
    "size_bytes, text_bytes, text, parts_bytes, parts, record_bytes, record"
)
UNTOUCHED: Final = "NOT EXISTS (SELECT 1 FROM turn_documents AS t WHERE t.document = f.id)"


class FetchedReading:
    """What a principal may read of it, for a question or, without one, at a door."""

    def __init__(self, connection: Connection, who: Principal, question: str | None) -> None:
        self._connection = connection
        self._who, self._question = who, question
        self._groups = stored.groups_json(frozenset(filter(statements.is_text, who.groups or ())))

    def head(self, document: DocumentId) -> DocumentHead | None:
        return self.heads([document]).get(document)

    def heads(self, documents: Iterable[DocumentId]) -> Mapping[DocumentId, DocumentHead]:
        heads = [stored.head_of(row) for row in self._rows(HEAD, documents)]
        return {head.id: head for head in heads}

    def text(self, document: DocumentId, version: int | None) -> DocumentText | None:
        """The one version there is, which is current."""
        found = self._rows(f"{CONTENT}, {HEAD}", [document])
        if not found or version not in (None, 1):
            return None
        head, (text, parts) = stored.head_of(found[0][4:]), content_of(found[0])
        pages, furniture = stored.pages_of(parts["pages"]), tuple(parts["furniture"])
        return DocumentText(head, head.version, True, text, pages, furniture)

    def passages(self, document: DocumentId) -> Sequence[Passage]:
        found = self._rows(CONTENT, [document])
        return passages_of(document, *content_of(found[0])) if found else ()

    def whole(self, document: DocumentId) -> Fetched | None:
        """All that was kept of it."""
        found = self._rows(f"{CONTENT}, {KEPT}, {HEAD}", [document])
        if not found:
            return None
        number, kind, question, asker, at, *record = found[0][4:11]
        head, (text, parts) = stored.head_of(found[0][11:]), content_of(found[0])
        sql = "SELECT size_bytes, data FROM fetched_bodies WHERE fetched = ? ORDER BY place"
        bodies = statements.rows(self._connection, sql, (number,))
        return Fetched(
            kind=kind,
            question=question,
            asker=asker,
            fetched_at=at,
            document=document_of(head, text, parts),
            passages=passages_of(document, text, parts),
            record=stored.unpack(*record).decode(),
            bodies=tuple(stored.unpack(*body) for body in bodies),
        )

    def _rows(self, columns: str, documents: Iterable[DocumentId]) -> list[Any]:
        """Of those that may be read, in any order."""
        possible = tuple(document for document in documents if statements.is_id(document))
        if not possible:
            return []
        by_id = "carray(?6) AS k CROSS JOIN fetched AS f ON f.id = k.value"
        sql = f"SELECT {columns} FROM {by_id} WHERE {READABLE}"
        bindings = (self._who.groups is None, self._who.id, ANONYMOUS, self._groups, self._question)
        return statements.rows(self._connection, sql, (*bindings, self._connection.array(possible)))


class FetchedKeeping:
    """Writes it inside one open transaction; of no use after it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def keep_fetched(self, fetched: Fetched) -> None:
        row = row_of(fetched)
        marks = ", ".join("?" * len(row))
        new = f"INSERT INTO fetched ({COLUMNS}) VALUES ({marks}) ON CONFLICT (id) DO NOTHING RETURNING number"
        kept = statements.row(self._connection, new, row)
        if kept is None:
            return
        number = kept[0]
        self._connection.executemany(
            "INSERT INTO fetched_bodies VALUES (?, ?, ?, ?)",
            [(number, place, len(body), stored.pack(body)) for place, body in enumerate(fetched.bodies)],
        )

    def sweep_fetched(self, before: str) -> int:
        sql = f"SELECT f.number FROM fetched AS f WHERE f.at < ? AND {UNTOUCHED}"
        return drop(self._connection, statements.rows(self._connection, sql, (before,)))

    def narrow_fetched(self, source_prefix: str, access: frozenset[str]) -> int:
        self._connection.execute(
            "UPDATE fetched SET access = ?1 WHERE substr(source, 1, length(?2)) = ?2 AND access <> ?1",
            (stored.groups_json(access), source_prefix),
        )
        return self._connection.changes()


def drop(connection: Connection, numbers: Sequence[tuple[int]]) -> int:
    """Remove what has these numbers, its bytes overwritten; how much went."""
    if numbers:
        connection.overwrite()
        connection.executemany("DELETE FROM fetched_bodies WHERE fetched = ?", numbers)
        connection.executemany("DELETE FROM fetched WHERE number = ?", numbers)
    return len(numbers)


def shown_in(connection: Connection, turns: Iterable[int]) -> list[DocumentId]:
    """What of it these stored runs, by number, were shown."""
    sql = "SELECT document FROM turn_documents WHERE turn = ? AND document IN (SELECT id FROM fetched)"
    rows = (row for turn in turns for row in statements.rows(connection, sql, (turn,)))
    return sorted({DocumentId(document) for (document,) in rows})


def drop_untouched(connection: Connection, documents: Sequence[DocumentId]) -> None:
    """Remove those of these that no stored run was shown any more."""
    sql = f"SELECT f.number FROM fetched AS f WHERE f.id = ? AND {UNTOUCHED}"
    drop(connection, [row for each in documents for row in statements.rows(connection, sql, (each,))])


def row_of(fetched: Fetched) -> tuple[object, ...]:
    """A row, in the order of COLUMNS."""
    document = fetched.document
    text, record, parts = document.text.encode(), fetched.record.encode(), parts_of(fetched).encode()
    return (
        document.id,
        fetched.kind,
        fetched.question,
        fetched.asker,
        fetched.fetched_at,
        stored.groups_json(document.access),
        document.source,
        document.pack,
        document.title,
        document.language,
        sha256(text).hexdigest(),
        len(fetched.passages),
        document.page_count,
        stored.facts_json(document.facts),
        len(text) + len(record) + sum(map(len, fetched.bodies)),
        len(text),
        stored.pack(text),
        len(parts),
        stored.pack(parts),
        len(record),
        stored.pack(record),
    )


def parts_of(fetched: Fetched) -> str:
    """Blocks, pages, furniture and passages: the words of a passage are those of its span."""
    document = fetched.document
    return stored.to_json(
        {
            "blocks": [
                [b.kind, b.span.start, b.span.end, b.level, b.name, b.section, b.address]
                for b in document.blocks
            ],
            "pages": stored.pages_json(document.pages),
            "furniture": document.furniture,
            "passages": [
                [
                    p.ordinal,
                    p.span.start,
                    p.span.end,
                    p.path,
                    p.section,
                    p.address,
                    p.pages,
                    p.language,
                    p.kind,
                    p.context,
                    p.confidence,
                    p.enriched,
                ]
                for p in fetched.passages
            ],
        }
    )


def content_of(row: Sequence[Any]) -> tuple[str, Mapping[str, Any]]:
    """The text and the parts of a row that begins with CONTENT."""
    text_bytes, text, parts_bytes, parts = row[:4]
    return stored.unpack(text_bytes, text).decode(), json.loads(stored.unpack(parts_bytes, parts))


def passages_of(document: DocumentId, text: str, parts: Mapping[str, Any]) -> tuple[Passage, ...]:
    return tuple(
        Passage(
            passage_id(document, ordinal),
            document,
            ordinal,
            Span(start, end),
            text[start:end],
            tuple(path),
            section,
            address,
            tuple(pages) if pages else None,
            *others,
        )
        for ordinal, start, end, path, section, address, pages, *others in parts["passages"]
    )


def document_of(head: DocumentHead, text: str, parts: Mapping[str, Any]) -> Document:
    return Document(
        id=head.id,
        source=head.source,
        pack=head.pack,
        title=head.title,
        text=text,
        language=head.language,
        access=head.access,
        blocks=tuple(Block(kind, Span(start, end), *others) for kind, start, end, *others in parts["blocks"]),
        pages=stored.pages_of(parts["pages"]),
        facts=head.facts,
        furniture=tuple(parts["furniture"]),
    )
