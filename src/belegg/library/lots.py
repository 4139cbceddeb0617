"""
Lots of windows that are embedded together, each asked for before it is waited for.

    passages without vectors ─ windows ▶ texts ─ known by their hash? ▶ the rest ─ asked ▶ vectors
                                                                          └ a text refused ▶ the lot in halves

A server that refuses a lot for its texts is asked for halves of it, down to the single text: the others get
their vectors, and the passage whose text it is is set aside with what the server said.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

from belegg.errors import TextRefused
from belegg.records import HASH_BYTES, EmbeddedPassage, PassageKey
from belegg.seams import Embedder, Store
from belegg.text.windows import windows

PASSAGES_A_PAGE = 64
WINDOWS_A_LOT = 12  # some two seconds of work for one core, which is how long Ctrl-C waits at most
LOTS_WAITING = 2  # for each process: one that it works on, one that is ready
HARMLESS = "The lamps in the hall are green."
"""A text that every embedder takes: one that refuses it refuses the request, and not what we sent."""


class Workers(Protocol):
    """Whatever embeds, `count` lots at a time."""

    count: int

    def passages(self, texts: Sequence[str]) -> Future[list[bytes]]:
        """The texts' vectors, some time later. The future raises ModelError."""


@dataclass(frozen=True, slots=True)
class Lot:
    """Passages with the hashes of their windows; `coming` are the vectors of `asked`, None for none."""

    passages: list[tuple[PassageKey, list[bytes]]]
    known: Mapping[bytes, bytes]
    asked: Mapping[bytes, str]
    coming: Future[list[bytes]] | None


@dataclass(frozen=True, slots=True)
class Finished:
    """
    What became of a lot: passages with their vectors, and why others were refused. Of the `windows` that got
    vectors `reused` were known.
    """

    rows: list[EmbeddedPassage]
    refused: dict[PassageKey, str]
    windows: int
    reused: int

    @property
    def passages(self) -> int:
        return len(self.rows) + len(self.refused)


def hash_of(model: str, text: str) -> bytes:
    """What names an embedded text: the same for the same words by the same model, wherever they stand."""
    return blake2b(f"{model}\0{text}".encode(), digest_size=HASH_BYTES).digest()


def lots(
    store: Store, embedder: Embedder, workers: Workers, leave: frozenset[PassageKey] = frozenset()
) -> Iterator[Lot]:
    """Every lot that there is to embed but the passages to `leave`, in order, each asked for already."""
    waiting: deque[Lot] = deque()
    for lot in _asked(store, embedder, workers, leave):
        waiting.append(lot)
        if len(waiting) > LOTS_WAITING * workers.count:
            yield waiting.popleft()
    yield from waiting


def _asked(store: Store, embedder: Embedder, workers: Workers, leave: frozenset[PassageKey]) -> Iterator[Lot]:
    last: PassageKey | None = None
    while page := store.without_vectors(embedder.id, PASSAGES_A_PAGE, after=last):
        last = page[-1].key
        wanted = [one for one in page if one.key not in leave]
        cut = [(one.key, windows(one.document.title, one.passage, embedder.token_counts)) for one in wanted]
        texts = {hash_of(embedder.id, text): text for _, of_passage in cut for text in of_passage}
        known = dict(store.known_vectors(embedder.id, list(texts)))
        rows: list[tuple[PassageKey, list[bytes]]] = []
        asked: dict[bytes, str] = {}
        for key, of_passage in cut:
            hashes = [hash_of(embedder.id, text) for text in of_passage]
            rows.append((key, hashes))
            asked.update({one: texts[one] for one in hashes if one not in known})
            if len(asked) >= WINDOWS_A_LOT:
                yield _lot(rows, known, asked, workers)
                rows, asked = [], {}
        if rows:
            yield _lot(rows, known, asked, workers)


def _lot(
    rows: list[tuple[PassageKey, list[bytes]]],
    known: Mapping[bytes, bytes],
    asked: Mapping[bytes, str],
    workers: Workers,
) -> Lot:
    return Lot(rows, known, asked, workers.passages(list(asked.values())) if asked else None)


def finished(lot: Lot, workers: Workers) -> Finished:
    """The lot's outcome, waited for. Raises ModelError for all but a text that is refused."""
    made, refused = _taken(lot, workers)
    vectors = {**lot.known, **made}
    rows: list[EmbeddedPassage] = []
    why: dict[PassageKey, str] = {}
    for key, hashes in lot.passages:
        told = next((refused[one] for one in hashes if one in refused), None)
        if told is None:
            rows.append(EmbeddedPassage(key, hashes, [vectors[one] for one in hashes]))
        else:
            why[key] = told
    every = [one for row in rows for one in row.hashes]
    new = {one for one in every if one in made}
    return Finished(rows, why, len(every), len(every) - len(new))


def _taken(lot: Lot, workers: Workers) -> tuple[dict[bytes, bytes], dict[bytes, str]]:
    """The vectors of what was asked, by hash, and why a text was refused."""
    if lot.coming is None:
        return {}, {}
    try:
        return dict(zip(lot.asked, lot.coming.result(), strict=True)), {}
    except TextRefused as error:
        workers.passages([HARMLESS]).result()  # raises when no text is taken: then it is not for a text
        return _apart(list(lot.asked.items()), error, workers)


def _apart(
    texts: Sequence[tuple[bytes, str]], error: TextRefused, workers: Workers
) -> tuple[dict[bytes, bytes], dict[bytes, str]]:
    """Texts that were refused together, in halves, until each was taken or refused alone."""
    if len(texts) == 1:
        return {}, {texts[0][0]: str(error)}
    made: dict[bytes, bytes] = {}
    refused: dict[bytes, str] = {}
    middle = len(texts) // 2
    for half in (texts[:middle], texts[middle:]):
        try:
            vectors = workers.passages([text for _, text in half]).result()
            made.update(zip((one for one, _ in half), vectors, strict=True))
        except TextRefused as again:
            more, told = _apart(half, again, workers)
            made, refused = made | more, refused | told
    return made, refused
