"""
The ingest driver: sources → known? → fetched ahead → cut → analyse → store, in small transactions.

A document is acknowledged (counted as done) after the transaction that holds it. Stopped at any moment,
a run leaves whole documents behind, and the next one goes on where it stopped.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from belegg.library.ahead import Ahead, default_workers
from belegg.library.arrivals import Arrivals, Step
from belegg.library.batches import batches
from belegg.library.containers import Before
from belegg.library.crew import Crew, Crews
from belegg.library.kept import kept_by
from belegg.library.looked import Looked, files_of, unused_rules
from belegg.library.prepare import Preparation
from belegg.library.progress import Pace, Progress, Watcher, nobody
from belegg.library.removals import hold_large_removal, refuse_large_removal
from belegg.library.rights import Rights, rights_in_root
from belegg.library.roots import root_for
from belegg.library.settings import ANALYSER, Reading, RootSettings, root_setting, settings_of_root
from belegg.library.sharing import Given, Sharing, sharing_of
from belegg.library.tally import Tally, arrived_in, outcome_of, progress_of
from belegg.library.under_access import UnderAccess
from belegg.library.unfinished import RUNS, Unfinished, with_mark, without_mark
from belegg.reading.fenced import Fence, Limits, Parsing
from belegg.records import DocumentId, Note, Pack, Report
from belegg.records.queued import Outcome, SharedRun
from belegg.seams import Known, Store, Writer
from belegg.seams.queues import Shared
from belegg.sources.access import AccessRules
from belegg.sources.files import Skipped, SourceFile, shown_name
from belegg.text.analysis import Analyser
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.turns.gaps import Gap
    from belegg.library.turns.unheld import Unheld


@dataclass(frozen=True, slots=True)
class Wanted:
    """
    What a run is asked for. `pack` None keeps the root's; `rules` None keeps those last given.
    `hold_removals` leaves documents in whose files are gone when they are many, where the run would refuse.

    `library` is the library's own file, which is no document when it lies in the folder. `workers` processes
    read at once (None: as many as there are cores, at most four), within `limits`, behind a `fence`.
    `passwords` are tried on locked files. A store that is shared has it all done by a `crew` of as many.
    """

    pack: str | None = None
    reading: Reading = field(default_factory=Reading)
    rules: AccessRules | None = None
    allow_removals: bool = False
    library: Path | None = None
    workers: int | None = None
    limits: Limits = field(default_factory=Limits)
    fence: Callable[[Limits, int], Parsing] = Fence
    passwords: Sequence[str] = ()
    crew: Crews = Crew
    hold_removals: bool = False


@dataclass(frozen=True, slots=True)
class Ingested:
    """
    What a run did, in documents. `failures` are the files that could not be read in this run, `skipped` what
    was left out by rule; `warnings` count documents by the code of what was odd about them. `touched`
    documents came, changed or went; stored answers that no longer hold since are `unheld`, questions that
    were left open and that these may answer are `answerable`.
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
    touched: frozenset[DocumentId] = frozenset()
    unheld: tuple[Unheld, ...] = ()
    answerable: tuple[Gap, ...] = ()


def ingest(store: Store, analyser: Analyser, path: Path, wanted: Wanted, watch: Watcher = nobody) -> Ingested:
    """Bring a folder or a file into the library. Raises BadInput, also before a removal that looks wrong."""
    run = Run(store, analyser, path, wanted, watch)
    run.look()
    run.begin()
    run.arrive()
    return run.finish()


def take_out(
    store: Store, analyser: Analyser, path: Path, wanted: Wanted, sources: Collection[str]
) -> Ingested:
    """
    Take those of the sources out of the search whose files are gone from a folder, and what came inside them.
    No file is read. Where a run over the folder would ask before it removes, nothing goes, with a note.
    """
    run = Run(store, analyser, path, replace(wanted, hold_removals=True))
    run.look()
    inside = tuple(f"{source}/" for source in sources)
    run.gone = [k for k in run.gone if k.source in sources or k.source.startswith(inside)]
    if run.gone:
        with store.writing(f"ingest {run.root.name}") as writer:
            for k in run.gone:
                writer.retire(k.document)
    return run.outcome()


