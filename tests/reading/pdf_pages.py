"""PDF pages made with reportlab, and their characters read back."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pypdfium2

from belegg.reading.pdf.glyphs import Glyphs, glyphs

Draw = Callable[[Any], None]
WIDTH, HEIGHT = 595.0, 842.0


def pdf(*draws: Draw, size: tuple[float, float] = (WIDTH, HEIGHT)) -> bytes:
    """A PDF with a page for each function, which draws on a reportlab canvas (origin bottom left)."""
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=size, invariant=1)
    for draw in draws:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def glyphs_of(data: bytes, number: int = 1) -> Glyphs:
    """The characters of one page."""
    document = pypdfium2.PdfDocument(data)
    page = document[number - 1]
    text_page = page.get_textpage()
    found = glyphs(page, text_page, number)
    text_page.close()
    page.close()
    document.close()
    return found
