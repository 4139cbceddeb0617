"""
PDF: from a file's bytes to a text with blocks, pages and the box of every word. It runs behind the fence.

`pages` walks through the steps. `loading` opens each page (`opening`, `glyphs`, `objects`, `hidden`) and sets
its lines (`frames` → `pieces` → `rows` → `columns` → `tables` → `lines`), `recognising` reads pages that are
pictures. Over all pages `furniture`, `aside`
and `footnotes` take out what is no running text, `paragraphs` and `headings` put the rest together,
`assemble` makes the text, and `layout` keeps where its words stand.
"""

from __future__ import annotations

from belegg.reading.pdf.pages import parse

__all__ = ["TAKES_GIVEN", "parse"]

TAKES_GIVEN = True
"""`parse` takes passwords, languages and what was recognised before."""
