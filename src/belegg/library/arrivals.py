"""
What arrives: each file of a folder in order, prepared for the store, and behind it what came inside it.

The parts of a container come before the container itself: stopped in between, a run finds the container not
yet read, and takes it up again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from operator import attrgetter

from belegg.errors import ReadingError
from belegg.library.ahead import Ahead
from belegg.library.containers import Allowance, Before, Sources
from belegg.library.kept import recognised_in
from belegg.library.policy import Policy
from belegg.library.prepare import (
    Arrived,
    Failed,
    Fetched,
    Gone,
    Place,
    Preparation,
    Prepared,
    Wish,
    stated_by_both,
)
from belegg.library.removals import is_large_removal
from belegg.reading.fenced import Limits
from belegg.reading.owed import UNFINISHED
from belegg.reading.read import Raw, is_of_today
from belegg.records import Note
from belegg.sources.files import Skipped, SourceFile
from belegg.text.counted import counted


@dataclass(frozen=True, slots=True)
class Step:
    """
    One source as it came: what is to be stored, None for one that is as it was. `size_bytes` is what was
    read for it of the folder's own files; `inside` says that it came inside one of them. `partly`: more of
    the same document comes in this run.
    """

    source: str
    prepared: Prepared | None
    size_bytes: int = 0
    inside: bool = False
    partly: bool = False

    def under(self, policy: Policy) -> Step:
        """The same, for whom another policy lets read it."""
        if not isinstance(self.prepared, Arrived | Failed):
            return self
        return replace(self, prepared=self.prepared.under(policy))


Goes = Callable[[int], int]
"""Counts documents that are gone from inside their files (below 0: they stay); how many are, in all."""


def accumulate_here() -> Goes:
    """For one process alone."""
    in_all = 0

    def goes(documents: int) -> int:
        nonlocal in_all
        in_all += documents
        return in_all

    return goes


held_bytes = attrgetter("held_bytes")


def size_of_part(wish: Wish) -> int:
    """Of a file inside another one, which is in memory already."""
    return len(wish.file.read())


@dataclass(slots=True)
class Arrivals:
    """
    One run's files. `under_way` says how far those that are being read have got: done, of, size in bytes (0
    for a part). After `recognition_s` the pictures in a file that are left wait for the next run.
    """

    preparation: Preparation
    before: Before
    ahead: Ahead
    allow_removals: bool = False
    recognition_s: float = Limits().recognition_s
    under_way: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    goes: Goes = field(default_factory=accumulate_here)

    def steps(self, files: Iterable[SourceFile | Skipped]) -> Generator[Step | None, None, None]:
        """Every file and what came inside it, in order; None now and then while one is being read."""
        wishes = (self._wish(file, Place()) for file in files if isinstance(file, SourceFile))
        for met in self.ahead.over(wishes, self._fetch, self._size, held_bytes):
            if met is None:
                yield None
            elif met[1] is None:
                source = met[0].file.source
                yield from self._as_before(source, set())
                yield Step(source, None)
            else:
                yield from self._arrived(met[1], Allowance(), set())

    def _wish(self, file: SourceFile, place: Place) -> Wish:
        known = self.before.known.get(file.source)
        older = known is not None and not is_of_today(known.reader)
        anew = self.before.anew or older
        return Wish(file, known, anew, not self.before.is_settled_inside(file.source), place)

    def _size(self, wish: Wish) -> int | None:
        return None if self.before.is_unchanged(wish.file) else wish.file.size_bytes

    def _fetch(self, wish: Wish) -> Fetched:
        size = 0 if wish.place.depth else wish.file.size_bytes

        def reached(done: int, of: int) -> None:
            self.under_way[wish.file.source] = (done, of, size)

        fetched = self.preparation.fetch(wish, reached)
        self.under_way.pop(wish.file.source, None)
        return fetched

    def _as_before(self, container: str, met: set[str]) -> Iterator[Step]:
        for known in self.before.inside(container):
            met.add(known.source)
            yield Step(known.source, None, inside=True)

    def _arrived(self, fetched: Fetched, allowance: Allowance, met: set[str]) -> Iterator[Step | None]:
        """The file; before it, what came inside it. `met` collects every source inside the outermost file."""
        fetched = yield from self._in_lots(fetched)
        wish, raw, failed = fetched.wish, fetched.raw, None
        source, depth = wish.file.source, wish.place.depth
        size = 0 if depth else wish.file.size_bytes
        as_before = False
        if raw is not None and (raw.more or raw.content.parts):
            failed = yield from self._parts(fetched, raw, allowance, met)
        elif fetched.same or fetched.error is not None:
            as_before = True
            yield from self._as_before(source, met)
        if failed is not None:
            yield Step(source, self.preparation.failed(fetched, failed), size, depth > 0)
        elif as_before or depth:
            yield Step(source, self.preparation.finish(fetched), size, depth > 0)
        elif (yield from self._gone(source, met)):
            yield Step(source, self.preparation.finish(fetched, tuple(allowance.told())), size)

    def _in_lots(self, fetched: Fetched) -> Generator[Step | None, None, Fetched]:
        """
        A file with many pictures of text comes in lots, each of which is stored: stopped in between, the
        next run goes on there. Returns the last one.
        """
        while fetched.raw is not None and fetched.raw.content.owed == UNFINISHED:
            wish, seconds = fetched.wish, fetched.seconds
            kept = recognised_in(fetched.raw.content.pages)
            if len(kept) <= len(wish.kept or ()) or seconds >= self.recognition_s:
                break  # no page more than the time before, or enough for one run
            yield Step(
                wish.file.source, self.preparation.finish(fetched), inside=wish.place.depth > 0, partly=True
            )
            again = replace(wish, anew=True, kept=kept)
            for met in self.ahead.over([again], self._fetch, size_of_part, held_bytes):
                if met is None or met[1] is None:
                    yield None
                else:
                    fetched = replace(met[1], seconds=seconds + met[1].seconds)
        return fetched

    def _parts(
        self, fetched: Fetched, raw: Raw, allowance: Allowance, met: set[str]
    ) -> Generator[Step | None, None, ReadingError | None]:
        """Every part, lot by lot. Returns what ended it early."""
        outer = fetched.wish
        place = Place(
            outer.place.container or outer.file.source,
            stated_by_both(outer.place.stated, raw.content.access),
            outer.place.depth + 1,
        )
        ended: list[ReadingError] = []

        def wishes() -> Iterator[Wish]:
            sources = Sources(outer.file.source)
            lot, skip = raw, 0
            while True:
                for part in lot.content.parts:
                    skip += 1
                    if allowance.takes(part, place.depth):
                        read = partial(bytes, part.data)
                        yield self._wish(replace(outer.file, source=sources.of(part), read=read), place)
                if not lot.more:
                    return
                try:
                    lot = self.preparation.more(fetched, skip)
                except ReadingError as error:
                    ended.append(error)
                    return

        for met_part in self.ahead.over(wishes(), self._fetch, size_of_part, held_bytes):
            if met_part is None:
                yield None
            elif met_part[1] is not None:
                met.add(met_part[0].file.source)
                yield from self._arrived(met_part[1], allowance, met)
        return ended[0] if ended else None

    def _gone(self, container: str, met: set[str]) -> Generator[Step, None, bool]:
        """
        What is no more inside the outermost file. False when that is so much that something else is likely
        wrong: then it stays, and the file counts as not yet read.
        """
        gone = [known for known in self.before.inside(container) if known.source not in met]
        many = self.goes(len(gone)) if gone else 0
        if gone and not self.allow_removals and is_large_removal(many, len(self.before.known)):
            text = (
                f"no more inside `{container}`: {counted(len(gone), 'document')}, kept as before. If that is "
                "right, run the same command with `--allow-removals`"
            )
            self.notes.append(Note("ingest", text))
            self.goes(-len(gone))
            return False
        yield from (Step(known.source, Gone(known), inside=True) for known in gone)
        return True
