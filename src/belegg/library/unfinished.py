"""
Runs that have not come to their end: a library that lacks documents says so, and how to go on.

A run is marked with the first documents that it stores and the mark taken away with its last act. Who finds
one without the process that wrote it finds a run that was stopped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from belegg.records import OWNER, Note, Principal
from belegg.text.counted import counted

RUNS = "runs"
"""The setting that holds the marks: by the beginning of the sources that a run is over."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """
    A run over `place` (a folder or a file; its sources begin with `below`) that has stored, or found stored,
    `done` of `total` documents. `process` is its number; `running` says that it goes on now.

    A run that has stored nothing yet has no mark: of it only `process` is known.
    """

    below: str = ""
    place: str = ""
    done: int = 0
    total: int = 0
    process: int = 0
    running: bool = False

    @classmethod
    def by_us(cls, below: str, place: Path, done: int, total: int) -> Unfinished:
        return cls(below, str(place), done, total, os.getpid())


def marks_in(settings: Mapping[str, str]) -> dict[str, Unfinished]:
    """The runs that left a mark."""
    kept = json.loads(settings.get(RUNS, "{}"))
    return {below: Unfinished(below, *values) for below, values in kept.items()}


def setting_of(marks: Mapping[str, Unfinished]) -> str:
    kept = {below: [run.place, run.done, run.total, run.process] for below, run in marks.items()}
    return json.dumps(kept, ensure_ascii=False, sort_keys=True)


def with_mark(settings: Mapping[str, str], run: Unfinished) -> str:
    """The setting with this run in it."""
    return setting_of({**marks_in(settings), run.below: run})


def without_mark(settings: Mapping[str, str], below: str) -> str | None:
    """The setting without the run over these sources, nor those over a part of them; None: no such run."""
    marks = marks_in(settings)
    left = {key: run for key, run in marks.items() if not f"{key}/".startswith(f"{below}/")}
    return setting_of(left) if len(left) < len(marks) else None


def unfinished(settings: Mapping[str, str], process: int | None) -> list[Unfinished]:
    """Every run without its end; `process` ingests now (None: nobody does)."""
    marks = [replace(run, running=run.process == process) for run in marks_in(settings).values()]
    if process is not None and not any(run.running for run in marks):
        marks.append(Unfinished(process=process, running=True))
    return marks


def told(run: Unfinished) -> str:
    """Where a run stands, for the owner."""
    if run.running:
        so_far = (
            f" over `{run.place}`: {run.done:,} of {counted(run.total, 'file')} so far" if run.below else ""
        )
        return f"an ingest is running{so_far}"
    return f"the run over `{run.below}` stopped after {run.done:,} of {counted(run.total, 'file')}"


def how_to_go_on(run: Unfinished, library: str) -> str:
    """What the owner of this library may do about it."""
    if run.running:
        return "wait for its end"
    return f"`belegg ingest {run.place} --library {library}`, with the options of that run, goes on"


def notes_of(runs: Sequence[Unfinished], library: str, asker: Principal, found_nothing: bool) -> list[Note]:
    """
    What a search of the library should say of them. Names and numbers are the owner's: they tell of documents
    that others may not read. A run that has stored nothing yet is worth a word where nothing was found.
    """
    worth = [run for run in runs if run.below or found_nothing]
    if asker == OWNER:
        return [
            Note("ingest", f"{told(run)}; what is not in yet cannot be found: {how_to_go_on(run, library)}")
            for run in worth
        ]
    text = "an ingest of this library has not come to its end; what is not in yet cannot be found"
    return [Note("ingest", text)] if worth else []
