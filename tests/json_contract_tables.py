"""What `belegg tables … --json` prints, as `json_contract` says it of every command."""

from __future__ import annotations


def _table(above: str) -> dict[str, tuple[str, str]]:
    return {
        f"{above}database": ("text", "its name in the settings"),
        f"{above}name": ("text?", "null: the database did not answer, `about` says why"),
        f"{above}about": ("text", "what the settings say of it"),
        f"{above}rows": ("integer?", "null: counting takes too long"),
        f"{above}columns": ("list", "that may be read"),
        f"{above}columns[].name": ("text", ""),
        f"{above}columns[].type": ("text", "as the database declares it"),
        f"{above}columns[].about": ("text", "what the settings say of it, or its heading in a file"),
        f"{above}columns[].examples": ("list", "up to three values; none in `tables list`"),
        f"{above}columns[].examples[]": ("text", ""),
    }


TABLES: dict[str, dict[str, tuple[str, str]]] = {
    "tables list": {"tables": ("list", "by database and name"), **_table("tables[].")},
    "tables describe": _table(""),
    "tables query": {
        "columns": ("list", "each once: a second `v` is `v (2)`"),
        "columns[]": ("text", ""),
        "rows": ("list", "200 at most"),
        "rows[]": ("list", "values in the order of `columns`"),
        "rows[][]": ("text?", "as the database has it; null: missing"),
        "more": ("integer", "rows that are not shown"),
        "uncounted": ("yes or no", "there are more than `more`"),
        "tables": ("list", "that were read"),
        "tables[]": ("text", ""),
        "retrieved_at": ("text", "ISO 8601, UTC"),
        "document": ("text?", "the id of the kept rows, with `--keep`"),
    },
}
