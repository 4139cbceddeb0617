"""Who may read the rows that were kept: whoever may ask the tables now, as the settings say today."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import unquote

from belegg.library.tables.document import PACK, prefix_of
from belegg.records import OWNER, Scope
from belegg.seams import Store
from belegg.sources.tables.settings import DatabaseSettings

PURPOSE = "to follow the access of company tables"


def follow(store: Store, settings: Mapping[str, DatabaseSettings]) -> int:
    """
    Give the kept rows the access that the settings have now; of how many that changed. Rows of a database
    that is not configured any more are nobody's but the owner's.
    """
    kept = [head for head in store.fetched() if head.kind == "table"]
    if not kept:
        return 0
    with store.reading(Scope(OWNER)) as reader:
        heads = reader.heads_of([head.id for head in kept])
    wanted = dict(accesses((head.source for head in kept), settings))
    other = {
        prefix
        for head in heads.values()
        for prefix, access in wanted.items()
        if head.source.startswith(prefix) and head.access != access
    }
    if not other:
        return 0
    with store.keeping(PURPOSE) as keeper:
        return sum(keeper.narrow_fetched(prefix, wanted[prefix]) for prefix in sorted(other))


def accesses(
    sources: Iterable[str], settings: Mapping[str, DatabaseSettings]
) -> Iterator[tuple[str, frozenset[str]]]:
    """The beginning of each source that tells its tables, with who may read what was made of them."""
    for source in sources:
        pack, _, rest = source.partition("/")
        database, _, rest = rest.partition("/")
        named, _, _ = rest.partition("/")
        if pack != PACK:
            continue
        tables = [] if named == "-" else [unquote(table) for table in named.split("+")]
        of = settings.get(database)
        open_to = of is not None and all(map(of.shows, tables))
        yield prefix_of(database, tables), of.access_of_all(tables) if of and open_to else frozenset()
