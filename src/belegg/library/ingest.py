"""
The ingest driver: sources → known? → fetched ahead → cut → analyse → store, in small transactions.

A document is acknowledged (counted as done) after the transaction that holds it. Stopped at any moment,
a run leaves whole documents behind, and the next one goes on where it stopped.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from belegg.library.ahead import Ahead, default_workers
from belegg.library.arrivals import Arrivals, Step
from belegg.library.containers import Before
from belegg.library.kept import kept_by
from belegg.library.prepare import Arrived, Failed, Gone, Preparation
from belegg.library.progress import Pace, Progress, Watcher, nobody, place_in
from belegg.library.removals import hold_large_removal, refuse_large_removal, removed
from belegg.library.rights import Rights, rights_of
from belegg.library.roots import Root, root_for
from belegg.library.settings import ANALYSER, Reading, RootSettings, root_setting, settings_of_root
from belegg.reading.fenced import Fence, Limits, Parsing
from belegg.records import Note, Report
from belegg.seams import Known, Store
from belegg.sources.access import AccessRules
from belegg.sources.files import Skipped, SourceFile
from belegg.sources.folder import walk
from belegg.text.analysis import Analyser
from belegg.text.counted import counted

BATCH_FILES = 100
BATCH_S = 2.0
BATCH_BYTES = 8_000_000  # of files; what waits for its transaction must stay far below the memory promised


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    What a run is asked for. `pack` None keeps the root's; `rules` None keeps those last given.
    `hold_removals` leaves documents in whose files are gone when they are many, where the run would refuse.

    `library` is the library's own file, which is no document when it lies in the folder. `workers` processes
    read at once (None: as many as there are cores, at most four), within `limits`, behind a `fence`.
    """

    pack: str | None = None
    reading: Reading = field(default_factory=Reading)
    rules: AccessRules | None = None
    allow_removals: bool = False
    library: Path | None = None
    workers: int | None = None
    limits: Limits = field(default_factory=Limits)
    fence: Callable[[Limits, int], Parsing] = Fence
    hold_removals: bool = False


@dataclass(frozen=True, slots=True)
class Ingested:
    """
    What a run did, in documents. `failures` are the files that could not be read in this run, `skipped` what
    was left out by rule; `warnings` count documents by the code of what was odd about them.
    """

    root: str
    location: str
    pack: str
    added: int
    changed: int
    unchanged: int
    access_changed: int
    removed: int
    failures: tuple[Report, ...]
    skipped: tuple[Skipped, ...]
    warnings: Mapping[str, int]
    notes: tuple[Note, ...]
    seconds: float


@dataclass(slots=True)
class Tally:
    """What a run has stored so far; `inside` are documents that came inside files of the folder."""

    counts: Counter[str] = field(default_factory=Counter)
    inside: int = 0
    warnings: Counter[str] = field(default_factory=Counter)
    failures: list[Report] = field(default_factory=list)

    def count(self, step: Step) -> None:
        prepared = step.prepared
        self.inside += step.inside and not isinstance(prepared, Gone)
        match prepared:
            case Arrived():
                self.counts["added" if prepared.new else "changed"] += 1
                self.warnings.update({warned.code for warned in prepared.incoming.report.warnings})
            case Failed():
                self.failures.append(prepared.report)
            case Gone():
                self.counts["removed"] += 1
            case _:
                self.counts["unchanged"] += 1

    @property
    def done(self) -> int:
        """Documents, without those that are gone."""
        return self.counts.total() - self.counts["removed"] + len(self.failures)

    def detail(self) -> str:
        parts = [f"{self.counts[name]} {name}" for name in ("added", "changed") if self.counts[name]]
        return ", ".join([*parts, *([f"{len(self.failures)} failed"] if self.failures else [])])


