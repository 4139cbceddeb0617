"""
A worker of a shared run, in a process of its own: takes pieces, reads, cuts, analyses and stores them.

It is told what to do by a line of JSON on its input, and ends at once when nobody holds the other end of it:
what it was at is rolled back, and free for others. Its last words are a line of JSON on its output.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from time import sleep

from belegg.errors import BeleggError, ParserCrashed
from belegg.library.ahead import Ahead
from belegg.library.arrivals import Arrivals, Step
from belegg.library.batches import batches
from belegg.library.containers import Before
from belegg.library.kept import kept_by
from belegg.library.prepare import Preparation
from belegg.library.settings import settings_of_root
from belegg.library.sharing import Given, source_of
from belegg.library.tally import arrived_in, being_read, outcome_of
from belegg.library.under_access import UnderAccess
from belegg.library.unfinished import RUNS, Unfinished, marks_in, with_mark
from belegg.reading.fenced import Fence
from belegg.records.queued import Outcome, Piece, SharedRun
from belegg.seams import Writer
from belegg.seams.queues import Lease, Shared
from belegg.sources.files import SourceFile
from belegg.sources.folder import again
from belegg.text.analysis import Analyser

MOST_TRIES = 3
CLAIMED, CLAIMED_BYTES = 8, 1_000_000
POLL_S = 0.2
_LOOK_FOR_CYCLES_EVERY = 100_000
ABANDONED = 3  # exit code of one whose leader is gone


@dataclass(slots=True)
class Held:
    """A piece that this worker took, with how many of its files are still to come; `None`: not known yet."""

    piece: Piece
    left: int | None = None


class Worker:
    """Works for one run, whose files lie at `place`, by one lease."""

    def __init__(
        self, store: Shared, lease: Lease, run: SharedRun, place: Path, passwords: Sequence[str] = ()
    ) -> None:
        self._store, self._lease, self._run, self._place = store, lease, run, place
        self._given = given = Given.of_json(run.given)
        kept = settings_of_root(store.settings(), run.root)
        assert kept is not None, "the leader remembered the root before it shared the run"
        self._access = UnderAccess(store, run.root, kept.pack, begun=True)
        self._known = store.known(run.root)
        self._before = Before(self._known, given.anew)
        languages = (given.reading.language,) if given.reading.language else ()
        self._fence = partial(Fence, given.limits, 1, tuple(passwords), languages)
        self._analyser = Analyser()
        self._held: deque[Held] = deque()
        self._records: tuple[bytes, int, Iterator[SourceFile]] = (b"", 0, iter(()))
        self.taken = 0

    def work(self) -> None:
        """Until nothing is left, or nobody leads the run any more. Raises BeleggError."""
        queue, number = self._store.queue, self._run.number
        with Ahead(1) as ahead, closing(self._fence()) as fence:
            preparation = Preparation(
                self._analyser,
                self._access.pack,
                self._given.reading,
                self._access.policy,
                fence,
                kept_by(self._store),
            )
            arrivals = Arrivals(
                preparation,
                self._before,
                ahead,
                self._given.allow_removals,
                self._given.limits.recognition_s,
                goes=partial(queue.goes, number),
            )
            while queue.is_led(number):
                if not self._round(arrivals):
                    if not queue.standing(number).left:
                        return
                    sleep(POLL_S)

    def _round(self, arrivals: Arrivals) -> bool:
        """Pieces until none is free; whether there were any."""
        before = self.taken
        with closing(arrivals.steps(self._files())) as steps:
            for batch in batches(steps):
                self._lease.renew(being_read(arrivals))
                if batch:
                    self._keep(batch, arrivals)
        if self._held:  # files that were there no more
            self._keep([], arrivals)
        return self.taken > before

    def _files(self) -> Iterator[SourceFile]:
        """The files of one piece after another. One that others came to no end of is taken alone."""
        while True:
            alone = not self._held
            pieces = self._lease.claim(self._run.number, CLAIMED, CLAIMED_BYTES, left_behind=alone)
            for piece in pieces:
                self.taken += 1
                held = Held(piece)
                self._held.append(held)
                met = 0
                for met, file in enumerate(self._of(piece), 1):  # noqa: B007
                    yield file
                held.left = met if held.left is None else held.left + met
            if not pieces or pieces[0].tries:
                return

    def _of(self, piece: Piece) -> Iterator[SourceFile]:
        path = self._place / os.fsdecode(piece.path) if piece.path != b"." else self._place
        at, records = 0, again(path, source_of(piece, self._run.below))
        if self._records[0] == piece.path and self._records[1] <= piece.first:
            at, records = self._records[1:]
        for file in islice(records, piece.first - at, piece.first - at + piece.count):
            refused = piece.tries >= MOST_TRIES
            yield replace(file, read=partial(_set_aside, file.source)) if refused else file
        self._records = (piece.path, piece.first + piece.count, records)

    # ------------------------------------------------------------ storing

    def _keep(self, batch: Sequence[Step], arrivals: Arrivals) -> None:
        """One transaction: what came, what became of each source, and the end of pieces."""
        ended, numbers = self._ended_with(batch)
        held = [*ended, *(each.piece for each in self._held)]
        notes = tuple(note.text for note in arrivals.notes)
        with self._access.writing() as writer:
            batch = self._access.under(batch)
            met = [
                outcome_of(step, self._access.opened_by_default(step, self._known), number)
                for step, number in zip(batch, numbers, strict=True)
            ]
            if met and notes:
                met[-1] = replace(met[-1], notes=notes)
            self._lease.settle(writer, self._run.number, held, ended, [one for one in met if not one.partly])
            self._mark(writer, arrived_in(batch), met)
            for step in batch:
                if step.prepared:
                    step.prepared.store(writer)
        if met:
            arrivals.notes.clear()

    def _ended_with(self, batch: Sequence[Step]) -> tuple[list[Piece], list[int]]:
        """The pieces that are at their end with these steps, and the number of each step's piece."""
        ended: list[Piece] = []
        numbers: list[int] = []
        for step in batch:
            ended += self._passed()
            now = self._held[0]
            numbers.append(now.piece.number)
            if not step.inside and not step.partly:
                now.left = (now.left or 0) - 1
        return [*ended, *self._passed()], numbers

    def _passed(self) -> Iterator[Piece]:
        while self._held and self._held[0].left == 0:
            yield self._held.popleft().piece

    def _mark(self, writer: Writer, done: int, met: Sequence[Outcome]) -> None:
        """Say in the library how far the run is."""
        run, settings = self._run, self._store.settings()
        new = Unfinished(run.below, run.place, 0, self._given.files, run.process)
        marked = marks_in(settings).get(run.below, new)
        marked = marked if marked.process == run.process else new
        inside = sum(one.inside and one.met != "gone" for one in met)
        done, total = marked.done + done, marked.total + inside
        writer.set_setting(RUNS, with_mark(settings, replace(marked, done=min(done, total), total=total)))


