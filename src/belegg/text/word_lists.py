"""
The words of simplemma's dictionaries as mapped files: compiled once, opened in a millisecond.

simplemma (MIT) ships compressed dictionaries that take seconds and hundreds of megabytes to load. From the
installed package each list is compiled, when first needed, into one file of the user's cache folder: nothing
of it is part of Belegg. `no` joins the lists of bokmål and nynorsk; `fi` also knows each word's lemma.

A file holds 64-bit fingerprints, not the words: an unknown word is taken for a known one less than once in a
thousand million times, and always the same one.
"""

from __future__ import annotations

import importlib.util
import mmap
import os
import re
import sys
import threading
from array import array
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from belegg.errors import MissingExtra
from belegg.records import Note

FORMAT: Final = 1
"""Part of a file's name: another layout or another choice of words is another number."""

Progress = Callable[[str, float], None]
"""Told the name of the list being compiled and the share done, 0 to 1."""

_DICTIONARIES: Final[Mapping[str, tuple[str, ...]]] = {
    "no": ("nb", "nn"), "sv": ("sv",), "da": ("da",), "de": ("de",), "fi": ("fi",),
    "en": ("en",),
}  # fmt: skip
_WITH_LEMMAS: Final = frozenset({"fi"})
_MAGIC: Final = b"BELEGGWL"
_HEADER_BYTES: Final = 32


class WordList:
    """
    A mapped word list. `word in words` and `words.lemma(word)` take about two microseconds.

    Layout, little-endian: magic, then as 64-bit numbers the words, the bits of a bucket number and the size
    of the edits; then 32-bit numbers: where each bucket starts (and an end), the low halves of the sorted
    fingerprints, the edit of each word (lists with lemmas only), and the edits as lines `letters to drop,
    tab, ending to add`. A bucket is a fingerprint's leading bits.
    """

    __slots__ = ("_edit_of", "_edits", "_lows", "_shift", "_starts")

    def __init__(self, data: memoryview) -> None:
        words, bits, edit_bytes = _read_header(data)
        self._shift = 64 - bits
        after_starts = _HEADER_BYTES + 4 * ((1 << bits) + 1)
        after_lows = after_starts + 4 * words
        self._starts = data[_HEADER_BYTES:after_starts].cast("I")
        self._lows = data[after_starts:after_lows].cast("I")
        self._edit_of = data[after_lows : len(data) - edit_bytes].cast("I")
        self._edits = bytes(data[len(data) - edit_bytes :]).decode().split("\n") if edit_bytes else []

    def __len__(self) -> int:
        return len(self._lows)

    def __contains__(self, word: str) -> bool:
        return self._place(word) >= 0

    def lemma(self, word: str) -> str | None:
        """The lemma of a lower-case word, in lower case; None when the word is not in the list."""
        place = self._place(word)
        if place < 0:
            return None
        drop, _, ending = self._edits[self._edit_of[place]].partition("\t")
        return word[: len(word) - int(drop)] + ending

    def _place(self, word: str) -> int:
        fingerprint = _fingerprint(word.encode())
        bucket = fingerprint >> self._shift
        low = fingerprint & 0xFFFFFFFF
        lows = self._lows
        for place in range(self._starts[bucket], self._starts[bucket + 1]):
            if lows[place] == low:
                return place
        return -1


