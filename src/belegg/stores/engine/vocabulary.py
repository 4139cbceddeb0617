"""
The index's words: a number for each term, and what finds terms like a given one.

Ids count from 1 in order of arrival, so that frequent terms have small ids. For each term, in blocks of ids:
the crc32 by which `search` knows it, a 128-bit signature with a bit set for each trigram, and its text. A
term that shares many trigrams with another shares many bits; the words themselves are then compared.
"""

from __future__ import annotations

import zlib
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias
from zlib import crc32

import numpy as np
import numpy.typing as npt

from belegg.errors import StoreUnhealthy
from belegg.stores.engine import statements
from belegg.stores.engine.connection import Connection
from belegg.stores.engine.statements import is_text

Hashes: TypeAlias = npt.NDArray[np.uint32]
Kinds: TypeAlias = npt.NDArray[np.uint8]
Signatures: TypeAlias = npt.NDArray[np.uint64]

BLOCK_TERMS = 8_192
HASH_BYTES = 4
COMPRESSION = 6
SIGNATURE_BITS = 128
SIGNATURE_BYTES = SIGNATURE_BITS // 8


def name_space(term: str) -> str:
    """`no:` of `no:oppsig`, `no~` of `no~frist`, `=` of `=2026-041`."""
    if term.startswith("="):
        return "="
    return term[: next((i for i, letter in enumerate(term) if letter in ":~"), -1) + 1]


def spaces_of(terms: Collection[str]) -> frozenset[str]:
    """The name spaces of terms without their separators: `no`, `en`, `=`."""
    # Nearly all name spaces have two letters: told by three characters, which few distinct ones begin with.
    beginnings = {"=" if term[0] == "=" else term[:3] for term in terms}
    if all(beginning == "=" or beginning[-1] in ":~" for beginning in beginnings):
        return frozenset(beginning.rstrip(":~") for beginning in beginnings)
    return frozenset(name_space(term).rstrip(":~") for term in terms)


def trigrams(term: str) -> tuple[str, frozenset[str]]:
    """A term's name space and the trigrams of its word with one start mark."""
    space = name_space(term)
    marked = "^" + term[len(space) :]
    return space, frozenset(marked[i : i + 3] for i in range(len(marked) - 2))


def bits_of(term: str) -> list[int]:
    """The bit of each trigram of a term's word; several may share one."""
    word = term[len(name_space(term)) :]
    letters = f"^{word}".encode("utf-32-le", "surrogatepass")  # four bytes each: a trigram is a slice
    grams = {letters[start : start + 12] for start in range(0, len(letters) - 8, 4)}
    return [crc32(gram) & (SIGNATURE_BITS - 1) for gram in grams]


def signature(term: str) -> int:
    """A number with the bits of a term's trigrams."""
    signed = 0
    for bit in bits_of(term):
        signed |= 1 << bit
    return signed


def kind_of(term: str) -> int:
    """A byte for the name space, so that only terms of that are looked through. Two may share one."""
    return crc32(name_space(term).encode()) & 0xFF


class Block(NamedTuple):
    """What is kept of neighbouring ids besides the vocabulary itself."""

    first_id: int
    hashes: bytes
    kinds: bytes
    signatures: bytes
    texts: Sequence[bytes]


def pack_terms(texts: Sequence[bytes]) -> bytes:
    """Terms of a block, compressed: how long each is, then all in one."""
    sizes = np.fromiter(map(len, texts), np.uint32, len(texts))
    return zlib.compress(sizes.tobytes() + b"".join(texts), COMPRESSION)


def unpack_terms(data: bytes, count: int) -> list[bytes]:
    """What `pack_terms` packed; `count` terms. Raises StoreUnhealthy."""
    try:
        unpacked = zlib.decompress(data)
        ends = np.cumsum(np.frombuffer(unpacked, np.uint32, count), dtype=np.int64) + 4 * count
    except (zlib.error, ValueError) as error:
        raise StoreUnhealthy("the vocabulary is damaged; `belegg reanalyse` builds the index anew") from error
    return [unpacked[start:end] for start, end in pairwise([4 * count, *ends.tolist()])]


