"""What a model wrote in a library: how much is in use, and what it was not asked yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from belegg.library.findings import Finding
from belegg.text.counted import counted

if TYPE_CHECKING:
    from belegg.library.library import Library


def enrichment_findings(library: Library) -> Iterator[Finding]:
    """Nothing of a library that no model enriched."""
    lines, documents = Counter[str](), Counter[str]()
    for each in library.store.enriched().values():
        lines[each.model] += each.lines
        documents[each.model] += 1
    for model, number in sorted(documents.items()):
        said = f"{counted(lines[model], 'context line')} in {counted(number, 'document')} by `{model}`"
        yield Finding("enrichment", "well", said)
    left = library.left_to_enrich()
    if left is not None and left.steps:
        asked = [
            *([counted(left.passages, "passage")] if left.passages else []),
            *([f"the facts of {counted(left.facts, 'document')}"] if left.facts else []),
        ]
        text = f"`{library.enriched_by()}` was not asked yet about {' and '.join(asked)}"
        yield Finding("enrichment", "look", text, "belegg enrich, or belegg enrich --drop")