def ingest(store: Store, analyser: Analyser, path: Path, wanted: Wanted, watch: Watcher = nobody) -> Ingested:
    """Bring a folder or a file into the library. Raises BadInput, also before a removal that looks wrong."""
    started = time.monotonic()
    root = root_for(path, wanted.pack, store.roots(), store.settings())
    kept = settings_of_root(store.settings(), root.name)
    rules = wanted.rules or (AccessRules(kept.rules) if kept and kept.rules else None)
    known = store.known(root.name)
    before = Before(known, anew=kept is not None and kept.reading != wanted.reading)
    looked = look(files_of(path, root, wanted.library), before, rules)
    gone, notes = looked.gone(path, root, known)
    if wanted.hold_removals:
        gone, held = hold_large_removal(gone, known)
        notes.extend(held)
    refuse_large_removal(gone, known, wanted.allow_removals)
    if wanted.rules is None and rules is not None:
        given = counted(len(rules.rules), "access rule")
        notes.append(Note("ingest", f"as last given, {given} in force; `--access` changes that"))
    if rules is not None and path.is_dir():
        notes.extend(unused_rules(rules, looked.deciding))

    renewed = rules and (not kept or kept.rules != rules.rules or kept.opening)
    rights = rights_of(store, rules, known) if rules and renewed else Rights({})
    begin(store, analyser, root, wanted.reading, rules, kept, rights)
    tally, pace = Tally(), Pace(looked.bytes_to_read)
    workers = wanted.workers or default_workers()
    # Left from the right: what is being read is ended before its threads are waited for.
    with Ahead(workers) as ahead, closing(wanted.fence(wanted.limits, workers)) as fence:
        preparation = Preparation(analyser, root.pack, wanted.reading, rules, fence, kept_by(store))
        arrivals = Arrivals(preparation, before, ahead, wanted.allow_removals, wanted.limits.recognition_s)
        with closing(arrivals.steps(files_of(path, root, wanted.library))) as steps:
            for batch in batches(steps):
                store_all(store, root, batch)
                for step in batch:
                    if not step.partly:
                        tally.count(step)
                    rights.met(step.source, step.prepared)
                    pace.advance(step.size_bytes)
                watch(progress_of(tally, pace, looked, arrivals))
    whole = path.is_dir() and root.below == root.name
    finish(store, root, wanted.reading if whole or kept is None else kept.reading, rules, rights, gone)
    return Ingested(
        root=root.name,
        location=root.location,
        pack=root.pack,
        added=tally.counts["added"],
        changed=tally.counts["changed"],
        unchanged=tally.counts["unchanged"],
        access_changed=rights.changed,
        removed=len(gone) + tally.counts["removed"],
        failures=tuple(tally.failures),
        skipped=tuple(looked.skipped),
        warnings=tally.warnings,
        notes=(*root.notes, *notes, *arrivals.notes),
        seconds=round(time.monotonic() - started, 3),
    )


@dataclass(slots=True)
class Looked:
    """
    What a first look at a folder told, without opening a file: it is walked again to be read.

    The list of files is not kept: a corpus may hold a million, and the memory promised is for any number.
    """

    files: int = 0
    bytes_to_read: int = 0
    missing: set[str] = field(default_factory=set)
    skipped: list[Skipped] = field(default_factory=list)
    deciding: set[str | None] = field(default_factory=set)

    def gone(self, path: Path, root: Root, known: Mapping[str, Known]) -> tuple[list[Known], list[Note]]:
        """Known documents whose files are gone; a single file tells nothing of those beside it."""
        if not path.is_dir():
            return [], []
        here = {source: k for source, k in known.items() if source.startswith(root.below + "/")}
        return removed(self.missing, self.files, self.skipped, here)


def files_of(path: Path, root: Root, library: Path | None) -> Iterator[SourceFile | Skipped]:
    """What lies in the folder, without the library's own files (`belegg.db`, `belegg.db-wal` …)."""
    for met in walk(path, root.below):
        if library and isinstance(met, SourceFile) and belongs_to(library, met.path):
            yield Skipped(met.source, "the library itself")
        else:
            yield met


def belongs_to(library: Path, file: Path) -> bool:
    return file.name.startswith(library.name) and file.resolve().parent == library.resolve().parent


def look(files: Iterable[SourceFile | Skipped], before: Before, rules: AccessRules | None) -> Looked:
    looked = Looked(missing=set(before.known))
    for met in files:
        if isinstance(met, Skipped):
            looked.skipped.append(met)
            continue
        looked.files += 1
        looked.missing.discard(met.source)
        looked.missing.difference_update(known.source for known in before.inside(met.source))
        if rules is not None:
            looked.deciding.add(rules.prefix(met.source))
        if not before.is_unchanged(met):
            looked.bytes_to_read += met.size_bytes
    return looked


