"""The baseline of `make quality`: SQLite FTS5 over Snowball stems, any of the words, its own bm25."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import apsw
import regex

from belegg.text.analysis import Analyser
from belegg.text.normalise import normalise
from belegg.text.stems import Stems
from quality_sets import DEPTH

WORD = regex.compile(r"[\p{L}\p{N}\p{M}]+")


class Fts5:
    """Title and text as two columns of equal weight; nothing is left out of a query."""

    def __init__(self, corpus: Path, language: str) -> None:
        self._space = Analyser().name_space(language)
        self._stems = Stems()
        self._connection = apsw.Connection(":memory:")
        # remove_diacritics 0: å must stay å here too.
        self._connection.execute(
            "CREATE VIRTUAL TABLE p USING fts5(id UNINDEXED, title, text, "
            "tokenize = 'unicode61 remove_diacritics 0')"
        )
        with corpus.open(encoding="utf-8") as lines, self._connection:
            for record in map(json.loads, lines):
                row = (record["_id"], self._stemmed(record.get("title", "")), self._stemmed(record["text"]))
                self._connection.execute("INSERT INTO p VALUES (?, ?, ?)", row)

    def __call__(self, query: str) -> Sequence[str]:
        stems = self._stemmed(query).split()
        if not stems:
            return []
        rows = self._connection.execute(
            "SELECT id FROM p WHERE p MATCH ? ORDER BY bm25(p, 0, 1, 1) LIMIT ?",
            (" OR ".join(f'"{stem}"' for stem in dict.fromkeys(stems)), DEPTH),
        )
        return [str(row[0]) for row in rows]

    def _stemmed(self, text: str) -> str:
        return " ".join(self._stems.stems(WORD.findall(normalise(text).lower()), self._space))
