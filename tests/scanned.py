"""Scans for tests: pages that are one grey field each, and a recogniser that knows them by their shade."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from numpy.typing import NDArray

from belegg.reading.ocr import RecognisedLine, Recogniser
from belegg.reading.pdf.ocr import PageReader
from belegg.testing.recogniser import recognised_line
from plain_pdf import build, line, stream

_FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
_LIGHTEST = 100


def scan(pages: int) -> bytes:
    """A PDF of that many pages, each a picture of its own shade; at most 90."""
    return pdf([picture(n) for n in range(pages)])


def picture(n: int) -> bytes:
    """The content of a page that is picture number `n`."""
    return b"q 500 0 0 700 40 60 cm BI /W 1 /H 1 /CS /G /BPC 8 /F /AHx ID %02x> EI Q\n" % (_LIGHTEST - n)


def text_page(text: str) -> bytes:
    """The content of a page with enough text to be one."""
    return b"".join(line(text, y=700 - 20 * n) for n in range(9))


def pdf(contents: Sequence[bytes]) -> bytes:
    """A PDF of pages with these contents, Helvetica as /F1."""
    kids = b" ".join(b"%d 0 R" % (4 + 2 * n) for n in range(len(contents)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%b] /Count %d >>" % (kids, len(contents)),
        _FONT,
    ]
    for n, content in enumerate(contents):
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R >> >> >>" % (5 + 2 * n),
            stream(content),
        ]
    return build(objects)


@dataclass(slots=True)
class ByShade:
    """Says of picture number n what `says` has for it, of others nothing; `asked` keeps which it read."""

    says: Sequence[str]
    name: str = "fake 1"
    lacks: tuple[str, ...] = ()
    dpi: int = 72
    lines_a_second: int = 15
    asked: list[int] = field(default_factory=list)

    def read(self, picture: NDArray[Any], dpi: int) -> Sequence[RecognisedLine]:
        number = _LIGHTEST - int(picture[picture.shape[0] // 2, picture.shape[1] // 2])
        if not 0 <= number < len(self.says):
            return []
        self.asked.append(number)
        return [recognised_line(self.says[number], 60, 200, width=5)]


def reader(by: Recogniser | None) -> PageReader:
    """One that knows no other recogniser."""
    return PageReader((), lambda languages: by)