def unused_rules(rules: AccessRules, deciding: set[str | None]) -> list[Note]:
    """
    A note on the rules that decided about no file: written for another folder, they leave to a later, often
    wider, rule what they were meant to close.
    """
    unused = [prefix for prefix, _ in rules.rules if prefix not in deciding]
    if not unused:
        return []
    named = ", ".join(f"`{prefix}`" for prefix in unused[:3])
    more = f" and {len(unused) - 3} more" if len(unused) > 3 else ""
    text = f"{len(unused)} of {counted(len(rules.rules), 'access rule')} without a file here: {named}{more}"
    return [Note("ingest", text + "; paths are counted from the folder that is ingested")]


def store_all(store: Store, root: Root, batch: Sequence[Step]) -> None:
    """One transaction; none for a batch in which nothing changed."""
    if any(step.prepared for step in batch):
        with store.writing(f"ingest {root.name}") as writer:
            for step in batch:
                if step.prepared:
                    step.prepared.store(writer)


def batches(steps: Iterable[Step | None]) -> Iterator[list[Step]]:
    """
    Steps in lots that fill a transaction, by number, time or bytes. An empty lot while one is waited for:
    what is done is stored then, and whoever watches is told.
    """
    batch: list[Step] = []
    size, since = 0, time.monotonic()
    for step in steps:
        if step is not None:
            batch.append(step)
            size += step.prepared.held_bytes if isinstance(step.prepared, Arrived) else 0
        late = time.monotonic() - since >= BATCH_S
        if late or len(batch) >= BATCH_FILES or size >= BATCH_BYTES:
            yield batch
            batch, size, since = [], 0, time.monotonic()
        elif step is None:
            yield []
    if batch:
        yield batch


def progress_of(tally: Tally, pace: Pace, looked: Looked, arrivals: Arrivals) -> Progress:
    """Where the run stands, with the place in the file that has been read longest."""
    reading = list(arrivals.under_way.items())
    half_done = sum(size * done / of for _, (done, of, size) in reading if of)
    parts = [tally.detail()]
    for source, (done, of, _) in reading[:1]:
        parts.append(f"{source.rpartition('/')[2]}: {place_in(source, done, of)}")
    return Progress(
        "ingest",
        tally.done,
        looked.files + tally.inside,
        pace.left_s(half_done),
        " · ".join(filter(None, parts)),
    )


def begin(
    store: Store,
    analyser: Analyser,
    root: Root,
    reading: Reading,
    rules: AccessRules | None,
    kept: RootSettings | None,
    rights: Rights,
) -> None:
    """
    Remember the root, pin the analyser, and take away the rights that new access rules take away.

    That comes first and in one transaction: a right that was taken away must not outlast a long run. How the
    files are read is remembered at the end (`finish`), so that a run that was stopped is taken up again.
    """
    settings = RootSettings(
        root.pack, kept.reading if kept else reading, rules.rules if rules else None, rights.waiting
    )
    pinned = store.settings().get(ANALYSER) is not None
    if pinned and not rights and settings == kept and store.roots().get(root.name) == root.location:
        return
    with store.writing(f"ingest {root.name}") as writer:
        writer.set_root(root.name, root.location)
        writer.set_setting(root_setting(root.name), settings.to_setting())
        if not pinned:
            writer.set_setting(ANALYSER, analyser.identity)
        rights.close(writer)


def finish(
    store: Store,
    root: Root,
    reading: Reading,
    rules: AccessRules | None,
    rights: Rights,
    gone: Sequence[Known],
) -> None:
    """Open what new rules open, take what is gone out of the search, remember how the files were read."""
    settings = RootSettings(root.pack, reading, rules.rules if rules else None, rights.waiting)
    if not gone and not rights.opens and settings_of_root(store.settings(), root.name) == settings:
        return
    with store.writing(f"ingest {root.name}") as writer:
        rights.open(writer)
        for k in gone:
            writer.retire(k.document)
        writer.set_setting(root_setting(root.name), settings.to_setting())
