"""
What of the words beside a quotation speaks of what is quoted.

    the lead-in, the rest of the own item, of the own clause   yes
    other items of the list                                    no: each is a statement of its own
    a second main clause with a `not` of its own               no

`A, and B` is true only where `A` is; so a `not` inside `B` takes nothing back of `A`, but an `if` or `except`
behind both may.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import regex

from belegg.records import Cut, Span
from belegg.text.quotes.reservations import held, points_back, reservations, words_for

_ITEM = regex.compile(
    r"[ \t]*(?:(?:[-*+•▪–]|(?:\d{1,3}|\p{L}|[ivx]{1,4})[.)])(?:[ \t]|\Z)|\((?:\p{L}|\d{1,3}|[ivx]{1,4})\))"
)
"""The mark of an item, that of the quotation's own at the end of a cut too."""
_CLAUSE_ENDS = regex.compile(r"[,;:–(.]\s|[,;:–(.]\Z")


def own_part(cut: Cut, quoted: str, span: Span, languages: Collection[str]) -> str:
    """
    What of a cut beside `quoted`, which stands at `span`, belongs to its statement. As long as the cut: what
    does not is blank.
    """
    if cut.span.end <= span.start:
        return _without_items_before(cut.text, is_item=_ITEM.match(quoted) is not None, languages=languages)
    if cut.span.start < span.end:
        return cut.text
    if _is_second_clause(cut.text, quoted, languages):
        return " " * len(cut.text)
    return _without_items_after(cut.text, quoted, languages)


def _without_items_before(text: str, is_item: bool, languages: Collection[str]) -> str:
    """Without the items before that of a quotation, which begins with its own mark where it `is_item`."""
    head, *items = _items(text)
    own = [] if is_item or not items else [items.pop()]
    if _are_joined(items, languages):
        return text
    others = (item if item.rstrip().endswith(":") else " " * len(item) for item in items)
    return "".join((head, *others, *own))


def _without_items_after(text: str, quoted: str, languages: Collection[str]) -> str:
    """Without the items after that of a quotation, but those that take back what stands before them."""
    rest, *items = _items(text)
    is_lead_in = (rest.strip() or quoted.strip()).endswith(":")
    if is_lead_in or _are_joined((rest, *items), languages):
        return text
    others = (item if _takes_back(item, languages) else " " * len(item) for item in items)
    return "".join((rest, *others))


def _items(text: str) -> list[str]:
    """What stands before the first item of a list, then each item, with the ends of their lines."""
    parts = [""]
    for line in text.splitlines(keepends=True):
        if _ITEM.match(line):
            parts.append("")
        parts[-1] += line
    return parts


def _are_joined(items: Sequence[str], languages: Collection[str]) -> bool:
    """Whether one ends in `and`: conditions that hold together are no statements of their own."""
    return any(
        regex.search(rf"(?:{pattern.pattern})\W*\Z", item, regex.I)
        for item in items
        for pattern in words_for("and", languages)
    )


def _takes_back(item: str, languages: Collection[str]) -> bool:
    """Whether an item begins with an exception or a negation (`- but not glass`); an `if` is its own."""
    mark = _ITEM.match(item)
    words = item[mark.end() :] if mark else item
    found = (reservations(language).pattern.match(words) for language in languages)
    return any(one is not None and one.lastgroup not in ("condition", "clause") for one in found)


def _is_second_clause(text: str, quoted: str, languages: Collection[str]) -> bool:
    """
    Whether a comma and `and` begin a clause with a `not` of its own behind a quotation that has a verb; it
    does not point back, and no condition, exception or `not` behind a sign may be meant of both.
    """
    if not any(pattern.search(quoted) for pattern in words_for("verb", languages)):
        return False
    for joined in _clauses_after_and(text, languages):
        end = _CLAUSE_ENDS.search(joined)
        rest = joined[end.start() :] if end else ""
        return (
            not points_back(joined, languages)
            and _only_negates(joined, languages)
            and held(rest, languages) is None
        )
    return False


def _clauses_after_and(text: str, languages: Collection[str]) -> Iterator[str]:
    for pattern in words_for("and", languages):
        if found := regex.match(rf",\s+(?:{pattern.pattern})\s+", text, regex.I):
            yield text[found.end() :]


def _only_negates(text: str, languages: Collection[str]) -> bool:
    kinds = {
        match.lastgroup for language in languages for match in reservations(language).pattern.finditer(text)
    }
    return kinds <= {"negation", "ending"}
