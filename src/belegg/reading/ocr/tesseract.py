"""Tesseract, when the program stands on the machine: one run of it for each page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import NDArray

from belegg.errors import ParserFailed, ParserStalled
from belegg.reading.ocr.seam import RecognisedLine, RecognisedWord

DATA_OF = {
    "nb": "nor",
    "nn": "nor",
    "no": "nor",
    "sv": "swe",
    "da": "dan",
    "fi": "fin",
    "is": "isl",
    "en": "eng",
    "de": "deu",
    "fr": "fra",
    "nl": "nld",
    "es": "spa",
    "it": "ita",
    "pt": "por",
    "pl": "pol",
    "et": "est",
    "lv": "lav",
    "lt": "lit",
    "cs": "ces",
    "ru": "rus",
    "uk": "ukr",
    "ar": "ara",
    "fa": "fas",
    "he": "heb",
}
"""Tesseract's name of each language's data."""

LONGEST_S = 50.0
_LEAST_CONFIDENCE = 0.3
_VERSION = re.compile(r"tesseract v?(\d[\w.]*)")
_WORD_LEVEL = "5"


class Tesseract:
    """See `seam.Recogniser`. `data` are names of language data, most likely first."""

    dpi = 300
    lines_a_second = 15

    def __init__(self, data: Sequence[str], lacks: Sequence[str] = ()) -> None:
        self.data = tuple(dict.fromkeys(data))
        self.lacks = tuple(lacks)

    @property
    def name(self) -> str:
        return f"tesseract {_version()} ({'+'.join(self.data)})"

    def read(self, picture: NDArray[Any], dpi: int) -> list[RecognisedLine]:
        command = (
            "tesseract",
            "stdin",
            "stdout",
            "-l",
            "+".join(self.data),
            "--psm",
            "3",
            "--dpi",
            str(dpi),
            "tsv",
        )
        done = _run(command, _portable(picture))
        return list(_lines(done.decode("utf-8", "replace")))


def installed() -> frozenset[str]:
    """Names of the language data on this machine; empty without the program."""
    return _installed() if shutil.which("tesseract") else frozenset()


@cache
def _installed() -> frozenset[str]:
    listed = _run(("tesseract", "--list-langs"), b"").decode("utf-8", "replace").splitlines()
    return frozenset(line.strip() for line in listed if re.fullmatch(r"\w+", line.strip())) - {"osd", "equ"}


@cache
def _version() -> str:
    found = _VERSION.search(_run(("tesseract", "--version"), b"").decode("utf-8", "replace"))
    return found[1] if found else "of an unknown version"


def _run(command: Sequence[str], given: bytes) -> bytes:
    # One thread: readers are as many as there are cores already.
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    try:
        done = subprocess.run(command, input=given, capture_output=True, timeout=LONGEST_S, env=environment)
    except subprocess.TimeoutExpired as error:
        raise ParserStalled(f"tesseract took more than {LONGEST_S:.0f} s for one page") from error
    except OSError as error:
        raise ParserFailed("tesseract could not be started") from error
    if done.returncode:
        raise ParserFailed(f"tesseract ended with {done.returncode}")
    return done.stdout + (done.stderr if "--version" in command else b"")


def _portable(picture: NDArray[Any]) -> bytes:
    """A portable grey map (PGM), which Tesseract reads from its standard input."""
    high, wide = picture.shape
    return b"P5\n%d %d\n255\n" % (wide, high) + np.ascontiguousarray(picture, np.uint8).tobytes()


def _lines(table: str) -> Iterator[RecognisedLine]:
    """Rows: level, page, block, paragraph, line, word, left, top, width, height, confidence, text."""
    rows = (row.split("\t") for row in table.splitlines()[1:])
    words = (row for row in rows if len(row) == 12 and row[0] == _WORD_LEVEL)
    for _, group in groupby(words, key=lambda row: tuple(row[1:5])):
        found = tuple(word for row in group if (word := _word(row)))
        if found:
            yield RecognisedLine(found)


def _word(row: Sequence[str]) -> RecognisedWord | None:
    left, top, wide, high = (float(value) for value in row[6:10])
    confidence = max(0.0, float(row[10])) / 100
    text = row[11].strip()
    if not text or (confidence < _LEAST_CONFIDENCE and not any(sign.isalnum() for sign in text)):
        return None
    return RecognisedWord(text, (left, top, left + wide, top + high), confidence)
