"""A record of a BEIR corpus: `_id`, `title`, `text`, and `metadata` that is kept as facts."""

from __future__ import annotations

import json

from belegg.errors import NotADocument
from belegg.reading.content import Content
from belegg.reading.facts import fact_of, language_code
from belegg.reading.stored import plain_blocks, stored_text
from belegg.records import Fact


def parse(data: bytes) -> Content:
    """The text is the record's `text`; its title is the record's `title`, or its `_id`."""
    try:
        record = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise NotADocument(
            "the line is no JSON record any more; the corpus changed while it was read"
        ) from error
    if not isinstance(record, dict) or not isinstance(record.get("text"), str):
        raise NotADocument("the record has no `text`")
    title, _ = stored_text(str(record.get("title") or "").strip())
    text, warnings = stored_text(record["text"].strip() or title)
    metadata = record.get("metadata")
    values = metadata if isinstance(metadata, dict) else {}
    return Content(
        text,
        tuple(plain_blocks(text)),
        title=title or str(record.get("_id")),
        language=language_code(str(values.get("lang") or values.get("language") or "")),
        facts=(
            Fact("identifier", str(record.get("_id")), "record"),
            *(fact_of(key, str(value), "record") for key, value in values.items() if value not in (None, "")),
        ),
        warnings=tuple(warnings),
    )
