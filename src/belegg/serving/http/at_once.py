"""How many questions are answered at once, by one process and for one person: by every door of a server."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from belegg.errors import TooManyRequests

MOST_HERE: Final = 8
"""Questions that one process works on at once."""
MOST_EACH: Final = 3
"""Questions of one person at once."""
WAIT_S: Final = 5


class AtOnce:
    """Counts; from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._going = Counter[str]()

    def take(self, by: str) -> None:
        """One more of this person. Raises TooManyRequests."""
        with self._lock:
            if self._going.total() >= MOST_HERE:
                raise TooManyRequests(
                    "the server is answering as many questions as it can; ask again shortly", WAIT_S
                )
            if self._going[by] >= MOST_EACH:
                raise TooManyRequests(
                    f"{MOST_EACH} of your questions are being answered; wait, or stop one", WAIT_S
                )
            self._going[by] += 1

    def give_back(self, by: str) -> None:
        """It has ended."""
        with self._lock:
            self._going[by] -= 1
            self._going += Counter()  # who has none is forgotten

    @contextmanager
    def taken(self, by: str) -> Iterator[None]:
        """Raises TooManyRequests."""
        self.take(by)
        try:
            yield
        finally:
            self.give_back(by)
