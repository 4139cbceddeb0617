"""The JSON of versions and dates, key by key, for `json_contract.py`."""

from __future__ import annotations

VALID = {
    "documents[].valid_from": ("text?", "in force, else published; ISO 8601; null when nothing says it"),
    "documents[].text_since": ("text?", "the day from which it has its newest text"),
    "documents[].valid_to": ("text?", "its last day"),
}


def today(each: str) -> dict[str, tuple[str, str]]:
    return {
        f"{each}today": ("object?", "today's wording, where an earlier version alone holds the quotation"),
        f"{each}today.version": ("integer", "the newest version"),
        f"{each}today.dated": ("text", "from when it has its text, and what says so: `in force 2026-01-01`"),
        f"{each}today.text": ("text?", "the paragraph that stands there now; null: it is gone"),
        f"{each}today.start": ("integer?", "where it stands in the newest text"),
        f"{each}today.end": ("integer?", "exclusive"),
    }


def _side(name: str, which: str) -> dict[str, tuple[str, str]]:
    return {
        name: ("object", f"the {which} version"),
        f"{name}.version": ("integer", "its number, from 1"),
        f"{name}.title": ("text", ""),
        f"{name}.dated": ("text", "from when it has its text, and what says so: `published 2025-01-01`"),
    }


DIFF = {
    "document": ("text", "its id"),
    "source": ("text", "file path or address"),
    **_side("from", "older"),
    **_side("to", "newer"),
    "changes": ("list", "paragraphs that changed, came or went, in order"),
    "changes[].kind": ("text", "`changed`, `added` or `removed`"),
    "changes[].path": ("list", "the headings above it"),
    "changes[].path[]": ("text", ""),
    "changes[].from": ("list?", "start, and end (exclusive), in the older text; null: it was not there"),
    "changes[].from[]": ("integer", ""),
    "changes[].to": ("list?", "the same in the newer text; null: it is gone"),
    "changes[].to[]": ("integer", ""),
    "changes[].runs": ("list", "its words, one space between them"),
    "changes[].runs[].kind": ("text", "`same`, `removed` or `added`"),
    "changes[].runs[].text": ("text", ""),
    "changes[].whole": ("yes or no", "yes: too long to be compared word by word"),
    "changes[].unchanged_before": ("integer", "paragraphs that did not change, since the change before it"),
    "unchanged_after": ("integer", "paragraphs that did not change, after the last change"),
}
