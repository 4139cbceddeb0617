"""
What a library's schema consists of, as PostgreSQL's catalogue has it: each thing by its kind and name, with
all that the engine relies on in one line of text.

`schema/catalogue.tsv` is what the migrations make of an empty database (`python tests/postgres_catalogue.py`
writes it). Both are read from the catalogue by the same statement.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import psycopg

Asked = psycopg.Connection[Any]
Thing = tuple[str, str]
"""Kind and name."""

TABLE, COLUMN, INDEX, CONSTRAINT, FUNCTION = "table", "column", "index", "constraint", "function"
VIEW, TRIGGER, RULE = "view", "trigger", "rule"

THERE = """
WITH ours AS (SELECT current_schema()::regnamespace::oid AS schema),
relations AS (
  SELECT c.* FROM ours, pg_class AS c WHERE c.relnamespace = schema AND NOT EXISTS (
    SELECT 1 FROM pg_depend AS d
    WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
)
SELECT 'table', relname::text, CASE relpersistence WHEN 'p' THEN 'kept' ELSE 'not kept' END
FROM relations WHERE relkind IN ('r', 'p')
UNION ALL
SELECT 'view', relname::text, '' FROM relations WHERE relkind IN ('v', 'm', 'f')
UNION ALL
SELECT 'column', r.relname || '.' || a.attname, concat_ws(' ',
  (SELECT count(*) FROM pg_attribute AS b
   WHERE b.attrelid = r.oid AND b.attnum > 0 AND b.attnum <= a.attnum AND NOT b.attisdropped) || '.',
  format_type(a.atttypid, a.atttypmod),
  CASE WHEN a.attcollation <> t.typcollation THEN 'COLLATE ' || quote_ident(o.collname) END,
  CASE WHEN a.attnotnull THEN 'NOT NULL' END,
  'DEFAULT ' || pg_get_expr(f.adbin, f.adrelid),
  CASE a.attidentity WHEN 'd' THEN 'IDENTITY' WHEN 'a' THEN 'IDENTITY ALWAYS' END,
  CASE WHEN a.attgenerated <> '' THEN 'GENERATED' END,
  CASE WHEN a.attstorage <> t.typstorage THEN 'STORAGE ' || a.attstorage::text END)
FROM relations AS r JOIN pg_attribute AS a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type AS t ON t.oid = a.atttypid LEFT JOIN pg_collation AS o ON o.oid = a.attcollation
LEFT JOIN pg_attrdef AS f ON f.adrelid = a.attrelid AND f.adnum = a.attnum
WHERE r.relkind IN ('r', 'p')
UNION ALL
SELECT 'index', relname::text, pg_get_indexdef(oid, 0, true) FROM relations WHERE relkind IN ('i', 'I')
UNION ALL
SELECT 'constraint', r.relname || '.' || k.conname,
  pg_get_constraintdef(k.oid, true) || CASE WHEN k.convalidated THEN '' ELSE ' not checked' END
FROM relations AS r JOIN pg_constraint AS k ON k.conrelid = r.oid WHERE k.contype IN ('p', 'u', 'c', 'f', 'x')
UNION ALL
SELECT 'function', p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', concat_ws(' ',
  pg_get_function_result(p.oid), l.lanname, p.provolatile, p.proparallel,
  CASE WHEN p.prosecdef THEN 'definer' END,
  array_to_string(p.proconfig, ','), 'rows', p.prorows, btrim(regexp_replace(p.prosrc, '\\s+', ' ', 'g')))
FROM ours, pg_proc AS p JOIN pg_language AS l ON l.oid = p.prolang
WHERE p.pronamespace = schema AND NOT EXISTS (
  SELECT 1 FROM pg_depend AS d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
UNION ALL
SELECT 'trigger', r.relname || '.' || g.tgname, g.tgenabled::text FROM relations AS r JOIN pg_trigger AS g
  ON g.tgrelid = r.oid WHERE NOT g.tgisinternal
UNION ALL
SELECT 'rule', r.relname || '.' || w.rulename, w.ev_enabled::text FROM relations AS r JOIN pg_rewrite AS w
  ON w.ev_class = r.oid WHERE w.rulename <> '_RETURN'
"""

UNUSABLE = """
SELECT c.relname::text FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
WHERE c.relnamespace = current_schema()::regnamespace AND NOT (i.indisvalid AND i.indisready AND i.indislive)
ORDER BY 1
"""


def there(raw: Asked) -> dict[Thing, str]:
    """What this connection's schema holds; what belongs to an extension is left out."""
    with raw.transaction():
        # Names of other schemas are told in full, and ours are not, whatever the search path of a role says.
        raw.execute("SELECT set_config('search_path', quote_ident(current_schema()), true)")
        return {(kind, name): text for kind, name, text in raw.execute(THERE)}


def unusable(raw: Asked) -> list[str]:
    """Indexes that PostgreSQL does not use: half made, or given up."""
    return [name for (name,) in raw.execute(UNUSABLE)]


@cache
def made() -> Mapping[Thing, str]:
    """What the migrations make."""
    lines = files(__package__).joinpath("schema", "catalogue.tsv").read_text(encoding="utf-8").splitlines()
    parts = [line.split("\t", 2) for line in lines]
    return {(kind, name): text for kind, name, text in parts}


def written(things: Mapping[Thing, str]) -> str:
    """As `schema/catalogue.tsv` has it."""
    return "".join(f"{kind}\t{name}\t{text}\n" for (kind, name), text in sorted(things.items()))
