"""What every process that asks a database does: hears its question, bounds itself, answers."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any, BinaryIO

MEMORY_BYTES = 1024 * 1024 * 1024
OPEN_FILES = 64
WRITTEN_BYTES = 1024 * 1024
"""The index of a log that another program keeps is a file to the system; nothing else is written."""

CPU_S = 6


def heard() -> tuple[BinaryIO, dict[str, Any]]:
    """Where the answer goes, and what stands on standard input. Whatever a library prints goes nowhere."""
    answering = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return answering, json.load(sys.stdin.buffer)


def speak(
    answering: BinaryIO, asked: dict[str, Any], answer: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    """Begin the time (`+`), and write the answer, a JSON object."""
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
