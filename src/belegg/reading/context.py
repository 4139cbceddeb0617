"""
The context of a passage: what a reader of the document knows and the passage does not repeat.

A paragraph on page 12 of a report seldom says whose report it is or from when. The line is searched with the
passage and never shown (ING-10). Title and headings are fields of their own and not repeated here.
"""

from __future__ import annotations

from belegg.records import Document

_STATED = ("organisation", "report_number", "reference_period", "published")
_LONGEST = 200


def context_line(document: Document) -> str:
    """Organisation, report number, period and date as the document states them; empty when it states none."""
    stated = (document.fact(name) for name in _STATED)
    return " · ".join(dict.fromkeys(value for value in stated if value))[:_LONGEST]
