"""
The process that asks a SQLite file: one question in, one answer out, and it ends.

It reads a JSON object to the end of its input, says `+` when it has all that it needs and its time begins,
and writes the answer, a JSON object too. It is held to its memory and its processor time before it touches
the file: should nobody be left to end it, it ends by itself.
"""

from __future__ import annotations

import json
import os
import sys

MEMORY_BYTES = 1024 * 1024 * 1024
OPEN_FILES = 64
WRITTEN_BYTES = 1024 * 1024
"""The index of a log that another program keeps is a file to the system; nothing else is written."""

CPU_S = 6

START = "sys.path += sys.argv[1:]; from belegg.sources.tables.sqlite.worker import main; main()"
"""What a new Python runs; places of modules are its arguments."""


def main() -> None:
    """Answer what stands on standard input. Whatever a library prints goes nowhere."""
    answering = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    asked = json.load(sys.stdin.buffer)
    if asked["what"] == "select":
        import belegg.sources.tables.sqlite.guards
        import belegg.sources.tables.sqlite.statement  # noqa: F401  before its time begins
    from belegg.sources.tables.sqlite.running import answer

    hold()
    answering.write(b"+")
    answering.flush()
    answering.write(json.dumps(answer(asked), ensure_ascii=False).encode("utf-8", "replace"))
    answering.flush()


def hold() -> None:
    """Bound this process for good, where the system can."""
    try:
        import resource
    except ImportError:  # Windows: its time is limited, by who started it
        return
    for kind, most in (
        (resource.RLIMIT_AS, MEMORY_BYTES),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_FSIZE, WRITTEN_BYTES),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_CPU, CPU_S),
    ):
        _, hard = resource.getrlimit(kind)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))
