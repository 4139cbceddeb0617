"""
Collections in BEIR's layout: `corpus.jsonl` (or `.gz`) with a JSON record a line, each one document.

A record's source is `<corpus file>#<its _id>`. Questions and judgements beside it are no documents.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

from belegg.sources.files import Skipped, SourceFile, read_part, shown_name

CORPUS_NAMES = frozenset({"corpus.jsonl", "corpus.jsonl.gz"})
_LARGEST_RECORD_BYTES = 16 * 1024 * 1024


def is_corpus(path: Path) -> bool:
    """Whether a file is named like a corpus and its first line is a record."""
    if path.name not in CORPUS_NAMES:
        return False
    try:
        with _opened(path) as lines:
            return _identifier(lines.readline(_LARGEST_RECORD_BYTES)) is not None
    except (OSError, EOFError, zlib.error):
        return False


def beside_corpus(name: str) -> bool:
    """Whether a file or folder next to a corpus holds its questions or judgements."""
    return name.startswith(("queries", "qrels"))


def records(path: Path, source: str) -> Iterator[SourceFile | Skipped]:
    """The records of a corpus, in the file's order, without holding the file (a packed one: its lines)."""
    try:
        modified_ns = path.stat().st_mtime_ns
        with _opened(path) as lines:
            yield from _records(path, source, lines, modified_ns)
    except (OSError, EOFError, zlib.error) as error:
        yield Skipped(source, f"the corpus breaks off: {error}", hides_files=True)


def _records(path: Path, source: str, lines: BinaryIO, modified_ns: int) -> Iterator[SourceFile | Skipped]:
    seen: set[str] = set()
    start = 0
    for number, line in enumerate(iter(partial(lines.readline, _LARGEST_RECORD_BYTES), b""), 1):
        here, start = start, start + len(line)
        identifier = _identifier(line)
        name = f"{source}#{identifier}"
        if not line.strip():
            continue
        if identifier is None:
            yield Skipped(f"{source}#line {number}", "no record with `_id` and `text`")
        elif identifier in seen:
            yield Skipped(name, "another record has the same `_id`")
        else:
            seen.add(identifier)
            packed = path.suffix == ".gz"
            read = partial(bytes, line) if packed else partial(read_part, path, name, here, len(line))
            yield SourceFile(name, path, len(line), modified_ns, read)


def _opened(path: Path) -> BinaryIO:
    return cast(BinaryIO, gzip.open(path)) if path.suffix == ".gz" else path.open("rb")


def _identifier(line: bytes) -> str | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or not isinstance(record.get("text"), str) or "_id" not in record:
        return None
    return shown_name(str(record["_id"]))
