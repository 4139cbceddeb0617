"""
Cuts the power of a simulated disk under a process that changes a library, and examines what the disk holds.

    cd tests; python -m stores.power_harness FOLDER --changes 40 --cuts 100 [--seed 1] [--deaf]

Every write, truncation and sync that SQLite does is recorded by a file system of our own in front of the real
one. A cut is a moment in that record: what was synced before is on the disk; of what was written since, each
sector of 512 bytes arrived or did not, by chance, in any order. The library is then opened as a user would
(the checks are those of crash_harness.py). Prints one line of JSON; exit code 1 when anything was lost.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

from belegg.errors import StoreError
from belegg.stores.engine.store import EngineStore
from belegg.stores.sqlite import SqliteStore
from stores import crash_harness as crash

SECTOR = 512
BASE = apsw.vfs_names()[0]  # that of the system
State = crash.State


@dataclass
class Record:
    """What happened, in order: (`write`, file, offset, bytes), (`cut`, file, size), (`sync`, file), (`gone`,
    file), and (`try` or `done`, changes) from the process itself."""

    events: list[tuple[Any, ...]] = field(default_factory=list)


class Disk(apsw.VFS):
    """The real file system, with a record of what it was asked to do."""

    def __init__(self, record: Record) -> None:
        self.record = record
        super().__init__("recorded", BASE, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        return RecordedFile(name, flags, self.record)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.record.events.append(("gone", Path(filename).name))
        super().xDelete(filename, syncdir)


class RecordedFile(apsw.VFSFile):
    def __init__(self, name: Any, flags: list[int], record: Record) -> None:
        self.record = record
        self.name = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "").name
        super().__init__(BASE, name, flags)

    def xWrite(self, data: Any, offset: int) -> None:
        self.record.events.append(("write", self.name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        self.record.events.append(("cut", self.name, newsize))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        super().xSync(flags)
        self.record.events.append(("sync", self.name))


class Recorded(crash.Child):
    """The child of the crash harness, whose log is the record."""

    def __init__(self, library: Path, record: Record, seed: int) -> None:
        super().__init__(library, library, seed, "", 0)
        self.record = record

    def say(self, verb: str, changes: dict[str, State]) -> None:
        self.record.events.append((verb, changes))

    def keep(self, store: EngineStore, kind: str) -> None:
        """Without backups: they change nothing, and apsw makes an error of a lock that they try."""
        if kind != "backup":
            super().keep(store, kind)

    def run_for(self, store: SqliteStore, changes: int) -> None:
        states: dict[str, State] = {}
        chance = random.Random(self.seed)
        for number in range(1, changes + 1):
            done = self.change(store, states, chance, number)
            self.say("done", done)
            states.update(done)


def image(before: bytes, events: list[tuple[Any, ...]], chance: random.Random) -> dict[str, bytes]:
    """What a disk holds that lost its power after these events, by file."""
    synced: dict[str, bytearray] = {"library.db": bytearray(before)}
    waiting: dict[str, list[tuple[Any, ...]]] = {}
    for event in events:
        if event[0] in {"write", "cut"}:
            waiting.setdefault(event[1], []).append(event)
        elif event[0] == "gone":
            synced.pop(event[1], None)
            waiting.pop(event[1], None)
        elif event[0] == "sync":
            file = synced.setdefault(event[1], bytearray())
            for asked in waiting.pop(event[1], []):
                apply(file, asked)
    for name, left in waiting.items():
        file = synced.setdefault(name, bytearray())
        for asked in left:
            for part in parts(asked):
                if chance.random() < 0.5:
                    apply(file, part)
    return {name: bytes(file) for name, file in synced.items()}


def parts(event: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """A write as writes of one sector each."""
    if event[0] != "write":
        return [event]
    _, name, offset, data = event
    return [("write", name, offset + n, data[n : n + SECTOR]) for n in range(0, len(data), SECTOR)]


def apply(file: bytearray, event: tuple[Any, ...]) -> None:
    if event[0] == "cut":
        del file[event[2] :]
        return
    _, _, offset, data = event
    if len(file) < offset:
        file.extend(bytes(offset - len(file)))
    file[offset : offset + len(data)] = data


def faults(library: Path, log: Path) -> list[str]:
    """What is wrong with what the disk holds; that it cannot be opened is wrong too."""
    try:
        return crash.examine(library, log)[0]
    except StoreError as error:
        return [str(error)]


def harness(folder: Path, changes: int, cuts: int, seed: int, deaf: bool) -> dict[str, object]:
    """Change the library that often, then cut the power at so many moments of the record."""
    library, record, chance = folder / "library.db", Record(), random.Random(seed)
    SqliteStore(library, sizes=crash.SMALL).close()
    before = library.read_bytes()
    disk = Disk(record)
    store = SqliteStore(library, sizes=crash.SMALL)
    Recorded(library, record, seed).run_for(store, changes)
    store.close()
    disk.unregister()
    wrong: list[str] = []
    if deaf:
        record.events = [event for event in record.events if event != ("sync", "library.db-wal")]
    moments = sorted(chance.sample(range(1, len(record.events) + 1), min(cuts, len(record.events))))
    for moment in moments:
        events = record.events[:moment]
        after = folder / f"cut-{moment}"
        after.mkdir()
        for name, data in image(before, events, chance).items():
            if name.startswith("library.db") and not name.endswith("-unfinished"):
                (after / name).write_bytes(data)
        log = after / "log"
        log.write_text("".join(json.dumps(e) + "\n" for e in events if e[0] in {"try", "done"}))
        wrong += [f"cut {moment}: {fault}" for fault in faults(after / "library.db", log)]
    syncs = sum(event[0] == "sync" for event in record.events)
    return {"changes": changes, "cuts": len(moments), "syncs": syncs, "wrong": wrong}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--changes", type=int, default=40)
    parser.add_argument("--cuts", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deaf", action="store_true", help="a disk that does not flush its log when asked")
    given = parser.parse_args()
    started = time.monotonic()
    outcome = harness(given.folder, given.changes, given.cuts, given.seed, given.deaf)
    print(json.dumps({**outcome, "seconds": round(time.monotonic() - started, 1)}))
    sys.exit(1 if outcome["wrong"] else 0)


if __name__ == "__main__":
    main()
