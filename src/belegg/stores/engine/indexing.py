"""From a passage's terms to what the index keeps: numbers, forward arrays, extents, segments."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from belegg.records import Terms
from belegg.stores.engine import statements
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.forward import encode, invert
from belegg.stores.engine.postings import LONGEST
from belegg.stores.engine.segments import Segments
from belegg.stores.engine.vocabulary import Vocabulary, spaces_of

TRAIT_BYTES = 2
MOST_TERMS_CACHED = 400_000  # about 50 MB


def fields_of(terms: Terms) -> tuple[tuple[str, ...], ...]:
    """The six fields in the order of forward arrays."""
    return (
        terms.title,
        terms.heading,
        terms.body,
        terms.title_parts,
        terms.heading_parts,
        terms.body_parts,
    )


def packed_traits(traits: Sequence[int]) -> bytes:
    """A uint16 for each passage, or only one when all are the same, as they mostly are."""
    return np.array(traits[:1] if len(set(traits)) == 1 else traits, np.uint16).tobytes()


def unpacked_traits(data: bytes, passages: int) -> bytes:
    """A uint16 for each passage."""
    return data * passages if len(data) == TRAIT_BYTES else data


class Index:
    """
    One side's index while it is being written, in the writer's transaction.

    It remembers the numbers of terms, which others only add to (`State.same_words`). New terms are written
    together by `write_terms`, which whoever commits calls before. `inverted`: passages whose postings are
    made together.
    """

    def __init__(self, connection: Connection, side: int, formula: Formula, inverted: int) -> None:
        self._connection = connection
        self.side = side
        self._formula = formula
        self.inverted = inverted
        self._ids: dict[str, int] = {}
        self._last_id: int | None = None
        self._new: list[str] = []
        self._traits: dict[tuple[str, str], int] = {}
        self.vocabulary = Vocabulary(connection, side)
        self.segments = Segments(connection, side)

    def begin(self) -> None:
        """Before a transaction: others may have added terms since the last one."""
        self._last_id = None

    def add(
        self, number: int, first_key: int, terms: Sequence[Terms], languages: Sequence[str | None]
    ) -> None:
        """Store the terms of a document's passages, whose keys begin with `first_key`."""
        distinct = [frozenset().union(*fields_of(each)) for each in terms]
        self._number_terms(frozenset().union(*distinct))
        ids = self._ids.__getitem__
        rows = []
        for key, each in enumerate(terms, first_key):
            rows.append((key, *encode([list(map(ids, field)) for field in fields_of(each)])))
        self._connection.executemany(f"INSERT INTO forward_{self.side} VALUES (?, ?, ?)", rows)
        lengths = [min(len(t.title) + len(t.heading) + len(t.body), LONGEST) for t in terms]
        traits = [
            self._trait(language or "", held) for language, held in zip(languages, distinct, strict=True)
        ]
        self._connection.execute(
            statements.put(f"extents_{self.side}", ("document",), ("lengths", "traits")),
            (number, np.array(lengths, np.uint16).tobytes(), packed_traits(traits)),
        )

    def remove(self, number: int, first_key: int, passages: int) -> None:
        """Take a document's forward arrays out; its postings in segments go with the next merge."""
        self._connection.execute(
            f"DELETE FROM forward_{self.side} WHERE key >= ? AND key < ?", (first_key, first_key + passages)
        )
        self._connection.execute(f"DELETE FROM extents_{self.side} WHERE document = ?", (number,))

    def fold(self, first_key: int, end_key: int) -> None:
        """Write the postings of fresh passages down as segments."""
        self.write_terms()
        while first_key < end_key:
            rows = self.segments.forward_rows(first_key, min(end_key, first_key + self.inverted))
            first_key += self.inverted
            if rows:
                self.segments.write_fresh(invert(rows, self._formula))
        self.vocabulary.join_blocks()

    def write_terms(self) -> None:
        """Write down the terms that were numbered since this was called last."""
        if self._new and self._last_id is not None:
            self.vocabulary.add(self._new, self._last_id - len(self._new))
            self._new = []

    def _number_terms(self, terms: Collection[str]) -> None:
        """Know the numbers of these terms, giving new ones to those that have none."""
        if len(self._ids) > MOST_TERMS_CACHED:
            self.write_terms()  # or they would not be found any more
            self._ids.clear()
        unknown = sorted(set(terms).difference(self._ids))  # sorted: the same documents give the same numbers
        self._ids.update(self.vocabulary.ids(unknown))
        new = [term for term in unknown if term not in self._ids]
        if new:
            last = self.vocabulary.last_id() if self._last_id is None else self._last_id
            self._ids.update({term: last + place for place, term in enumerate(new, 1)})
            self._new += new
            self._last_id = last + len(new)

    def _trait(self, language: str, terms: frozenset[str]) -> int:
        """The number of a passage's language and name spaces."""
        spaces = " ".join(sorted(spaces_of(terms)))
        trait = self._traits.get((language, spaces))
        if trait is None:
            asked = "SELECT id FROM traits WHERE language = ? AND spaces = ?"
            found = statements.row(self._connection, asked, (language, spaces))
            if found is None:
                new = "INSERT INTO traits (language, spaces) VALUES (?, ?) RETURNING id"
                found = statements.row(self._connection, new, (language, spaces))
            trait = int(found[0])
            self._traits[language, spaces] = trait
        return trait
