"""A library in one SQLite file: the store, and what only a file has to offer (backup)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from belegg.stores.engine.database import Step, nothing
from belegg.stores.engine.formula import Formula
from belegg.stores.engine.roles import Patience, nobody
from belegg.stores.engine.sizes import Sizes
from belegg.stores.engine.store import EngineStore
from belegg.stores.sqlite.backing_up import back_up
from belegg.stores.sqlite.file import LibraryFile

WAIT_S = 60.0


class SqliteStore(EngineStore):
    """
    A library in one SQLite file; made when it is not there. Raises StoreError.

    Safe to share between threads. `wait_s`: how long a writer waits for another one; `tell` is given a
    sentence that names the other one when that takes longer than a second. `step` is called with the name of
    each step of a write, for tests that end the process there. A `formula`'s field weights stand in the
    index: open a library with those that it was made with. `unfinished`: a copy that has not come to its end
    is opened too, for `take_over` to go on; anything else raises UnfinishedCopy.
    """

    def __init__(
        self,
        path: Path,
        *,
        wait_s: float = WAIT_S,
        tell: Callable[[str], None] = nobody,
        formula: Formula | None = None,
        sizes: Sizes | None = None,
        step: Step = nothing,
        unfinished: bool = False,
    ) -> None:
        patience = Patience(wait_s, tell)
        self._file = LibraryFile(
            path, patience, formula or Formula(), sizes or Sizes(), step, unfinished=unfinished
        )
        super().__init__(self._file)

    def backup(self, target: Path, *, replace: bool = False) -> int:
        """
        Copy one committed state to another file while the library is in use, verify the copy, return its
        bytes. Raises BadInput when the file exists and is not to be replaced, StoreError.
        """
        return back_up(self._file, target, replace)
