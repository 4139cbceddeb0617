"""How documents are called in what is told of an answer, and notes that say the same, in one line."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from belegg.records import DocumentHead

MOST_LEADS = 3
"""Quotations that one line names; of more it tells how many."""
_LEAD = regex.compile(r"(?P<lead>“[^”]*”): (?P<rest>.+)", regex.S)
_HANDLE = regex.compile(r"D\d+")


def called(head: DocumentHead, beside: DocumentHead | None = None) -> str:
    """
    A document's title, with its number where it has one (`Libya` (S/2025/223)). Beside another of the same
    title and without numbers that differ: with its date, else its source.
    """
    number = next(iter(head.report_numbers), "")
    told = f"`{head.title or head.source}`"
    if beside is None or beside.title != head.title or (number and number not in beside.report_numbers):
        return f"{told} ({number})" if number else told
    apart = head.date if head.date != beside.date else None
    return f"{told} ({apart or head.source})"


def for_the_model(hint: str | None) -> str:
    """A document's handle, in the brackets that are taken off what a person reads; empty of another hint."""
    return f" [{hint}]" if hint and _HANDLE.fullmatch(hint) else ""


def grouped(remarks: Iterable[str]) -> tuple[str, ...]:
    """The remarks in their order, each once; those that say the same of several quotations are one."""
    leads: dict[str, list[str]] = {}
    for remark in dict.fromkeys(remarks):
        match = _LEAD.fullmatch(remark)
        leads.setdefault(match["rest"] if match else remark, []).extend([match["lead"]] if match else [])
    return tuple(f"{_joined(quoted)}: {rest}" if quoted else rest for rest, quoted in leads.items())


def _joined(leads: list[str]) -> str:
    if len(leads) <= MOST_LEADS:
        return ", ".join(leads)
    return f"{', '.join(leads[:MOST_LEADS])} and {len(leads) - MOST_LEADS:,} more"
