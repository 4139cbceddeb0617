"""
Whether the library of the operating system that orders text is the one by which indexes were made.

Belegg's own text is compared by its code points (`COLLATE "C"`; `damage` tells of a column that is not),
which no library changes. Indexes of others in the schema may depend on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from belegg.stores.engine.checked import Checked
from belegg.stores.postgres.catalogue import Asked
from belegg.stores.postgres.living.told import Fault, summed

VERSIONS = """
SELECT quote_ident(datname), datcollversion, pg_database_collation_actual_version(oid)
FROM pg_database WHERE datname = current_database()
"""
DEPENDING = """
SELECT DISTINCT CAST(i.indexrelid AS regclass)::text
FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid,
  unnest(i.indcollation) AS k(oid) JOIN pg_collation AS o ON o.oid = k.oid
WHERE c.relnamespace = current_schema()::regnamespace AND (
  o.collname = 'default' OR o.collversion <> pg_collation_actual_version(o.oid))
ORDER BY 1
"""


def checked(raw: Asked) -> Checked:
    return summed(
        "collation", faults(raw), "text is compared by its code points, and nothing else was ordered anew"
    )


def faults(raw: Asked) -> Iterator[Fault]:
    row = raw.execute(VERSIONS).fetchone()
    assert row is not None
    database, then, now = row
    if then == now:
        return
    met = f"text of the database was ordered by version `{then}` of its collation, and is now by `{now}`"
    indexes = [name for (name,) in raw.execute(DEPENDING)]
    anew = [f"`REINDEX INDEX CONCURRENTLY {name}`" for name in indexes]
    refresh = f"`ALTER DATABASE {database} REFRESH COLLATION VERSION`"
    yield met + ("" if indexes else "; no index of Belegg depends on it"), ", then ".join([*anew, refresh])
