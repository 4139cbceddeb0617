"""
PDF: from a file's pages to a text with page spans. `child` opens the file in a process of its own, `fence`
waits for it, `pages` joins the pages; layout, furniture and footnotes get their rooms beside them.
"""

from __future__ import annotations

from belegg.reading.pdf.pages import parse

__all__ = ["parse"]
