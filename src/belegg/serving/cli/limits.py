"""What one file may cost, as options of `ingest`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from belegg.errors import BadInput
from belegg.serving.cli import options

if TYPE_CHECKING:
    from belegg.reading.fenced.limits import Limits

PANEL = "Limits of one file"
LEAST_MEMORY_MIB = 256  # below it a reader does not even start

Workers = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        max=64,
        envvar="BELEGG_WORKERS",
        help="How many files are read at once. Without it, as many as there are cores, at most 4.",
    ),
]
MemoryLimit = Annotated[
    int | None,
    typer.Option(
        metavar="MIB",
        min=LEAST_MEMORY_MIB,
        envvar="BELEGG_MEMORY_LIMIT",
        rich_help_panel=PANEL,
        help="Memory that reading a file may take: 1536.",
    ),
]
StallLimit = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        min=0.1,
        envvar="BELEGG_STALL_LIMIT",
        rich_help_panel=PANEL,
        help="How long reading a file may get no further: 60.",
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        min=0.1,
        envvar="BELEGG_TIME_LIMIT",
        rich_help_panel=PANEL,
        help="How long reading a file may take in all: 900. Scans come in lots of pages, a third each.",
    ),
]
RecognitionLimit = Annotated[
    float | None,
    typer.Option(
        "--ocr-limit",
        metavar="SECONDS",
        min=0.0,
        envvar="BELEGG_OCR_LIMIT",
        rich_help_panel=PANEL,
        help="How long the scanned pages of a file may take in one run: 7200. The next run goes on.",
    ),
]

Passwords = Annotated[
    Path | None,
    typer.Option(
        parser=options.path,
        metavar="FILE",
        envvar="BELEGG_PASSWORDS",
        help="A file with passwords of locked PDFs, one a line. They are tried in order and not kept.",
    ),
]


def passwords_in(file: Path | None) -> list[str]:
    """The lines of a file of passwords; a password may hold spaces. Raises BadInput."""
    if file is None:
        return []
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"the passwords in `{file}` cannot be read: it is no text file in UTF-8") from error
    return [line for line in lines if line]


def limits_of(
    memory_mib: int | None, stall_s: float | None, total_s: float | None, recognition_s: float | None = None
) -> Limits:
    """The limits that the options describe."""
    from belegg.reading.fenced.limits import MIB, Limits  # a search should not wait for the readers

    usual = Limits()
    return replace(
        usual,
        memory_bytes=usual.memory_bytes if memory_mib is None else memory_mib * MIB,
        stall_s=usual.stall_s if stall_s is None else stall_s,
        total_s=usual.total_s if total_s is None else total_s,
        recognition_s=usual.recognition_s if recognition_s is None else recognition_s,
    )
