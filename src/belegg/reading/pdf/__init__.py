"""PDF: from a file's pages to a text with page spans. One plain room for now."""

from __future__ import annotations

from belegg.reading.pdf.pages import parse

__all__ = ["parse"]