class WordLists:
    """The word lists of this machine, opened or compiled when first asked for. Safe to share."""

    def __init__(self, folder: Path | None = None, progress: Progress | None = None) -> None:
        self._folder = folder or cache_folder()
        self._progress = progress or (lambda _name, _done: None)
        self._open: dict[str, WordList] = {}
        self._notes: list[Note] = []
        self._lock = threading.Lock()

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a user should know: a list that could not be kept."""
        return tuple(self._notes)

    def of(self, space: str) -> WordList:
        """The list of a name space that has one (`has_list`); compiling takes 2 to 15 seconds, once."""
        found = self._open.get(space)
        if found is None:
            with self._lock:
                found = self._open.get(space) or self._open_or_compile(space)
                self._open[space] = found
        return found

    def path(self, space: str) -> Path:
        """Where the list of a name space is kept: its name holds the versions that it depends on."""
        return self._folder / f"words-{space}-simplemma-{simplemma_version()}-{FORMAT}.bin"

    def _open_or_compile(self, space: str) -> WordList:
        path = self.path(space)
        if (kept := _opened(path)) is not None:
            return kept
        data = compile_list(space, self._progress)
        try:
            _write(path, data)
        except OSError as problem:
            # Another process may have been first: then its file serves.
            if not path.exists():
                self._notes.append(self._not_kept(space, problem))
        return _opened(path) or WordList(memoryview(data))

    def _not_kept(self, space: str, problem: OSError) -> Note:
        text = f"the word list `{space}` cannot be kept in `{self._folder}` ({problem.strerror}), so every "
        return Note(
            "words", text + "process compiles it again; set BELEGG_CACHE to a folder that can be written to"
        )


def has_list(space: str) -> bool:
    """Whether there is a list for a name space of terms."""
    return space in _DICTIONARIES


def cache_folder() -> Path:
    """BELEGG_CACHE, else the platform's folder for what can be made again."""
    if chosen := os.environ.get("BELEGG_CACHE"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "belegg"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "belegg" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "belegg"


@cache
def simplemma_version() -> str:
    """The installed version, read without importing the package (importing takes a tenth of a second)."""
    spec = importlib.util.find_spec("simplemma")
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtra("`simplemma` is not installed; run `pip install simplemma==2.0.*`")
    about = Path(spec.submodule_search_locations[0], "__metadata__.py").read_text(encoding="utf-8")
    version = re.search(r'__version__ = "([^"]+)"', about)
    return version[1] if version else "unknown"


def compile_list(space: str, progress: Progress) -> bytes:
    """The file of one name space, compiled from simplemma's dictionaries. Words of letters only."""
    import numpy as np

    lower, capital = _Entries(), _Entries()
    edits: dict[tuple[int, str], int] = {}
    with_lemmas = space in _WITH_LEMMAS
    edit = 0
    for word, lemma in _dictionary_words(space, progress):
        small = word.lower()
        if with_lemmas:
            if small != word and small.capitalize() != word:
                continue
            edit = edits.setdefault(_edit(small, lemma.lower()), len(edits))
        (lower if small == word else capital).add(_fingerprint(small.encode()), edit)
    # simplemma prefers the word as written to its capitalised form: the first of equals stays.
    fingerprints = np.concatenate([lower.fingerprints, capital.fingerprints]).view(np.uint64)
    fingerprints, first = np.unique(fingerprints, return_index=True)
    bits = max(1, len(fingerprints).bit_length() - 1)
    buckets = (fingerprints >> np.uint64(64 - bits)).astype(np.int64)
    starts = np.searchsorted(buckets, np.arange((1 << bits) + 1)).astype("<u4")
    text = "\n".join(f"{drop}\t{ending}" for drop, ending in edits).encode()
    parts = [
        _MAGIC, *(number.to_bytes(8, "little") for number in (len(fingerprints), bits, len(text))),
        starts.tobytes(), (fingerprints & np.uint64(0xFFFFFFFF)).astype("<u4").tobytes(),
    ]  # fmt: skip
    if with_lemmas:
        edit_of = np.concatenate([lower.edits, capital.edits])[first]
        parts += [edit_of.astype("<u4").tobytes(), text]
    progress(space, 1.0)
    return b"".join(parts)


class _Entries:
    """Fingerprints with their edits, as flat arrays: a list of Finnish words would fill 400 megabytes."""

    def __init__(self) -> None:
        self.fingerprints = array("Q")
        self.edits = array("I")

    def add(self, fingerprint: int, edit: int) -> None:
        self.fingerprints.append(fingerprint)
        self.edits.append(edit)


def _dictionary_words(space: str, progress: Progress) -> Iterator[tuple[str, str]]:
    """Words and lemmas of simplemma's dictionaries, read record by record (the format of 2.0)."""
    from simplemma.strategies.dictionaries import dictionary_factory, frontcode

    for code in _DICTIONARIES[space]:
        data = dictionary_factory._read_decompressed(code)
        reverse, count, start = frontcode._read_header(data)
        way = -1 if reverse else 1
        for number, (_, word, lemma) in enumerate(frontcode._iter_records(data, start)):
            if number % 100_000 == 0:
                progress(space, number / count)
            text = word[::way].decode()
            if text.isalpha():
                yield text, lemma[::way].decode()


def _edit(word: str, lemma: str) -> tuple[int, str]:
    """How to make the lemma of the word: letters to drop at its end, ending to add."""
    same = min(len(word), len(lemma))
    while not word.startswith(lemma[:same]):
        same -= 1
    return len(word) - same, lemma[same:]


def _fingerprint(word: bytes) -> int:
    return int.from_bytes(blake2b(word, digest_size=8).digest(), "little")


def _read_header(data: memoryview) -> tuple[int, int, int]:
    """Words, bucket bits and bytes of edits; raises ValueError when the file is not whole."""
    numbers = data[:_HEADER_BYTES]
    if len(numbers) < _HEADER_BYTES or bytes(numbers[:8]) != _MAGIC:
        raise ValueError("not a word list")
    words, bits, edit_bytes = numbers[8:].cast("Q")
    expected = _HEADER_BYTES + 4 * ((1 << bits) + 1) + 4 * words * (2 if edit_bytes else 1) + edit_bytes
    if len(data) != expected:
        raise ValueError("a word list that is not whole")
    return words, bits, edit_bytes


def _opened(path: Path) -> WordList | None:
    """The list kept there, or None when there is none, or only part of one."""
    try:
        with path.open("rb") as file:
            return WordList(memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)))
    except (OSError, ValueError):
        return None


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all; when two processes write, the later one replaces an equal file."""
    import tempfile  # slow to import, seldom needed

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
