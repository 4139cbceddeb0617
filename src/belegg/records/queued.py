"""What several workers of one ingest tell one another: pieces of a folder, and what became of each source."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from belegg.records.documents import DocumentId, Report

MetAs = Literal["added", "changed", "unchanged", "failed", "gone"]
"""What became of a source; `gone`: it is no more inside its container."""


@dataclass(frozen=True, slots=True)
class Piece:
    """
    What a worker takes on at once: a file (its `path` below the run's place, as the system spells it; empty
    for the place itself), or `count` records of a file that holds many, from the `first` on (from 0).

    `tries`: how many workers took it before and did not come to its end.
    """

    number: int
    source: str
    path: bytes
    size_bytes: int
    first: int = 0
    count: int = 1
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """
    What became of one source, of the piece of that number. `document` came, changed or went; `inside`: it
    came inside a file of the folder; `opened`: the pack's default alone opened it to somebody; `warnings` are
    codes, `notes` what a person should know. `partly`: more of the same document comes in this run.
    """

    source: str
    met: MetAs
    piece: int = 0
    document: DocumentId | None = None
    inside: bool = False
    opened: bool = False
    warnings: tuple[str, ...] = ()
    report: Report | None = None
    notes: tuple[str, ...] = ()
    partly: bool = False


@dataclass(frozen=True, slots=True)
class SharedRun:
    """
    A run whose files several workers share: over `place`, its sources begin with `below`, led by a process.
    `given`: JSON, how its files are to be read.
    """

    number: int
    root: str
    below: str
    place: str
    process: int
    given: str


@dataclass(frozen=True, slots=True)
class Standing:
    """
    How far a shared run is: pieces that are left, bytes that are done, documents by what became of them
    (those inside files counted again in `inside`), and what the workers are at now.
    """

    left: int
    done_bytes: int
    counts: dict[MetAs, int] = field(default_factory=dict)
    inside: int = 0
    doing: tuple[str, ...] = ()
