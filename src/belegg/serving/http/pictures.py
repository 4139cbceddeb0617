"""Pictures of pages: drawn behind a fence that is kept warm, and kept while there is room."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from belegg.errors import BadInput, ReadingError
from belegg.library.library import Library
from belegg.reading.fenced.fence import Fence
from belegg.reading.fenced.limits import Limits
from belegg.records import Scope

READER: Final = "belegg.reading.pdf.page_image"
PDF, HEAD_BYTES = b"%PDF-", 1024
ROOM_BYTES: Final = 64 * 1024 * 1024
TOTAL_S: Final = 20.0
WORKERS: Final = 2

Key = tuple[str, int, str, int]
"""A document, its version, the SHA-256 of its bytes, a page: whoever may read it is asked for each time."""


@dataclass(slots=True)
class Pictures:
    """
    PNG files of pages, in threads at once. What is kept is found by whoever was just seen to be allowed to
    read the document, and by nobody else.
    """

    fence: Fence = field(default_factory=lambda: Fence(Limits(stall_s=TOTAL_S, total_s=TOTAL_S), WORKERS))
    room_bytes: int = ROOM_BYTES
    _kept: OrderedDict[Key, Future[bytes]] = field(default_factory=OrderedDict)
    _held: int = 0
    _lock: Lock = field(default_factory=Lock)

    def warm(self) -> None:
        """Start a process that draws, so that the first page need not wait for it."""
        with suppress(ReadingError):  # the file is no PDF; and whoever comes first is told what else is wrong
            self.fence.parse(READER, PDF)

    def page(self, library: Library, name: str, number: int, scope: Scope) -> bytes:
        """
        Page `number`, from 1, of a document's newest version. Raises UnknownDocument, BadInput when it has no
        such page, its original was not kept, or it is no PDF, and ReadingError.
        """
        head = library.document(name, scope, removed=True)
        if not 1 <= number <= max(head.pages, 1):
            raise BadInput(f"`{head.source}` has no page {number}; it has {head.pages}")
        key = (head.id, head.version, head.sha256, number)
        with self._lock:
            known = self._kept.get(key)
            drawing = known or self._kept.setdefault(key, Future())
            self._kept.move_to_end(key)
        if known is None:
            self._draw(library, key, drawing, scope)
        return drawing.result()

    def _draw(self, library: Library, key: Key, drawing: Future[bytes], scope: Scope) -> None:
        """Draw for all who wait for it; what failed is tried anew by the next one."""
        try:
            drawing.set_result(self._drawn(library.original(key[0], scope), key[3]))
        except BaseException as error:
            drawing.set_exception(error)
            with self._lock:
                self._kept.pop(key, None)
            raise
        with self._lock:
            self._held += len(drawing.result())
            while self._held > self.room_bytes and len(self._kept) > 1:
                self._drop_oldest()

    def _drawn(self, original: bytes, number: int) -> bytes:
        if PDF not in original[:HEAD_BYTES]:
            raise BadInput("only the pages of a PDF can be drawn; read the text of this document instead")
        parts = self.fence.parse(READER, original, kept={number: b""}).content.parts
        return next(part.data for part in parts)

    def _drop_oldest(self) -> None:
        key, oldest = next(iter(self._kept.items()))
        if not oldest.done():
            self._kept.move_to_end(key)
            return
        del self._kept[key]
        self._held -= len(oldest.result())

    def kept(self) -> list[Key]:
        """Of which pages a picture is at hand, the one last asked for at the end."""
        with self._lock:
            return list(self._kept)

    def close(self) -> None:
        self.fence.close()
