"""
A reader that does what its file says: the file is JSON behind `%PDF-mock `, a list of [action, value …].

`text` and `title`, `part` (name, text), `container` (name, actions), `more` (number of parts, bytes of each),
`access` (groups …), `pages` and `alive` (how many, s for each) make the document. The rest, in `DEEDS`, is
what a broken or hostile file may make a reader do.
"""

from __future__ import annotations

import ctypes
import json
import os
import pickle
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy

from belegg import errors
from belegg.reading.content import Content, Kept, Part, Said, silent
from belegg.reading.fenced import NOTHING, Fence, Limits, Parsed, Parsing
from belegg.records import Block, Span, Warned

MARK = b"%PDF-mock "


def mock_file(*actions: list[Any]) -> bytes:
    """A file for the mock parser; it passes for a PDF."""
    return MARK + json.dumps(actions).encode()


class MockParsing:
    """Runs the mock parser over mock files, in place of the PDF reader; other files by their own readers."""

    def __init__(self, fence: Parsing) -> None:
        self.fence = fence
        self.asked = 0

    @classmethod
    def behind(cls, limits: Limits, workers: int) -> MockParsing:
        """As `Wanted.fence` asks for it."""
        return cls(Fence(limits, workers))

    @classmethod
    def fenced(cls, workers: int = 1, **limits: Any) -> MockParsing:
        """Behind a fence of its own, with these limits."""
        return cls(Fence(Limits(**limits), workers))

    def close(self) -> None:
        """End the fence's processes."""
        self.fence.close()

    def parse(
        self, module: str, data: bytes, said: Said = silent, skip: int = 0, kept: Kept = NOTHING
    ) -> Parsed:
        self.asked += 1
        return self.fence.parse(__name__ if data.startswith(MARK) else module, data, said, skip, kept)


def parse(data: bytes, said: Said) -> Content:
    """Does what the file says, then gives what it holds."""
    texts: list[str] = []
    parts: list[tuple[str, bytes]] = []
    found: dict[str, Any] = {"title": None, "access": None, "more": (0, 0), "warnings": []}
    for action, *values in json.loads(data.removeprefix(MARK)):
        match action:
            case "text":
                texts.append(values[0])
            case "part":
                parts.append((values[0], values[1].encode()))
            case "container":
                parts.append((values[0], mock_file(*values[1])))
            case "numbers":  # as numpy gives them: nearly numbers, and no JSON
                found["warnings"].append(Warned("numbers", numpy.int64(1)))  # type: ignore[arg-type]
            case "title" | "access" | "more":
                found[action] = values if action != "title" else values[0]
            case "pages":
                _pages(said, *values)
            case "alive":
                _alive(said, *values)
            case _:
                found["warnings"].append(Warned(action, str(DEEDS[action](*values))))
    text = "\n\n".join(texts)
    return Content(
        text,
        (Block("paragraph", Span(0, len(text))),) if text else (),
        title=found["title"],
        access=None if found["access"] is None else frozenset(found["access"]),
        warnings=tuple(found["warnings"]),
        parts=_parts(parts, *found["more"]),
    )


def _parts(parts: Iterable[tuple[str, bytes]], count: int, size: int) -> Iterator[Part]:
    for name, data in parts:
        yield Part(name, data)
    for number in range(count):
        yield Part(f"{number:05}.md", f"# Part {number}\n\n".encode().ljust(size, b"x"))


def _pages(said: Said, count: int, each_s: float) -> None:
    for number in range(1, count + 1):
        time.sleep(each_s)
        said(number, count)


def _alive(said: Said, steps: int, each_s: float) -> None:
    """One page in several steps."""
    for _ in range(steps):
        time.sleep(each_s)
        said(0, 1)


def _hang() -> None:
    while True:
        time.sleep(1)


def _circle(said_every_s: float) -> None:
    """Says again and again that it is at the same place, past the reader's own throttle."""
    while True:
        time.sleep(said_every_s)
        _answer(b'{"done":1,"of":9}')


def _answer(head: bytes) -> None:
    """Writes past Belegg's own code: to every pipe that is open."""
    for number in range(3, 32):
        try:
            os.write(number, len(head).to_bytes(4, "big") + b"\0\0\0\0" + head)
        except OSError:
            continue


def _oom() -> None:
    held = []
    while True:
        held.append(bytearray(16 * 1024 * 1024))


def _flood() -> None:
    while True:
        sys.stdout.write("x" * 65_536)
        _answer(b"x" * 4_000)


def _recurse(depth: int = 0) -> int:
    return _recurse(depth + 1)


def _connect(port: int) -> None:
    with socket.socket() as connection:
        connection.connect(("127.0.0.1", port))


def _connect_natively(port: int) -> int:
    """Through C, past Python's audit hooks: the error number."""
    system = ctypes.CDLL(None, use_errno=True)
    number = system.socket(2, 1, 0)
    address = b"\x02\x00" + port.to_bytes(2, "big") + bytes([127, 0, 0, 1]) + bytes(8)
    return ctypes.get_errno() if system.connect(number, address, 16) else 0


def _try(deed: Callable[..., Any]) -> Callable[..., str]:
    """The deed's outcome in words, also when it is refused: a library would go on like that."""

    def tried(*values: Any) -> str:
        try:
            return f"done: {deed(*values)}"
        except OSError as error:
            return f"refused: {error}"

    return tried


def _raise(name: str) -> None:
    raise {"KeyError": KeyError, "ValueError": ValueError, "OSError": OSError}[name]("secret words")


def _refuse(name: str) -> None:
    raise getattr(errors, name)("as told")


def _busy() -> None:
    """In C, without letting another thread of Python run."""
    re.match(r"(a+)+b", "a" * 64)


def _keep(megabytes: int) -> None:
    KEPT.append(b"x" * (megabytes * 1024 * 1024))


def _recognise() -> str:
    """As OCR does: a program that is given up when it takes too long."""
    try:
        done = subprocess.run(["tesseract", "-"], input=b"a page", capture_output=True, timeout=1)
    except subprocess.TimeoutExpired:
        return "given up"
    return done.stdout.decode()


KEPT: list[bytes] = []
DEEDS: dict[str, Callable[..., Any]] = {
    "hang": _hang,
    "sleep": time.sleep,
    "circle": _circle,
    "oom": _oom,
    "segv": lambda: ctypes.string_at(0),
    "exit": os._exit,
    "kill": _try(lambda: os.kill(os.getppid(), 9)),
    "flood": _flood,
    "garbage": lambda: _answer(b"no JSON at all"),
    "raise": _raise,
    "refuse": _refuse,
    "busy": _busy,
    "keep": _keep,
    "recognise": _try(_recognise),
    "process": os.getpid,
    "fork": _try(os.fork),
    "unpickle": _try(lambda: pickle.loads(pickle.dumps(os.getcwd))),
    "symlink": _try(lambda path: os.symlink("/", path)),
    "recurse": _recurse,
    "print": lambda: print("x" * 100_000, flush=True),
    "connect": _try(_connect),
    "connect natively": _try(_connect_natively),
    "run": _try(lambda: subprocess.run(["true"], check=True)),
    "spawn": _try(lambda: os.posix_spawn("/bin/true", ["true"], {})),
    "write": _try(lambda path: Path(path).write_text("written by a reader")),
    "rename": _try(lambda path: os.rename("own", path)),
    "open": _try(lambda path: Path(path).read_text()[:20]),
    "environment": lambda: json.dumps([sorted(os.environ), os.getcwd(), sys.argv[1:]]),
}
