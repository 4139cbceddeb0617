"""An announced page is ingested, the way its root was, or taken out of the search when it is gone."""

from __future__ import annotations

from collections.abc import Mapping

from belegg.library.ingest import Ingested
from belegg.library.library import Library
from belegg.library.watching import ways_of
from belegg.sources.webhook import announced, meant


def take_announcement(
    library: Library, body: bytes, headers: Mapping[str, str], secret: bytes, now_s: float
) -> list[Ingested]:
    """
    Check an announcement and do what it asks. Raises NotTrusted and BadSetting before anything is done, and
    BadInput when it names nothing that an ingest of a known folder would read, and nothing that is known.
    """
    store = library.store
    wanted = meant(announced(body, headers, secret, now_s), store.roots(), lambda root: store.known(root))
    done = []
    for place in wanted.files:
        ways = ways_of(store, place.parent)
        outcome = library.ingest(
            place,
            pack=ways.pack,
            profile=ways.reading.profile,
            language=ways.reading.language,
            originals=ways.reading.originals,
            hold_removals=True,
        )
        done.append(outcome)
    return [*done, *(library.take_out(root, sources) for root, sources in wanted.gone.items())]
