"""
Retrieval sets from folders in BEIR's layout: `corpus.jsonl`, `queries.jsonl` and a table of judgements
(query, document, grade; tabs; one header line).
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from belegg.errors import BadInput

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SetQuery:
    """A query of a retrieval set, with the grades of its relevant documents by their ids in the corpus."""

    id: str
    text: str
    judged: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RetrievalSet:
    """A named set of judged queries, in the order of its file."""

    name: str
    queries: tuple[SetQuery, ...]


def read_set(
    folder: Path,
    *,
    qrels: Path | None = None,
    corpus_language: str | None = None,
    query_language: str | None = None,
    limit_queries: int | None = None,
) -> RetrievalSet:
    """
    Read a retrieval set: its judged queries only, those of a language when one is named.

    With `corpus_language`, judgements of documents in other languages are dropped, and with them the
    queries that have no other. `limit_queries` takes a sample that is the same every time. Raises BadInput.
    """
    judged = _judgements(qrels or folder / "qrels.tsv")
    if corpus_language:
        kept = {row["_id"] for row in _rows(folder / "corpus.jsonl") if _language(row) == corpus_language}
        judged = {q: {d: g for d, g in grades.items() if d in kept} for q, grades in judged.items()}
    queries = [
        SetQuery(row["_id"], row["text"], judged[row["_id"]])
        for row in _rows(folder / "queries.jsonl")
        if any(grade > 0 for grade in judged.get(row["_id"], {}).values())
        and (query_language is None or _language(row) == query_language)
    ]
    if not queries:
        raise BadInput(f"`{folder}` holds no judged query of the kind asked for")
    return RetrievalSet(folder.name, tuple(thinned(queries, limit_queries)))


def thinned(queries: list[T], at_most: int | None) -> list[T]:
    """A sample of at most so many, in their own order, the same for the same queries."""
    if at_most is None or len(queries) <= at_most:
        return queries
    chosen = random.Random(1).sample(range(len(queries)), at_most)
    return [queries[place] for place in sorted(chosen)]


def _judgements(file: Path) -> dict[str, dict[str, int]]:
    judged: dict[str, dict[str, int]] = {}
    for number, line in list(_lines(file))[1:]:
        try:
            query, document, grade = line.split("\t")
            judged.setdefault(query, {})[document] = int(grade)
        except ValueError as error:
            raise BadInput(f"`{file}` line {number}: expected query, document and grade") from error
    return judged


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    return (row for _, row in rows_of(file))


def rows_of(file: Path) -> Iterator[tuple[int, Any]]:
    """The JSON values of a file, one a line, with the numbers of their lines. Raises BadInput."""
    for number, line in _lines(file):
        try:
            yield number, json.loads(line)
        except json.JSONDecodeError as error:
            raise BadInput(f"`{file}` line {number} is no JSON: {error.msg}") from error


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    """The lines that hold anything, with their numbers from 1."""
    try:
        # Not splitlines: a record may hold U+2028 and other marks that it takes for the end of a line.
        lines = file.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise BadInput(f"`{file}` cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"`{file}` is no text in UTF-8 (byte {error.start})") from error
    return ((number, line) for number, line in enumerate(lines, start=1) if line.strip())


def _language(row: Mapping[str, Any]) -> str | None:
    return (row.get("metadata") or {}).get("lang")