def _set_aside(source: str) -> bytes:
    raise ParserCrashed(
        f"{MOST_TRIES} processes ended while they took in `{source}`; divide it or leave it out. It is tried "
        "again at the next ingest"
    )


def _abandoned() -> None:
    sys.stdin.buffer.read()
    os._exit(ABANDONED)


def main(opened: Callable[[str], Shared] | None = None) -> None:
    """A worker's process. `opened`: how the library is opened, for tests."""
    gc.set_threshold(_LOOK_FOR_CYCLES_EVERY)
    told = json.loads(sys.stdin.buffer.readline())
    threading.Thread(target=_abandoned, daemon=True).start()
    if opened is None:
        from belegg.stores.postgres import PostgresStore

        opened = PostgresStore
    said: dict[str, object] = {}
    try:
        store = opened(told["address"])
        run = store.queue.running()
        if run is not None and run.number == told["run"]:
            with store.queue.lease("ingest worker") as lease:
                worker = Worker(store, lease, run, Path(told["place"]), told["passwords"])
                worker.work()
                said["taken"] = worker.taken
    except BeleggError as error:
        said |= {"error": type(error).__name__, "message": str(error)}
    print(json.dumps(said), flush=True)
    os._exit(1 if "error" in said else 0)  # the thread that waits for its input would hold a lock of it