class Run:
    """
    One run over a folder or a file: look, begin, arrive, finish, in that order.

    `kept` is what the last run remembered of the root. What was known when it was made stays true while it
    runs: the caller holds other ingests off (`ingesting` of the store). Who may read does not: rights may be
    taken away at any time, so every transaction looks at what holds when it begins (`UnderAccess`).
    """

    def __init__(
        self, store: Store, analyser: Analyser, path: Path, wanted: Wanted, watch: Watcher = nobody
    ) -> None:
        self.started = time.monotonic()
        self.store, self.analyser, self.path, self.wanted, self.watch = store, analyser, path, wanted, watch
        self.settings = settings = store.settings()
        self.root = root_for(path, wanted.pack, store.roots(), settings)
        self.kept = kept = settings_of_root(settings, self.root.name)
        self.access = UnderAccess(store, self.root.name, self.root.pack, wanted.rules)
        self.reading = wanted.reading.in_pack(self.access.pack)
        self.known = store.known(self.root.name)
        self.before = Before(self.known, anew=kept is not None and kept.reading != self.reading)
        self.looked = Looked(self.before, self.access.policy.rules)
        self.gone: list[Known] = []
        self.rights = Rights({})
        self.tally = Tally()
        self.notes: list[Note] = []

    # ------------------------------------------------------------ before anything changes

    def look(self) -> None:
        """What lies there and what is gone. Opens no file, changes nothing. Raises BadInput."""
        for met in self._files():
            self.looked.take(met)
        self.gone, self.notes = self.looked.gone(self.path, self.root)
        if self.wanted.hold_removals:
            self.gone, held = hold_large_removal(self.gone, self.known)
            self.notes.extend(held)
        refuse_large_removal(self.gone, self.known, self.wanted.allow_removals)
        rules = self.access.policy.rules
        if self.wanted.rules is None and rules is not None:
            given = counted(len(rules.rules), "access rule")
            self.notes.append(Note("ingest", f"as last given, {given} in force; `--access` changes that"))
        if rules is not None and self.path.is_dir():
            self.notes.extend(unused_rules(rules, self.looked.deciding))

    def _files(self) -> Iterator[SourceFile | Skipped]:
        return files_of(self.path, self.root, self.wanted.library)

    # ------------------------------------------------------------ the run

    def begin(self) -> None:
        """
        Remember the root, pin the analyser, and take away the rights that new access rules take away.

        That comes first and in one transaction: a right that was taken away must not outlast a long run. How
        the files are read is remembered at the end, so that a run that was stopped is taken up again.
        """
        kept, rules = self.kept, self.access.policy.rules
        renewed = rules is not None and (kept is None or kept.rules != rules.rules)
        changing = renewed or (kept is not None and kept.opening)
        reading = kept.reading if kept else self.reading
        pinned = self.store.settings().get(ANALYSER) is not None
        same_place = self.store.roots().get(self.root.name) == self.root.location
        if changing or not (pinned and same_place and self._settings(reading) == kept):
            with self.access.writing() as writer:
                if changing:
                    self.rights = rights_in_root(self.store, self.access.policy, self.root.name)
                writer.set_root(self.root.name, self.root.location)
                writer.set_setting(root_setting(self.root.name), self._settings(reading).to_setting())
                if not pinned:
                    writer.set_setting(ANALYSER, self.analyser.identity)
                self.rights.close(writer)
                self._mark(writer, 0)
        self.access.begun = True
        self.watch(Progress("ingest", 0, self.looked.files))

    def arrive(self) -> None:
        """Read what is new or changed, and store it in small transactions."""
        workers = self.wanted.workers or default_workers()
        sharing = sharing_of(self.store, self.wanted.fence is Fence, self.looked, workers)
        if sharing is None:
            self._arrive_here(workers)
        else:
            self._arrive_shared(sharing, workers)
        if isinstance(self.store, Shared):
            self.store.queue.end()  # also what a run left that was stopped
        self.notes.extend(self.looked.told())

    def _arrive_here(self, workers: int) -> None:
        """Files are read in other processes, the rest is done in this one."""
        wanted, tally, pace = self.wanted, self.tally, Pace(self.looked.bytes_to_read)
        # Left from the right: what is being read is ended before its threads are waited for.
        with Ahead(workers) as ahead, closing(self._fence(workers)) as fence:
            preparation = Preparation(
                self.analyser, self.access.pack, self.reading, self.access.policy, fence, kept_by(self.store)
            )
            arrivals = Arrivals(
                preparation, self.before, ahead, wanted.allow_removals, wanted.limits.recognition_s
            )
            with closing(arrivals.steps(self._as_looked())) as steps:
                for batch in batches(steps):
                    for step in self._store(batch):
                        self._count(outcome_of(step, self.access.opened_by_default(step, self.known)))
                        pace.advance(step.size_bytes)
                    self.watch(progress_of(tally, pace, self.looked.files, arrivals))
            self.notes.extend(arrivals.notes)
        if self.looked.went:
            self.watch(progress_of(tally, pace, self.looked.files - self.looked.went, arrivals))

    def _arrive_shared(self, sharing: Sharing, workers: int) -> None:
        """All of it is done in other processes, in pieces that they take from a queue in the database."""
        wanted = self.wanted
        shared = SharedRun(
            0, self.root.name, self._below, str(self.path.resolve()), os.getpid(),
            Given(self.reading, self.before.anew, wanted.allow_removals, wanted.limits, self.looked.files)
            .to_json(),
        )  # fmt: skip
        for outcome in sharing.begin(shared, self._as_looked(), self.path, self.before):
            self._count(outcome)
        crew = wanted.crew(workers, self.path, wanted.passwords)
        for progress in sharing.followed(crew, self.tally, Pace(self.looked.bytes_to_read), self.looked):
            self.watch(progress)
        for outcome in sharing.outcomes():
            self._count(outcome)
            self.notes.extend(Note("ingest", note) for note in outcome.notes)

    def _fence(self, workers: int) -> Parsing:
        if self.wanted.fence is not Fence:
            return self.wanted.fence(self.wanted.limits, workers)
        languages = (self.reading.language,) if self.reading.language else ()
        return Fence(self.wanted.limits, workers, self.wanted.passwords, languages)

    def _as_looked(self) -> Iterator[SourceFile]:
        """The files once more, to be read: those of the first look. What came since is for the next run."""
        for met in self._files():
            if isinstance(met, SourceFile) and self.looked.knows(met):
                yield met

    def _count(self, outcome: Outcome) -> None:
        self.tally.count(outcome)
        self.rights.met(outcome.source, outcome.met)

    def _store(self, batch: Sequence[Step]) -> Sequence[Step]:
        """One transaction; none for a batch in which nothing changed. Returns the steps as stored."""
        if any(step.prepared for step in batch):
            with self.access.writing() as writer:
                batch = self.access.under(batch)
                self._mark(writer, self.tally.done + arrived_in(batch))
                for step in batch:
                    if step.prepared:
                        step.prepared.store(writer)
        return batch

    def finish(self) -> Ingested:
        """Open what new rules open, take what is gone out of the search, remember how the files were read."""
        whole = self.path.is_dir() and self.root.below == self.root.name
        reading = self.reading if whole or self.kept is None else self.kept.reading
        settings, now = self._settings(reading), self.store.settings()
        marks = without_mark(now, self._below)
        if self.gone or self.rights.opens or marks or settings_of_root(now, self.root.name) != settings:
            with self.access.writing() as writer:
                if not self.access.overtaken:
                    self.rights.open(writer)
                for k in self.gone:
                    writer.retire(k.document)
                writer.set_setting(root_setting(self.root.name), self._settings(reading).to_setting())
                if marks:
                    writer.set_setting(RUNS, marks)
        return self.outcome()

    # ------------------------------------------------------------ what it writes besides documents

    @property
    def _below(self) -> str:
        """What begins the sources of this run."""
        return self.root.below if self.path.is_dir() else f"{self.root.below}/{shown_name(self.path.name)}"

    def _mark(self, writer: Writer, done: int) -> None:
        """Say in the library itself that this run has not come to its end."""
        total = self.looked.files + self.tally.inside
        run = Unfinished.by_us(self._below, self.path.resolve(), done, max(done, total))
        writer.set_setting(RUNS, with_mark(self.settings, run))

    def _settings(self, reading: Reading) -> RootSettings:
        policy = self.access.policy
        rules = policy.rules.rules if policy.rules else None
        opening = self.rights.waiting > 0 or self.access.overtaken
        return RootSettings(self.root.pack, reading, rules, opening, policy.limits)

    def outcome(self) -> Ingested:
        """What was done."""
        counts, tally = self.tally.counts, self.tally
        opened = tally.opened + self.rights.opened_by_default
        notes = [told_opened(opened, self.access.pack)] if opened else []
        if self.access.overtaken:
            text = "who may read was changed while this ran, and that holds; what is to be opened waits for "
            notes.append(Note("ingest", text + "the next run"))
        return Ingested(
            root=self.root.name,
            location=self.root.location,
            pack=self.root.pack,
            added=counts["added"],
            changed=counts["changed"],
            unchanged=counts["unchanged"],
            access_changed=self.rights.changed,
            removed=len(self.gone) + counts["removed"],
            failures=tuple(tally.failures),
            skipped=tuple(self.looked.skipped),
            warnings=tally.warnings,
            notes=(*self.root.notes, *self.notes, *notes),
            touched=frozenset((*tally.touched, *(k.document for k in self.gone))),
            seconds=round(time.monotonic() - self.started, 3),
        )


def told_opened(documents: int, pack: Pack) -> Note:
    """A default opens what nobody spoke of: that is said when it happens."""
    groups = ", ".join(f"`{group}`" for group in sorted(pack.access or ()))
    opened = f"the default of pack `{pack.name}` opened {counted(documents, 'document')} to {groups}"
    why = "neither a rule nor a list of their own says who reads them"
    return Note("ingest", f"{opened}: {why}; `belegg pack set {pack.name} access` changes that")
