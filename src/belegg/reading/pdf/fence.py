"""Opens a PDF in a process of its own and says in words what came of it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from belegg.errors import Damaged, PasswordNeeded, TooLarge

LONGEST_S = 300.0
_COMMAND = (sys.executable, "-P", "-m", "belegg.reading.pdf.child")
"""`-P`: nothing is imported from the folder one stands in, which may be the folder of documents."""

_WRONG_PASSWORD = 4
_UNKNOWN_ENCRYPTION = 5


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page as PDFium gave it; `text` is None when the page could not be loaded."""

    label: str | None
    text: str | None


@dataclass(frozen=True, slots=True)
class RawPdf:
    """A PDF as PDFium gave it."""

    metadata: dict[str, str]
    pages: tuple[RawPage, ...]


def opened(data: bytes, command: Sequence[str] = _COMMAND, longest_s: float = LONGEST_S) -> RawPdf:
    """Raises NotADocument, PasswordNeeded and TooLarge; nothing that the file does reaches this process."""
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=longest_s)
    except subprocess.TimeoutExpired as error:
        raise TooLarge(
            f"reading the PDF took more than {longest_s:.0f} s; divide it or leave it out"
        ) from error
    if done.returncode:
        raise Damaged(f"reading the PDF ended its process ({done.returncode}): it is damaged or hostile")
    found = json.loads(done.stdout)
    if "refused" in found:
        raise _refusal(found)
    if not found["pages"]:
        raise Damaged("the PDF has no pages")
    return RawPdf(found["metadata"], tuple(RawPage(label, text) for label, text in found["pages"]))


def _refusal(found: dict[str, Any]) -> Exception:
    if found["refused"] == "pages":
        return TooLarge(f"the PDF has {found['count']:,} pages, more than are read; divide it")
    if found["refused"] == "characters":
        return TooLarge(f"the PDF holds too much text (up to page {found['count']}); divide it")
    if found["code"] == _WRONG_PASSWORD:
        return PasswordNeeded("the PDF opens with a password only; save a copy without one")
    if found["code"] == _UNKNOWN_ENCRYPTION:
        return Damaged("the PDF is encrypted in a way that cannot be read here")
    return Damaged("the PDF is damaged and cannot be opened")
