"""
PDF: from a file's pages to a text with page spans. It runs behind the fence (`reading.fenced`). `raw` opens the
file, `pages` joins the pages; layout, furniture and footnotes get their rooms beside them.
"""

from __future__ import annotations

from belegg.reading.pdf.pages import parse

__all__ = ["parse"]
