"""
Files that people bring in through a door, kept beside the library under ids of our own.

    <library>.brought/uploads/<id>.pdf     the file; `uploads`, or `uploads-<pack>`, is a root of the library
    <library>.brought/records/<id>.json    who brought it, what it was called, who may read it

What somebody called a file is data and never a path. A root's access rules are made of its records each time.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Final, Literal

from belegg.errors import BadInput, TooLarge
from belegg.library.settings import DEFAULT_PACK
from belegg.reading.kinds import kind_of
from belegg.records import OWNER

ID_BYTES: Final = 8
FOLDER: Final = "uploads"
MOST_FILES: Final = 10_000
QUOTA_BYTES: Final = 1024**3
LONGEST_NAME: Final = 200
State = Literal["reading", "read", "refused"]


@dataclass(frozen=True, slots=True)
class Upload:
    """
    `name` is what its owner called it, `file` ours, `pack` empty for the default one; `by` the principal's
    id, `groups` who may read it, `at` ISO 8601 in UTC. `reason` says why it was refused. `under` is the name
    by which the library knows the folder where that is not the folder's own: another had it, as in a library
    that was restored elsewhere.
    """

    id: str
    name: str
    file: str
    pack: str
    size_bytes: int
    by: str
    groups: tuple[str, ...]
    at: str
    state: State = "reading"
    reason: str = ""
    under: str = ""

    @property
    def root(self) -> str:
        return root_of(self.pack)

    @property
    def source(self) -> str:
        """As the library calls it."""
        return f"{self.under or self.root}/{self.file}"


def root_of(pack: str) -> str:
    return FOLDER if pack in ("", DEFAULT_PACK) else f"{FOLDER}-{pack}"


@dataclass(frozen=True, slots=True)
class Uploads:
    """Those of one library; `quota_bytes` and `most_files` are of each person."""

    folder: Path
    quota_bytes: int = QUOTA_BYTES
    most_files: int = MOST_FILES

    @classmethod
    def beside(cls, library: Path) -> Uploads:
        return cls(library.with_name(f"{library.name}.brought"))

    def copied(self, library: Path) -> Path | None:
        """
        All of it copied beside another file of the library, whole or not at all; where to, None where nothing
        was brought yet. Raises BadInput where something is there already.
        """
        if not self.folder.exists():
            return None
        target = Uploads.beside(library).folder
        if target.exists():
            raise BadInput(f"`{target}` exists; a backup is written to a new folder")
        part = target.with_name(f"{target.name}.part")
        try:
            shutil.copytree(self.folder, part, ignore=shutil.ignore_patterns("*.part", "*.tsv"))
            part.replace(target)
        finally:
            shutil.rmtree(part, ignore_errors=True)
        return target

    # ------------------------------------------------------------ records

    def name_of(self, source: str, by: str) -> str:
        """
        What who brought it called the file that the library calls so; told to them and to the library's owner
        alone, and empty for everybody else: a name may say more than its document.
        """
        if not source.startswith(FOLDER):
            return ""
        file = self._records / f"{source.rpartition('/')[2].partition('.')[0]}.json"
        try:
            found = _upload(file)
        except FileNotFoundError:
            return ""
        return found.name if found.source == source and by in (found.by, OWNER.id) else ""

    def of(self, by: str) -> list[Upload]:
        """What one person brought, the newest first."""
        return sorted((one for one in self._every() if one.by == by), key=lambda one: one.at, reverse=True)

    def one(self, id: str, by: str) -> Upload | None:
        return next((each for each in self._every() if each.id == id and each.by == by), None)

    def _every(self) -> Iterator[Upload]:
        for file in sorted(self._records.glob("*.json")):
            yield _upload(file)

    def keep(self, upload: Upload) -> None:
        """The record as it is now, whole or not at all."""
        self._records.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = self._records / f"{upload.id}.part"
        part.write_text(json.dumps(asdict(upload), ensure_ascii=True), encoding="utf-8")
        part.chmod(0o600)
        part.replace(self._records / f"{upload.id}.json")

    @property
    def _records(self) -> Path:
        return self.folder / "records"

    # ------------------------------------------------------------ files

    def place(self, upload: Upload) -> Path:
        return self.folder / upload.root / upload.file

    def take(self, data: bytes, name: str, pack: str, by: str, groups: tuple[str, ...]) -> Upload:
        """
        Put a file down. Raises TooLarge with the limit that it is over, and ReadingError when it is of no
        kind that is read here.
        """
        own = self.of(by)
        if len(own) >= self.most_files:
            raise TooLarge(f"you have brought {len(own):,} files; {self.most_files:,} is the most")
        held = sum(each.size_bytes for each in own if each.state != "refused")
        if held + len(data) > self.quota_bytes:
            held += len(data)
            raise TooLarge(
                f"your files would hold {held:,} bytes; {self.quota_bytes:,} is the most of a person"
            )
        told = name_told(name)
        kind_of(data, told)
        id = secrets.token_hex(ID_BYTES)
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        upload = Upload(id, told, f"{id}{suffix_of(told)}", pack, len(data), by, groups, now)
        place = self.place(upload)
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder.chmod(0o700)
        file = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(file)
        self.keep(upload)
        return upload

    @contextmanager
    def rules(self, root: str) -> Iterator[Path]:
        """A file of access rules of one root: each file's own line, and nobody for what has none."""
        lines = [f"{one.file}\t{','.join(one.groups)}" for one in self._every() if one.root == root]
        file = self.folder / f"{secrets.token_hex(4)}.tsv"
        file.write_text("\n".join([*lines, "\t"]) + "\n", encoding="utf-8")
        try:
            yield file
        finally:
            file.unlink(missing_ok=True)


def _upload(record: Path) -> Upload:
    told = json.loads(record.read_text(encoding="utf-8"))
    return Upload(**{**told, "groups": tuple(told["groups"])})


def name_told(name: str) -> str:
    """What a file was called: the last part of a path, without what no name can hold."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(sign for sign in last if sign.isprintable()).strip(". ")[-LONGEST_NAME:] or "file"


def suffix_of(name: str) -> str:
    """`.pdf`; both of `.tar.gz`. Only letters and figures of it are taken over."""
    parts = [part.lower() for part in PurePosixPath(name).suffixes]
    kept = parts[-2:] if parts[-2:-1] == [".tar"] else parts[-1:]
    return "".join(part for part in kept if part[1:].isascii() and part[1:].isalnum() and len(part) <= 12)
