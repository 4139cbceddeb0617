"""An announced page is ingested again, the way its root was ingested."""

from __future__ import annotations

from collections.abc import Mapping

from belegg.library.ingest import Ingested
from belegg.library.library import Library
from belegg.library.watching import ways_of
from belegg.records import OWNER, Scope
from belegg.sources.webhook import announced, places


def take_announcement(
    library: Library, body: bytes, headers: Mapping[str, str], secret: bytes, now_s: float
) -> list[Ingested]:
    """
    Check an announcement and ingest what it names. Raises NotTrusted before anything is done, and BadInput
    when it names nothing that is known here.
    """
    what = announced(body, headers, secret, now_s)
    with library.store.reading(Scope(OWNER)) as reader:
        sources = [head.source for head in reader.heads()] if what.page else []
    done = []
    for place in places(what, library.store.roots(), sources):
        ways = ways_of(library.store, place.parent)
        outcome = library.ingest(
            place,
            pack=ways.pack,
            profile=ways.reading.profile,
            language=ways.reading.language,
            originals=ways.reading.originals,
            hold_removals=True,
        )
        done.append(outcome)
    return done
