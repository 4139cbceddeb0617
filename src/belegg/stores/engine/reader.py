"""One committed state, as one scope sees it: what `seams.Reader` promises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import ParamSpec, TypeVar, cast

import numpy as np

from belegg.errors import StoreUnhealthy
from belegg.records import (
    Alternative,
    Candidate,
    Collection,
    Concept,
    DocumentId,
    Embedded,
    OnTheDay,
    Pack,
    Passage,
    PassageKey,
    Scope,
)
from belegg.records.packs import PackSize
from belegg.records.rewordings import Rewording
from belegg.records.turns import Turn, TurnHead
from belegg.stores.engine import packs, rewordings, statements, stored, turns
from belegg.stores.engine.arrays import Keys, Mask
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.documents import DocumentReading
from belegg.stores.engine.fetched import FetchedReading
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.lists import Lists, all_terms, holding
from belegg.stores.engine.neighbours import similar
from belegg.stores.engine.scoring import Board, Saturation, best_passages, scores_of
from belegg.stores.engine.sequences import sequences_of
from belegg.stores.engine.statements import one_of
from belegg.stores.engine.vector_reading import VectorReading
from belegg.stores.engine.view import InScope, View
from belegg.stores.engine.vocabulary import Vocabulary
from belegg.stores.engine.words import Words
from belegg.text.names import normal_section

AS_WRITTEN = "="
MANY_TERMS = 100  # are told from those that are no words before they are looked up

P = ParamSpec("P")
R = TypeVar("R")


def on_sound_index(read: Callable[P, R]) -> Callable[P, R]:
    """A number that points outside of an array is damage in the file, not a fault of the program."""

    @wraps(read)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return read(*args, **kwargs)
        except IndexError as error:
            raise StoreUnhealthy(
                "the index names what is not there; `belegg reanalyse` builds it anew"
            ) from error

    return guarded


class EngineReader(DocumentReading):
    """Reads inside one open transaction; of no use after it."""

    def __init__(
        self,
        connection: Connection,
        view: View,
        asked: Scope,
        scope: InScope,
        words: Words,
        board: Board,
        formula: Formula,
        vectors: VectorReading,
    ) -> None:
        self._connection = connection
        self._view = view
        self._scope = scope
        self._asked = asked
        self._words = words
        self._board = board
        self._formula = formula
        self._vectors = vectors
        self._fetched = FetchedReading(connection, asked.principal, asked.question)
        self._side = view.snapshot.state.side
        self._vocabulary = Vocabulary(connection, self._side)
        self._lists = Lists(connection, view, formula)
        self._ids: dict[str, int | None] = {}  # a question's terms are asked for twice
        self._packs: Sequence[Pack] | None = None  # each stage of a search asks

    # ------------------------------------------------------------ the words

    def languages(self) -> tuple[str, ...]:
        if not self._scope.languages:  # asked before every search
            spaces = self._spaces_of(self._scope.keys)
            self._scope.languages[:] = sorted({space for held, _ in spaces for space in held})
        return tuple(self._scope.languages)

    def once(self, what: str, make: Callable[[], R]) -> R:
        if what not in self._scope.made:
            self._scope.made[what] = make()
        return cast(R, self._scope.made[what])

    def collection(self) -> Collection:
        if self._view.passages and not self._view.spaces:
            counts: Counter[str] = Counter()
            for held, passages in self._spaces_of(self._view.keys):
                for space in held - {AS_WRITTEN} or {AS_WRITTEN}:
                    counts[space] += passages
            self._view.spaces.update(counts)
        return Collection(self._view.passages, self._view.mean_length, self._view.spaces)

    def _spaces_of(self, keys: Mask) -> list[tuple[set[str], int]]:
        """The sets of name spaces that these passages' terms are in, each with how many passages."""
        counts = np.bincount(self._view.snapshot.traits[keys])
        sql = "SELECT spaces, id FROM traits WHERE id IN (SELECT value FROM carray(?))"
        held = np.flatnonzero(counts).astype(np.int64)
        found = statements.rows(self._connection, sql, (self._connection.array(held),)) if held.size else []
        return [(set(spaces.split()), int(counts[trait])) for spaces, trait in found]

    @on_sound_index
    def document_frequencies(self, terms: Iterable[str]) -> Mapping[str, int]:
        asked = list(dict.fromkeys(terms))
        if len(asked) > MANY_TERMS:
            asked = self._words.perhaps(asked, self._vocabulary)
        return self._lists.frequencies(self._ids_of(asked))

    def _ids_of(self, terms: Sequence[str]) -> dict[str, int]:
        """The numbers of those of the terms, each given once, that have one."""
        new = [term for term in terms if term not in self._ids]
        if new:
            self._ids.update(dict.fromkeys(new) | self._vocabulary.ids(new))
        return {term: number for term in terms if (number := self._ids[term]) is not None}

    @on_sound_index
    def similar_terms(self, term: str, at_least: float, limit: int) -> Sequence[tuple[str, float]]:
        found = list(similar(term, at_least, self._words, self._vocabulary))
        frequencies = self._lists.frequencies({other: number for other, number, _ in found})
        readable = [(other, dice) for other, _, dice in found if other in frequencies]
        readable.sort(key=lambda row: (-row[1], -frequencies[row[0]], row[0]))
        return readable[:limit]

    def packs(self) -> Sequence[Pack]:
        if self._packs is None:
            self._packs = packs.readable(self._connection, self._view, self._asked.packs)
        return self._packs

    def pack_sizes(self) -> Mapping[str, PackSize]:
        return packs.sizes(self._connection, self._scope.documents)

    def rewordings(self) -> Sequence[Rewording]:
        return rewordings.readable(self._connection, self._scope.documents)

    def on_the_day(self) -> OnTheDay | None:
        return self._scope.on_the_day

    # ------------------------------------------------------------ passages by words

    @on_sound_index
    def by_words(
        self,
        concepts: Sequence[Concept],
        limit: int,
        *,
        all_of: Sequence[Alternative] = (),
        none_of: Sequence[str] = (),
    ) -> Sequence[Candidate]:
        if limit < 1 or not self._view.passages:
            return []
        held = self._lists.held(self._ids_of(all_terms(concepts, all_of, none_of)))
        lengths = self._scope.lengths
        if all_of or none_of:
            required = [holding(alternative.terms, held) for alternative in all_of]
            allowed = self._allowed(required, holding(none_of, held))
            lengths = lengths * allowed  # HIDDEN where they are not
        weighed = self._lists.weigh(concepts, held)
        keys, scores = best_passages(weighed, Saturation(lengths, self._view.saturations), limit, self._board)
        return list(map(Candidate, keys.tolist(), scores.tolist()))

    @on_sound_index
    def word_scores(self, concepts: Sequence[Concept], keys: Sequence[PassageKey]) -> Sequence[float]:
        wanted = self._in_scope(keys)
        held = self._lists.held(self._ids_of(all_terms(concepts, (), ())))
        saturation = Saturation(self._scope.lengths, self._view.saturations)
        scores: list[float] = scores_of(
            self._lists.weigh(concepts, held), wanted, saturation, self._board
        ).tolist()
        return scores

    def _allowed(self, required: Sequence[Keys], refused: Keys) -> Mask:
        """By key, whether a passage stands in every one of the lists, and not in the refused one."""
        allowed = np.ones(self._scope.keys.size, dtype=np.bool_)
        for keys in required:
            holding = np.zeros(allowed.size, dtype=np.bool_)
            holding[keys] = True
            allowed &= holding
        allowed[refused] = False
        return allowed

    @on_sound_index
    def matching(self, terms: Sequence[str]) -> Sequence[PassageKey]:
        held = self._lists.held(self._ids_of(list(dict.fromkeys(terms))))
        keys = np.unique(holding(terms, held))
        return [PassageKey(key) for key in keys[self._scope.keys[keys]].tolist()]

    @on_sound_index
    def sequences(self, keys: Sequence[PassageKey]) -> Sequence[bytes]:
        hashes = self._words.hashes(self._vocabulary)
        return sequences_of(self._connection, self._side, self._in_scope(keys), hashes)

    # ------------------------------------------------------------ passages by vector

    def embedded(self) -> Embedded:
        return self._vectors.embedded()

    @on_sound_index
    def by_vector(self, vector: bytes, limit: int) -> Sequence[Candidate]:
        return self._vectors.by_vector(vector, limit)

    def cosines(self, vector: bytes, keys: Sequence[PassageKey]) -> Sequence[float | None]:
        return self._vectors.cosines(vector, self._in_scope(keys))

    def vectors_of(self, keys: Sequence[PassageKey]) -> Sequence[Sequence[bytes]]:
        return self._vectors.vectors_of(self._in_scope(keys))

    # ------------------------------------------------------------ passages by key

    def passages(self, keys: Sequence[PassageKey]) -> Sequence[Passage]:
        if not keys:
            return []
        rows = statements.rows(
            self._connection,
            f"SELECT {stored.PASSAGE_COLUMNS} FROM carray(?) AS k "
            "CROSS JOIN passages AS p ON p.key = k.value CROSS JOIN documents AS d ON d.number = p.document",
            (self._connection.array(self._in_scope(keys)),),
        )
        found = {row[0]: stored.passage_of(row) for row in rows}
        return [found[key] for key in keys]

    def documents_of(self, keys: Sequence[PassageKey]) -> Sequence[DocumentId]:
        if not keys:
            return []
        snapshot = self._view.snapshot
        ids: list[DocumentId] = snapshot.ids[snapshot.document[self._in_scope(keys)]].tolist()
        return ids

    def keys_of(self, document: DocumentId, section: str | None = None) -> Sequence[PassageKey]:
        first, count = self._range_of(document)
        if section is None:
            keys = np.arange(first, first + count)
        else:
            wanted = normal_section(section)
            sql = (
                "SELECT key, section FROM passages "
                "WHERE key >= ? AND key < ? AND section NOTNULL ORDER BY key"
            )
            rows = statements.rows(self._connection, sql, (first, first + count))
            keys = np.array([key for key, number in rows if normal_section(number) == wanted], dtype=np.int64)
        return [PassageKey(key) for key in keys[self._scope.keys[keys]].tolist()]

    # ------------------------------------------------------------ documents

    def named(self, names: Sequence[str]) -> Mapping[str, Sequence[DocumentId]]:
        condition, bindings = one_of("n.name", dict.fromkeys(names))
        rows = statements.rows(
            self._connection,
            "SELECT n.name, d.number, d.id FROM names AS n "
            "CROSS JOIN documents AS d ON d.number = n.document "
            f"CROSS JOIN sources AS s ON s.document = d.number WHERE {condition} ORDER BY s.source, d.id",
            tuple(bindings),
        )
        found: dict[str, list[DocumentId]] = {}
        for name, number, document in rows:
            if self._scope.documents[number]:
                found.setdefault(name, []).append(DocumentId(document))
        return found

    def turns(self, conversation: str | None = None) -> Sequence[TurnHead]:
        return turns.heads(self._connection, self._asked.principal, conversation)

    def turn(self, id: str) -> Turn | None:
        return turns.turn(self._connection, self._asked.principal, id)

    # ------------------------------------------------------------ what is in scope

    def _in_scope(self, keys: Sequence[PassageKey]) -> Keys:
        """The keys as an array. Raises KeyError for one outside the scope."""
        wanted = np.array(keys, dtype=np.int64)
        if wanted.size and not self._scope.keys[wanted].all():
            raise KeyError("a passage outside the scope was asked for")
        return wanted
