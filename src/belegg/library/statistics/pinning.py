"""Fetched figures made an ordinary document, which searches find and whoever may read it quotes."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from belegg.errors import StoreUnhealthy
from belegg.library.statistics.document import PACK, laid_out, query_of
from belegg.library.statistics.record import fetch_of, kept_in
from belegg.records import Report, document_id
from belegg.records.fetched import Fetched
from belegg.seams import Incoming
from belegg.text.analysis import Analyser
from belegg.text.names import document_names
from belegg.text.passage_terms import passage_terms

READER: Final = "statistics"


def pinned(fetched: Fetched, analyser: Analyser, stemmer: str) -> Incoming:
    """
    The document as the store takes it. The same cells of the same table are one document: pinned again they
    are a new version of it. The record and the answers go along as its original, so that it can be verified.
    """
    kept = kept_in(fetched.record)
    fetch = fetch_of(kept, fetched.bodies)
    ref = fetch.plan.table.ref
    cells = sha256(f"{ref.language}\0{query_of(fetch.plan)}".encode()).hexdigest()[:12]
    source = f"{PACK}:{ref.source}/{ref.id}/{cells}"
    made = laid_out(fetch, kept.publisher, document_id(PACK, source), source)
    document, passages = made.document, made.passages
    original = original_of(fetched.record, fetched.bodies)
    languages = Counter(passage.language or "undecided" for passage in passages)
    return Incoming(
        document=document,
        passages=passages,
        terms=[passage_terms(analyser, document.title, passage, stemmer) for passage in passages],
        names=document_names(document),
        report=Report(source, READER, passages=len(passages), languages=languages),
        sha256=sha256(original).hexdigest(),
        original=original,
        size_bytes=len(original),
        modified_ns=0,
    )


def original_of(record: str, bodies: Sequence[bytes]) -> bytes:
    """The record and the raw answers in one JSON file."""
    told = {"record": json.loads(record), "bodies": [b64encode(body).decode("ascii") for body in bodies]}
    return json.dumps(told, ensure_ascii=False).encode()


def in_original(original: bytes) -> tuple[str, tuple[bytes, ...]]:
    """What `original_of` wrote. Raises StoreUnhealthy."""
    try:
        told = json.loads(original)
        bodies = tuple(b64decode(body, validate=True) for body in told["bodies"])
        return json.dumps(told["record"], ensure_ascii=False), bodies
    except (ValueError, KeyError, TypeError) as error:
        raise StoreUnhealthy("the original of these figures cannot be read; fetch them again") from error