class Vocabulary:
    """The terms of one side of the index, through one connection."""

    def __init__(self, connection: Connection, side: int) -> None:
        self._connection = connection
        self._vocabulary = f"vocabulary_{side}"
        self._blocks = f"term_blocks_{side}"

    # ------------------------------------------------------------ asking

    def ids(self, terms: Sequence[str]) -> dict[str, int]:
        """The numbers of those terms that have one."""
        joined = "".join(terms)
        if "\0" in joined or not is_text(joined):
            usual = tuple(term for term in terms if "\0" not in term and is_text(term))
        else:
            usual = tuple(terms)
        ids: dict[str, int] = {}
        if usual:
            join = f"carray(?) AS t CROSS JOIN {self._vocabulary} AS v WHERE v.term = t.value"
            sql = f"SELECT v.term, v.id FROM {join}"
            ids.update(statements.rows(self._connection, sql, (self._connection.array(usual),)))
        for term in terms if len(usual) < len(terms) else ():
            sql = f"SELECT term, id FROM {self._vocabulary} WHERE term = ?"
            ids.update(statements.rows(self._connection, sql, (term,)))
        return ids

    def last_id(self) -> int:
        """The greatest id ever given; ids of forgotten terms are not given again."""
        sql = f"SELECT coalesce(max(first_id + length(hashes) / {HASH_BYTES}), 1) - 1 FROM {self._blocks}"
        return int(statements.row(self._connection, sql)[0])

    def hashes_after(self, known: int) -> Hashes:
        """Hashes of the ids above `known`, in order."""
        return np.frombuffer(self._after(known, "hashes", HASH_BYTES), np.uint32)

    def terms_after(self, known: int) -> list[bytes]:
        """The terms of the ids above `known`, in order; forgotten ones are empty."""
        sql = (
            f"SELECT first_id, terms, length(kinds) FROM {self._blocks} "
            "WHERE first_id + length(kinds) - 1 > ? ORDER BY first_id"
        )
        rows = statements.rows(self._connection, sql, (known,))
        skipped = known + 1 - rows[0][0] if rows else 0
        return [text for row in rows for text in unpack_terms(row[1], row[2])][skipped:]

    def signatures_after(self, known: int) -> tuple[Kinds, Signatures]:
        """Kinds and signatures of the ids above `known`, in order, two words each."""
        kinds = np.frombuffer(self._after(known, "kinds", 1), np.uint8)
        signatures = np.frombuffer(self._after(known, "signatures", SIGNATURE_BYTES), np.uint64)
        return kinds, signatures.reshape(-1, 2)

    def _after(self, known: int, column: str, size: int) -> bytes:
        """The bytes of a column of the blocks, from the id after `known` on."""
        sql = (
            f"SELECT first_id, {column} FROM {self._blocks} "
            f"WHERE first_id + length({column}) / {size} - 1 > ? ORDER BY first_id"
        )
        rows = statements.rows(self._connection, sql, (known,))
        skipped = known + 1 - rows[0][0] if rows else 0
        return b"".join(row[1] for row in rows)[skipped * size :]

    # ------------------------------------------------------------ writing

    def add(self, terms: Sequence[str], last_id: int) -> None:
        """Number new terms from `last_id` + 1 on."""
        rows = [(term, last_id + place) for place, term in enumerate(terms, 1)]
        # In the order of the table, so that neighbours meet the same page.
        self._connection.executemany(f"INSERT INTO {self._vocabulary} VALUES (?, ?)", sorted(rows))
        texts = [term.encode() for term in terms]
        self._write(
            Block(
                last_id + 1,
                np.fromiter(map(crc32, texts), np.uint32, len(texts)).tobytes(),
                bytes(map(kind_of, terms)),
                b"".join(signature(term).to_bytes(SIGNATURE_BYTES, "little") for term in terms),
                texts,
            )
        )

    def join_blocks(self) -> None:
        """Bring the small blocks at the end, one of each write, together."""
        blocks = self._blocks_where(
            f"first_id > (SELECT coalesce(max(first_id), 0) FROM {self._blocks} WHERE length(kinds) >= ?)",
            (BLOCK_TERMS,),
        )
        if len(blocks) > 1:
            self._connection.execute(f"DELETE FROM {self._blocks} WHERE first_id >= ?", (blocks[0].first_id,))
            self._write(
                Block(
                    blocks[0].first_id,
                    b"".join(block.hashes for block in blocks),
                    b"".join(block.kinds for block in blocks),
                    b"".join(block.signatures for block in blocks),
                    [text for block in blocks for text in block.texts],
                )
            )

    def keep_only(self, used: npt.NDArray[np.bool_]) -> None:
        """
        Take out the terms whose ids are not used, with what their hashes and signatures tell of them.

        Their ids stay used up.
        """
        for block in self._blocks_where("1 = 1", ()):
            gone = [n for n, text in enumerate(block.texts) if text and not used[block.first_id + n]]
            if gone:
                self._connection.executemany(
                    f"DELETE FROM {self._vocabulary} WHERE term = ?",
                    [(block.texts[n].decode(),) for n in gone],
                )
                self._connection.execute(f"DELETE FROM {self._blocks} WHERE first_id = ?", (block.first_id,))
                self._write(without(block, gone))

    def _blocks_where(self, condition: str, bindings: tuple[object, ...]) -> list[Block]:
        sql = f"SELECT first_id, hashes, kinds, signatures, terms FROM {self._blocks} WHERE {condition}"
        rows = statements.rows(self._connection, f"{sql} ORDER BY first_id", bindings)
        return [Block(r[0], r[1], r[2], r[3], unpack_terms(r[4], len(r[2]))) for r in rows]

    def _write(self, block: Block) -> None:
        self._connection.execute(
            f"INSERT INTO {self._blocks} VALUES (?, ?, ?, ?, ?)", (*block[:4], pack_terms(block.texts))
        )


def without(block: Block, gone: Sequence[int]) -> Block:
    """The block with nothing at these places."""
    kept = np.ones(len(block.texts), dtype=np.bool_)
    kept[gone] = False
    signatures = np.frombuffer(block.signatures, np.uint64).reshape(-1, 2)
    return block._replace(
        hashes=(np.frombuffer(block.hashes, np.uint32) * kept).tobytes(),
        signatures=(signatures * kept[:, None]).tobytes(),
        texts=[text if keep else b"" for text, keep in zip(block.texts, kept.tolist(), strict=True)],
    )
