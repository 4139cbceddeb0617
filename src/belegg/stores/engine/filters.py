"""A scope as masks over documents and passages: who asks, and within what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from belegg.records import Principal, Scope
from belegg.stores.engine import statements
from belegg.stores.engine.arrays import Counts, Mask
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.days import valid_on
from belegg.stores.engine.packs import off_documents
from belegg.stores.engine.snapshot import Snapshot
from belegg.stores.engine.statements import one_of
from belegg.stores.engine.stored import lists_of
from belegg.stores.engine.view import InScope, View


class Readable:
    """
    The access lists that somebody may read: by list id, or None for the owner, who reads all. `text`: the
    same for a database that keeps its rows itself: `*`, or the ids as an array is written.
    """

    __slots__ = ("lists", "text")

    def __init__(self, lists: Mask | None) -> None:
        self.lists = lists
        ids = [] if lists is None else np.flatnonzero(lists).tolist()
        self.text = "*" if lists is None else "{" + ",".join(map(str, ids)) + "}"


NO_LISTS: Final = Readable(np.zeros(0, dtype=np.bool_))


def readable_lists(connection: Connection, principal: Principal) -> Mask | None:
    """By list id, whether the principal may read what stands under it; None for the owner."""
    if principal.groups is None:
        return None
    rows = statements.rows(connection, "SELECT id, groups FROM access_lists ORDER BY id")
    readable = np.zeros(rows[-1][0] + 1 if rows else 1, dtype=np.bool_)
    lists = lists_of([text for _, text in rows])
    held = [number for (number, _), groups in zip(rows, lists, strict=True) if principal.may_read(groups)]
    readable[held] = True
    return readable


def documents_in(connection: Connection, snapshot: Snapshot, scope: Scope) -> Mask | None:
    """By document number, whether it passes the scope's filters (languages apart); None without filters."""
    conditions: list[str] = []
    bindings: list[str] = []

    def must(condition: str, values: Sequence[str]) -> None:
        conditions.append(condition)
        bindings.extend(values)

    if scope.packs:
        must(*one_of("pack", scope.packs))
    if scope.documents:
        must(*one_of("id", scope.documents))
    if scope.organisations:
        condition, names = one_of("name", [name.casefold() for name in scope.organisations])
        must(f"number IN (SELECT document FROM organisations WHERE {condition})", names)
    if scope.since is not None:
        must("substr(date, 1, length(?)) >= ?", [scope.since, scope.since])
    if scope.until is not None:
        must("substr(date, 1, length(?)) <= ?", [scope.until, scope.until])
    if not conditions:
        return None
    sql = f"SELECT number FROM documents WHERE {' AND '.join(conditions)}"
    allowed = np.zeros(snapshot.access.size, dtype=np.bool_)
    allowed[[row[0] for row in statements.rows(connection, sql, tuple(bindings))]] = True
    return allowed


def in_scope(connection: Connection, view: View, scope: Scope) -> InScope:
    """
    What the scope's filters leave of a view.

    Languages are passages'; a document is in scope by its own language or by one of its passages'. A pack
    that is off keeps its documents and loses its passages: nothing finds them, whatever a question names.
    """
    snapshot, documents, keys = view.snapshot, view.documents, view.keys
    filtered = documents_in(connection, snapshot, scope)
    if filtered is not None:
        documents = documents & filtered
        keys = keys & documents[snapshot.document]
    if scope.languages:
        spoken = np.zeros(documents.size, dtype=np.bool_)
        spoken[numbers(connection, "SELECT number FROM documents", scope.languages)] = True
        traits = numbers(connection, "SELECT id FROM traits", scope.languages)
        keys = keys & np.isin(snapshot.traits, traits)
        spoken[snapshot.document[keys]] = True
        documents = documents & spoken
    off = off_documents(connection, snapshot)
    on_the_day = None
    if scope.as_of is not None:
        searched = documents if off is None else documents & ~off
        valid, on_the_day = valid_on(connection, view, scope.as_of, documents, searched)
        documents = documents & valid
        keys = keys & documents[snapshot.document]
    if off is not None:
        keys = keys & ~off[snapshot.document]
    lengths = snapshot.lengths
    if not keys[1:].all():  # there is no key 0
        lengths = lengths * keys  # HIDDEN where they are not
    return InScope(documents, keys, lengths, on_the_day)


def numbers(connection: Connection, select: str, languages: Sequence[str]) -> Counts:
    """The numbers of rows in one of the languages."""
    condition, bindings = one_of("language", filter(None, languages))  # "" stands for undecided
    found = statements.rows(connection, f"{select} WHERE {condition}", tuple(bindings))
    return np.array([row[0] for row in found], dtype=np.int64)
