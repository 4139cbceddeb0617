"""What dictionaries say, as JSON for programs."""

from __future__ import annotations

from typing import Any

from belegg.records.packs import Related
from belegg.serving.shapes import documents as shapes


def related_json(found: Related) -> dict[str, Any]:
    return {
        "word": found.word,
        "entries": [
            {
                "pack": one.pack,
                "met": list(one.met),
                "word": one.entry.word,
                "documents_say": list(one.entry.documents_say),
                "meanings": list(one.entry.meanings),
                "searches": list(one.entry.searches),
                "rule": one.entry.rule,
            }
            for one in found.entries
        ],
        "has_dictionary": found.has_dictionary,
        "quotable": found.quotable,
        "notes": [shapes.note_json(note) for note in found.notes],
    }
