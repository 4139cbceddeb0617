"""Opens a PDF, with the passwords that its owner gave where it needs one. A password is never guessed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pypdfium2 as pdfium

from belegg.errors import Damaged, PasswordNeeded, TooLarge

MOST_PAGES = 5_000
_WRONG_PASSWORD = 4
_UNKNOWN_ENCRYPTION = 5


def unlocked(data: bytes, passwords: Sequence[str] = ()) -> Any:
    """
    The `pypdfium2` document. A file that opens without a password is opened without one, also when only its
    owner's password is set (what it then forbids is up to the reader's own rights, as with paper).

    `passwords` are tried in order. Raises Damaged, PasswordNeeded and TooLarge.
    """
    code = _WRONG_PASSWORD
    for password in (None, *passwords):
        try:
            document = pdfium.PdfDocument(data, password=password)
        except pdfium.PdfiumError as error:
            code = getattr(error, "err_code", None) or 0
            if code != _WRONG_PASSWORD:
                break
        else:
            return _bounded(document)
    raise _refusal(code, len(passwords))


def _bounded(document: Any) -> Any:
    count = len(document)
    if not count:
        raise Damaged("the PDF has no pages")
    if count > MOST_PAGES:
        raise TooLarge(f"the PDF has {count:,} pages, more than the {MOST_PAGES:,} that are read; divide it")
    return document


def _refusal(code: int, tried: int) -> Exception:
    if code == _WRONG_PASSWORD and tried:
        given = "the password given does" if tried == 1 else f"the {tried} passwords given do"
        return PasswordNeeded(f"the PDF opens with a password only, and {given} not open it")
    if code == _WRONG_PASSWORD:
        return PasswordNeeded(
            "the PDF opens with a password only; give it (`--passwords FILE`), or save a copy without one"
        )
    if code == _UNKNOWN_ENCRYPTION:
        return Damaged("the PDF is encrypted in a way that cannot be read here")
    return Damaged("the PDF is damaged and cannot be opened")
