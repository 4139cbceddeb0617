"""
A library moved: from a file into PostgreSQL, back, or from one to another of its kind, and verified.

The stores copy rows. Here stands what goes along beside them (who may come in, what people brought), what is
left, and how the copy is held against its source: health, and the same questions asked of both.
"""

from __future__ import annotations

import shutil
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from belegg.errors import BadInput
from belegg.library.address import Address, address_of
from belegg.library.library import WAIT_S, Library
from belegg.library.opening import store_at
from belegg.library.parity import QUERIES, Parity, parity
from belegg.library.progress import Pace, Progress, Teller, Watcher, nobody, told_to_nobody

if TYPE_CHECKING:
    from belegg.stores.engine.checked import Checked
    from belegg.stores.engine.copying import TableCopied
    from belegg.stores.engine.digests import Digest

STAGES: Final = {
    "copy": "copying rows",
    "compare": "comparing rows of the source",
    "verify": "verifying rows of the copy",
}
LEFT: Final = {
    ".statistics": "the catalogue of official statistics; `belegg statistics sync` fetches it again",
    ".tables": "what was loaded of folders of tables; the next question loads it again",
    ".live": "runs that were under way",
}
"""What stands beside a library and does not go along, and why."""


@dataclass(frozen=True, slots=True)
class CopiedLibrary:
    """
    `went_on`: an earlier run had begun the copy. `changed`: tables in which something changed while it was
    copied, or since that run; it is in the copy. `seconds` took the copying. `people` and `brought` went
    along, to these places; `left` did not, with the reason. `health` is the copy's own.
    """

    source: str
    target: str
    went_on: bool
    passes: int
    changed: tuple[str, ...]
    generation: int
    seconds: float
    tables: tuple[TableCopied, ...]
    people: Path | None
    brought: Path | None
    left: tuple[tuple[Path, str], ...]
    health: tuple[Checked, ...]
    parity: Parity

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)

    @property
    def size_bytes(self) -> int:
        return sum(table.size_bytes for table in self.tables)

    @property
    def same(self) -> bool:
        """Whether the copy is sound, and finds what its source finds."""
        return not self.parity.differences and all(each.sound or not each.grave for each in self.health)


def copy_library(
    source: Address | Path | str,
    target: Address | Path | str,
    *,
    queries: int = QUERIES,
    people: bool = True,
    watch: Watcher = nobody,
    wait_s: float = WAIT_S,
    tell: Teller = told_to_nobody,
) -> CopiedLibrary:
    """
    Copy a library to a place where none is, or go on where such a copy stopped, then ask both `queries`
    queries. Without `people` the documents go alone. `tell` hears for whom one waits.

    Raises BadInput when there is no source, or the target holds a library or something beside it, StoreError.
    What was copied stays, whatever ends it; until the end it opens as no library.
    """
    begun = time.monotonic()
    here, there = address_of(source), address_of(target)
    if here.whole == there.whole or (not here.dsn and here.place.absolute() == there.place.absolute()):
        raise BadInput(f"`{here}` cannot be copied to itself; give another file or database")
    with Library.open(here, wait_s=wait_s, tell=tell) as library:
        store = store_at(there, True, wait_s, tell, unfinished=True)
        try:
            along = Along(here, there, people)
            if store.unfinished_copy() is None:
                along.refuse_what_is_there()
            told = Telling(watch, library.store.size())
            copied = store.take_over(library.store, _name(here), told, along.bring)
        finally:
            store.close()
        seconds = time.monotonic() - begun
        with Library.open(there, wait_s=wait_s, tell=tell) as made:
            health = made.store.health()
            asked = parity(library, made, queries, partial(_asking, watch, queries))
    return CopiedLibrary(
        str(here),
        str(there),
        copied.went_on,
        copied.passes,
        copied.changed,
        copied.generation,
        seconds,
        copied.tables,
        along.people,
        along.brought,
        along.left(),
        health,
        asked,
    )


def _name(address: Address) -> str:
    """What the copy calls its source: the same wherever the command is given."""
    return str(address) if address.dsn else str(address.place.absolute())


def _asking(watch: Watcher, queries: int, done: int) -> None:
    watch(Progress("asking both", done, queries))


class Telling:
    """Tells the rows that are done of all, stage by stage, with an estimate from their bytes."""

    def __init__(self, watch: Watcher, size: Digest) -> None:
        self._watch = watch
        self._size = size
        self._stage = ""
        self._rows = 0
        self._pace = Pace(size.size_bytes)

    def __call__(self, stage: str, table: str, amount: Digest) -> None:
        if stage != self._stage:
            self._stage, self._rows, self._pace = stage, 0, Pace(self._size.size_bytes)
        self._rows += amount.rows
        self._pace.advance(amount.size_bytes)
        total = max(self._size.rows, self._rows)
        self._watch(Progress(STAGES[stage], self._rows, total, self._pace.left_s(), table))


class Along:
    """What stands beside a library and goes along, as in a backup: people, and what they brought in."""

    def __init__(self, source: Address, target: Address, people: bool) -> None:
        from belegg.library.uploads import Uploads
        from belegg.stores.people import beside

        self._source = source.place
        self._target = target.place
        self._wanted = people
        self._there = (beside(target.place), Uploads.beside(target.place).folder)
        self.people: Path | None = None
        self.brought: Path | None = None

    def refuse_what_is_there(self) -> None:
        """Raises BadInput when something stands in the places of what goes along."""
        for place in self._there if self._wanted else ():
            if place.exists():
                raise BadInput(f"`{place}` exists, and the copy's own would go there; put it aside first")

    def bring(self) -> None:
        """Copy them, in the place of what an earlier run of this copy left. Raises BadInput, StoreError."""
        from belegg.library.uploads import Uploads
        from belegg.stores.people import SqlitePeople, beside

        if not self._wanted:
            return
        file, folder = self._there
        file.unlink(missing_ok=True)
        shutil.rmtree(folder, ignore_errors=True)
        if beside(self._source).exists():
            people = SqlitePeople(beside(self._source))
            try:
                people.backup(file)
            finally:
                people.close()
            self.people = file
        self.brought = Uploads.beside(self._source).copied(self._target)

    def left(self) -> tuple[tuple[Path, str], ...]:
        """What is there beside the source and did not go along."""
        places = {self._source.with_name(self._source.name + end): why for end, why in LEFT.items()}
        settings = self._source.parent / "belegg.toml"
        if self._source.parent.absolute() != self._target.parent.absolute():
            read = self._target.parent / settings.name
            places[settings] = f"the settings; whatever asks the copy reads `{read}`"
        if not self._wanted:
            from belegg.library.uploads import Uploads
            from belegg.stores.people import beside

            places[beside(self._source)] = "who may come in, and the audit log"
            places[Uploads.beside(self._source).folder] = "what people brought in"
        return tuple((place, why) for place, why in places.items() if place.exists())
