"""
A run whose files several processes share: the leader looks, puts the files into the queue as pieces, waits.

    looked at ─ pieces ▶ queue ─ claimed ▶ read, cut, analysed, stored with the piece's end ─ outcomes
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import sleep

from belegg.library.containers import Before
from belegg.library.crew import Crew
from belegg.library.looked import Looked
from belegg.library.progress import Pace, Progress
from belegg.library.settings import Reading
from belegg.library.tally import Tally
from belegg.reading.fenced import Limits
from belegg.records.queued import Outcome, Piece, SharedRun, Standing
from belegg.seams import Store
from belegg.seams.queues import Queue, Shared
from belegg.sources.files import SourceFile, shown_name

FEWEST_BYTES = 200_000
"""To read: below, the processes would take longer to start than the work takes."""
MOST_RECORDS = 500
TICK_S = 0.2


@dataclass(frozen=True, slots=True)
class Given:
    """What the workers of a run are told besides what the library remembers of its root."""

    reading: Reading
    anew: bool
    allow_removals: bool
    limits: Limits
    files: int

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of_json(cls, text: str) -> Given:
        told = json.loads(text)
        return cls(
            Reading(**told["reading"]),
            told["anew"],
            told["allow_removals"],
            Limits(**told["limits"]),
            told["files"],
        )


def sharing_of(store: Store, may: bool, looked: Looked, workers: int) -> Sharing | None:
    """How a run is shared; None where it is not: by the store, for one worker, for little to read."""
    if not (may and workers > 1 and isinstance(store, Shared) and looked.bytes_to_read >= FEWEST_BYTES):
        return None
    return Sharing(store.queue)


@dataclass(slots=True)
class Sharing:
    """One run, as its leader sees it."""

    queue: Queue
    run: SharedRun | None = None
    pieces: int = 0

    def begin(
        self, run: SharedRun, files: Iterable[SourceFile], place: Path, before: Before
    ) -> list[Outcome]:
        """Share what is to be read; what became of the rest, which is as it was."""
        settled: list[Outcome] = []
        pieces = list(joined(pieces_of(files, place, before, settled)))
        self.pieces = len(pieces)
        self.run = replace(run, number=self.queue.begin(run, pieces))
        return settled

    def followed(self, crew: Crew, tally: Tally, pace: Pace, looked: Looked) -> Iterator[Progress]:
        """How far the run is, until nothing is left. Raises what a worker cannot go on from."""
        assert self.run is not None
        with crew.working(self.queue.address, self.run.number, self.pieces):
            while True:
                standing = self.queue.standing(self.run.number)
                pace.advance(standing.done_bytes - pace.done)
                yield progress_of(standing, tally, pace, looked)
                if not standing.left:
                    break
                crew.look_after(standing.left)
                sleep(TICK_S)
            crew.wait()

    def outcomes(self) -> Sequence[Outcome]:
        assert self.run is not None
        return self.queue.outcomes(self.run.number)


def progress_of(standing: Standing, settled: Tally, pace: Pace, looked: Looked) -> Progress:
    """Where a shared run stands; `settled` is what was as it is before it began."""
    counts = standing.counts
    done = settled.done + sum(counts.values()) - counts.get("gone", 0)
    total = looked.files + settled.inside + standing.inside
    parts = [f"{counts[met]} {met}" for met in ("added", "changed", "failed") if counts.get(met)]
    detail = " · ".join(filter(None, (", ".join(parts), *standing.doing[:1])))
    return Progress("ingest", min(done, total), total, pace.left_s(), detail)


def pieces_of(
    files: Iterable[SourceFile], place: Path, before: Before, settled: list[Outcome]
) -> Iterator[Piece]:
    """A piece for each file, or record, that is to be read; the others are `settled`."""
    number = at = 0
    last: Path | None = None
    for file in files:
        at = at + 1 if file.path == last else 0
        last = file.path
        if before.is_unchanged(file):
            settled += [
                Outcome(known.source, "unchanged", inside=True) for known in before.inside(file.source)
            ]
            settled.append(Outcome(file.source, "unchanged"))
            continue
        number += 1
        path = file.path.relative_to(place) if place.is_dir() else Path()
        yield Piece(number, file.source, os.fsencode(path), file.size_bytes, at)


def joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Records of one file that follow one another, in pieces of many."""
    held: Piece | None = None
    for piece in pieces:
        follows = held is not None and held.path == piece.path and piece.first == held.first + held.count
        if held is not None and follows and held.count < MOST_RECORDS:
            held = replace(held, count=held.count + 1, size_bytes=held.size_bytes + piece.size_bytes)
        else:
            if held is not None:
                yield held
            held = piece
    if held is not None:
        yield held


def source_of(piece: Piece, below: str) -> str:
    """Of the file that a piece is, or lies in: its records have sources of their own."""
    path = Path(os.fsdecode(piece.path))
    return "/".join((below, *map(shown_name, path.parts)))
