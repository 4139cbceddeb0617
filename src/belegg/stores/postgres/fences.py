"""
The second fence: which tables show each principal their own rows only, whatever statement asks.

The first fence is the engine's: it asks for nothing that the asker may not read. This one is the database's
own (row-level security), and holds where the first has a hole. A transaction says whose it is by three
settings that end with it (`belegg.lists`, `belegg.asker`, `belegg.groups`); one that says nothing sees
nothing. `belegg.lists` is `*` for the library's owner and for all that writes or keeps, else the access
lists' ids as an array is written.

Every table of the schema stands here, with its reason. Whoever changes FENCED adds a migration, if only one
that says so: after the last one the fences are made anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

LISTS: Final = "belegg.lists"
ASKER: Final = "belegg.asker"
GROUPS: Final = "belegg.groups"

ALL: Final = f"(SELECT current_setting('{LISTS}', true) = '*')"
HELD: Final = f"(SELECT unnest(CAST(nullif(nullif(current_setting('{LISTS}', true), ''), '*') AS bigint[])))"
ANYBODY: Final = f"(SELECT nullif(current_setting('{ASKER}', true), ''))"
MINE: Final = f"asker = {ANYBODY} AND asker <> 'anonymous'"
OPENED: Final = (
    "EXISTS (SELECT 1 FROM json_array_elements_text(CAST(access AS json)) AS listed(name) "
    "WHERE listed.name IN (SELECT held.name FROM json_array_elements_text("
    f"CAST(nullif(current_setting('{GROUPS}', true), '') AS json)) AS held(name)))"
)


def of_document(table: str) -> str:
    """Whoever may read its document."""
    return f"EXISTS (SELECT 1 FROM documents AS d WHERE d.number = {table}.document AND d.access IN {HELD})"


FENCED: Final[Mapping[str, str]] = {
    # words and pictures of documents, what they are called, where they lie, what was met in them
    "passages": of_document("passages"),
    "versions": f"access IN {HELD} AND {of_document('versions')}",  # an earlier one has its own list besides
    "page_layouts": (
        "EXISTS (SELECT 1 FROM versions AS v "  # which is fenced itself
        "WHERE v.document = page_layouts.document AND v.version = page_layouts.version)"
    ),
    "originals": (
        f"EXISTS (SELECT 1 FROM documents AS d WHERE d.original = originals.sha256 AND d.access IN {HELD})"
    ),
    "sources": of_document("sources"),
    "names": of_document("names"),
    "organisations": of_document("organisations"),
    # words of people's questions
    "rewordings": of_document("rewordings"),
    "turns": MINE,
    "turn_documents": "EXISTS (SELECT 1 FROM turns AS t WHERE t.number = turn_documents.turn)",
    "fetched": f"{MINE} AND {OPENED}",
    "fetched_bodies": "EXISTS (SELECT 1 FROM fetched AS f WHERE f.number = fetched_bodies.fetched)",
    # the owner's alone: questions of golden sets, what measuring found, what models said of documents
    "gaps": "",
    "golden_sets": "",
    "runs": "",
    "probes": "",
    "enriched_documents": "",
    "model_said": "",
    "vectors_refused": "",
    # names of files, while they come in
    "ingest_runs": "",
    "ingest_leases": "",
    "ingest_pieces": "",
    "ingest_outcomes": "",
}
"""By table, which rows others than the owner see; none where nothing is said."""

BOTH_SIDES: Final = "the index: the engine reads it whole, for everybody, and shows each what is theirs"
OPEN: Final[Mapping[str, str]] = {
    "state": "counters",
    "belegg_layout": "a number",
    "settings": "what the library was made with: names of analyser and stemmers, rules of access",
    "roots": "folders that were ingested; no word of a document",
    "access_lists": "from it comes which lists somebody may read",
    "documents": "ids, packs, languages, days, lists; ids are digests. From it comes who may read the rest",
    "removed": "numbers and times",
    "receipts": "numbers drawn for changes, and when these were",
    "traits": "languages",
    "packs": "what curators defined: synonyms and dictionaries, no word of a document",
    "vector_models": "names and numbers",
    **dict.fromkeys(("vectors", "vector_hashes", "vector_chunks"), BOTH_SIDES),
    **{
        f"{table}_{side}": BOTH_SIDES
        for table in (
            "vocabulary", "term_blocks", "extents", "forward", "segments", "short_lists", "long_lists"
        )
        for side in (0, 1)
    },
}  # fmt: skip
"""By table, why everybody who can read the database's tables sees all of its rows."""

OWNERS, READERS = "belegg_owner", "belegg_reader"
"""The policies: all of it to the owner and to what writes; what is theirs to others."""


def policies(table: str) -> Mapping[str, str]:
    """By the name of a policy of the table, what is said after `ON table`."""
    read = FENCED[table]
    made = {OWNERS: f"USING ({ALL}) WITH CHECK ({ALL})"}
    return made | ({READERS: f"FOR SELECT USING ({read})"} if read else {})


def statements() -> Iterator[str]:
    """Make every fence anew. The tables' owner alone may; run it in one transaction."""
    for table in FENCED:
        yield f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"
        yield f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY"
        for name, said in policies(table).items():
            yield f"DROP POLICY IF EXISTS {name} ON {table}"
            yield f"CREATE POLICY {name} ON {table} {said}"
    yield MARKED


SEAL: Final = (
    "md5(concat_ws(' ', p.polcmd, p.polpermissive, p.polroles, pg_get_expr(p.polqual, p.polrelid), "
    "pg_get_expr(p.polwithcheck, p.polrelid)))"
)
MARKED: Final = f"""DO $do$ DECLARE one record; BEGIN
FOR one IN SELECT p.polname, c.relname, {SEAL} AS seal
  FROM pg_policy AS p JOIN pg_class AS c ON c.oid = p.polrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND p.polname IN ('{OWNERS}', '{READERS}')
LOOP EXECUTE format('COMMENT ON POLICY %I ON %I IS %L', one.polname, one.relname, one.seal); END LOOP;
END $do$"""
"""Each policy says in its comment how the server wrote it down: that tells one that was changed since."""
