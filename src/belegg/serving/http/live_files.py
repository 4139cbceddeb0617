"""
The events of a run that goes on, in a file beside the library: whichever process of the server is asked can
tell them, from any place on, and can have the run stopped.

A file is read by who asked the question alone, with the groups that they had then, and goes some minutes
after the run has ended; what is to stay is the kept run.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from belegg.errors import UnknownRun
from belegg.records import DocumentId, Principal

KEPT_S: Final = 600.0
"""How long the events of a run can be read after the last of them."""
SILENT_S: Final = 20.0
"""After this time without a sign of life, whoever worked on a run is taken to be gone."""
LAST: Final = ("ended", "failed")


@dataclass(frozen=True, slots=True)
class LiveEvent:
    """`number` counts from 1; the last one is named `ended` or `failed`."""

    number: int
    name: str
    data: dict[str, Any]

    @property
    def is_last(self) -> bool:
        return self.name in LAST


def digest_of(principal: Principal) -> str:
    """Who it is, and with which groups."""
    groups = None if principal.groups is None else sorted(principal.groups)
    return sha256(json.dumps([principal.id, groups]).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class LiveFile:
    """The side files of one run: its events, whether it is to stop, when somebody last read on."""

    folder: Path
    id: str

    @property
    def events(self) -> Path:
        return self.folder / f"{self.id}.events"

    @property
    def stop(self) -> Path:
        return self.folder / f"{self.id}.stop"

    @property
    def watched(self) -> Path:
        return self.folder / f"{self.id}.watched"

    def begin(self, principal: Principal) -> None:
        self.folder.mkdir(mode=0o700, exist_ok=True)
        self._write(os.O_CREAT | os.O_EXCL, {"by": digest_of(principal)})

    def add(self, event: LiveEvent) -> None:
        self._write(os.O_APPEND, {"n": event.number, "event": event.name, "data": event.data})

    def _write(self, how: int, line: dict[str, Any]) -> None:
        data = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
        file = os.open(self.events, os.O_WRONLY | how, 0o600)
        try:
            os.write(file, data + b"\n")
        finally:
            os.close(file)

    def opened_by(self, principal: Principal) -> Reading:
        """To read on. Raises UnknownRun when there is none, or it is another's, or one's groups changed."""
        if not self.id.isalnum() or not self.events.is_file():
            raise UnknownRun(self.id)
        reading = Reading(self.events)
        first = next(reading.lines(), {})
        if first.get("by") != digest_of(principal):
            raise UnknownRun(self.id)
        return reading

    def is_alive(self) -> bool:
        """Whether whoever works on it gave a sign of life lately."""
        try:
            return time.time() - self.events.stat().st_mtime < SILENT_S
        except FileNotFoundError:
            return False

    def touch(self, file: Path) -> None:
        file.touch(mode=0o600)

    def gone(self) -> None:
        for file in (self.events, self.stop, self.watched):
            file.unlink(missing_ok=True)


class Reading:
    """Whole lines of a file that grows."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._at = 0

    def lines(self) -> Iterator[dict[str, Any]]:
        """Those that came since the last look."""
        with self._file.open("rb") as file:
            file.seek(self._at)
            for line in file:
                if not line.endswith(b"\n"):
                    return
                self._at += len(line)
                yield json.loads(line)

    def events(self) -> Iterator[LiveEvent]:
        for line in self.lines():
            yield LiveEvent(line["n"], line["event"], line["data"])


def documents_in(told: object) -> Iterator[DocumentId]:
    """The ids of all documents that an event names, at whatever depth: each stands under `document`."""
    if isinstance(told, dict):
        named = told.get("document")
        if isinstance(named, str):
            yield DocumentId(named)
        for each in told.values():
            yield from documents_in(each)
    elif isinstance(told, list):
        for each in told:
            yield from documents_in(each)


def sweep(folder: Path) -> None:
    """Remove what nobody may read on any more."""
    if not folder.is_dir():
        return
    for file in folder.iterdir():
        try:
            if time.time() - file.stat().st_mtime > KEPT_S:
                file.unlink()
        except FileNotFoundError:  # another process swept it
            continue
