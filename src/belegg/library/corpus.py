"""Which state of a library something was measured on."""

from __future__ import annotations

import json
from dataclasses import asdict

from belegg.evaluation.runs import digest
from belegg.records import Scope
from belegg.seams import Store


def corpus_version(store: Store, scope: Scope) -> str:
    """
    16 hex digits of what a scope holds now: of every current document its id, the SHA-256 of its bytes and
    the number of its passages. The same folders read in the same way give the same version in another
    library.
    """
    with store.reading(scope) as reader:
        return reader.once(
            "corpus version",
            lambda: digest(sorted(f"{head.id} {head.sha256} {head.passages}" for head in reader.heads())),
        )


def packs_version(store: Store) -> str:
    """16 hex digits of how the packs are defined: on or off, synonyms, dictionaries, ranking."""
    return digest(
        json.dumps(asdict(pack), default=sorted, sort_keys=True, ensure_ascii=False)
        for _, pack in sorted(store.packs().items())
    )
