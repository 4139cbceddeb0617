"""
A receipt: one JSON file that says what was asked and answered, and all that is needed to check it later.

The digest is SHA-256 over the file's values in one way of writing them: it shows that a receipt was changed,
not who made it. Without a library a receipt can be checked in itself; with one, its quotations too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

from belegg import __version__
from belegg.errors import BadInput
from belegg.library.turns.since import since
from belegg.library.turns.verifying import (
    Quoted,
    Verified,
    quoted_of,
    sha256_of,
    verified,
    verified_quote,
)
from belegg.library.turns.withheld import quotes_of
from belegg.records import Abstained, Answer, Answered, DocumentId, Hit, Quote, Span
from belegg.records.answers import judged_by, verdict_of
from belegg.records.runs import Searched, StoredRun
from belegg.seams import Reader

FORM: Final = 1
NAME: Final = "belegg_receipt"
DIGEST: Final = "digest"
MOST_BYTES: Final = 50_000_000

Receipt = Mapping[str, Any]


def receipt_of(reader: Reader, run: StoredRun) -> dict[str, Any]:
    """The receipt of a run as the reader's principal sees it."""
    quotes = list(dict.fromkeys(quotes_of(run.answer)))
    checked = verified(reader, run)
    outdated = since(checked)
    told: dict[str, Any] = {
        NAME: FORM,
        "belegg": __version__,
        "made_at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "holds": checked.holds,
        "no_longer": [outdated.told, *outdated.lines] if outdated else [],
        "run": run.id,
        "ran_on": run.belegg,
        "asked_at": run.started_at,
        "question": run.question,
        "filters": {name: list(values) for name, values in run.filters.items()},
        "corpus": run.corpus,
        "models": dict(run.models),
        **_answer(run.answer, quotes),
        "searches": [
            {"by": each.by, "query": each.query, "mode": each.mode, "found": len(each.found)}
            for each in run.events
            if isinstance(each, Searched)
        ],
        "quotations": [_quotation(reader, quote) for quote in quotes],
    }
    return told | {DIGEST: digest_of(told)}


def _answer(answer: Answer, quotes: list[Quote]) -> dict[str, Any]:
    abstained = answer if isinstance(answer, Abstained) else None
    return {
        "verdict": verdict_of(answer),
        "judged": judged_by(answer.ran, answer.model),
        "reason": abstained.reason if abstained else None,
        "explanation": abstained.explanation if abstained else "",
        "would_settle": abstained.would_settle if abstained else "",
        "missing": answer.missing if isinstance(answer, Answered) else "",
        "model": answer.model,
        "sentences": [
            {
                "text": sentence.text,
                "supported": sentence.supported,
                "doubts": list(sentence.doubts),
                "arithmetic": list(sentence.arithmetic),
                "quotations": [quotes.index(quote) for quote in sentence.quotes],
            }
            for sentence in (answer.sentences if isinstance(answer, Answered) else ())
        ],
        "conflicts": [
            {
                "about": each.about,
                "sides": [{"quotation": quotes.index(s.quote), "date": s.date} for s in each.sides],
            }
            for each in answer.conflicts
        ],
        "dropped": list(answer.dropped),
        "stopped": answer.stopped,
        "checks": [asdict(each) for each in answer.ran],
        "nearest": [_near(hit) for hit in answer.nearest],
    }


def _near(hit: Hit) -> dict[str, Any]:
    head, pages = hit.document, hit.passage.pages
    return {"source": head.source, "title": head.title, "page": pages[0] if pages else None}


def _quotation(reader: Reader, quote: Quote) -> dict[str, Any]:
    head, quoted = quote.document, quoted_of(quote)
    text = reader.text(head.id, quote.version)
    return {
        "document": head.id,
        "source": head.source,
        "title": head.title,
        "organisation": head.organisation,
        "numbers": list(head.report_numbers),
        "date": head.date,
        "version": quote.version,
        "ingested_at": head.ingested_at,
        "file_sha256": head.sha256,
        "text_sha256": sha256_of(text.text) if text is not None else "",
        "start": quoted.span.start,
        "end": quoted.span.end,
        "text": quoted.text,
        "status": quote.check.status,
        "cut": [{"text": cut.text, "holds": cut.holds} for cut in quote.check.cut],
        "page": quote.page,
        "section": quote.section,
        "path": list(quote.path),
        "rows": quote.rows,
        "kind": quote.kind,
        "confidence": quote.confidence,
    }


def digest_of(receipt: Receipt) -> str:
    """`sha256:…` of a receipt without its digest: keys sorted, no spaces, all but ASCII escaped."""
    left = {key: value for key, value in receipt.items() if key != DIGEST}
    written = json.dumps(left, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return f"sha256:{sha256(written.encode()).hexdigest()}"


def read_receipt(data: bytes, name: str) -> Receipt:
    """The receipt in a file. Raises BadInput when it is none, or of a newer Belegg."""
    if len(data) > MOST_BYTES:
        raise BadInput(f"`{name}` is too large to be a receipt ({len(data):,} bytes)")
    try:
        told = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"`{name}` is no receipt: it is no JSON; `belegg receipt RUN` writes one") from error
    if not isinstance(told, dict) or type(told.get(NAME)) is not int:
        raise BadInput(f"`{name}` is no receipt of Belegg's; `belegg receipt RUN` writes one")
    if told[NAME] > FORM:
        raise BadInput(
            f"`{name}` was written by a newer Belegg (form {told[NAME]}, this one knows {FORM}): update "
            "Belegg to verify it"
        )
    return told


def verified_receipt(receipt: Receipt, reader: Reader | None) -> Verified:
    """A receipt in itself, and its quotations against the documents of a library when one is at hand."""
    faults = [] if receipt.get(DIGEST) == digest_of(receipt) else ["its digest is not that of what it says"]
    quoted: list[Quoted] = []
    try:
        for number, each in enumerate(receipt["quotations"], 1):
            one = _quoted(each)
            quoted.append(one)
            faults += [f"quotation {number}: {fault}" for fault in _faults_of(one)]
        faults += _unreferred(receipt, len(quoted))
        named = (str(receipt["run"]), str(receipt["question"]), str(receipt["asked_at"]))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadInput(f"this receipt lacks what a receipt says ({error!s:.80})") from error
    checked = tuple(verified_quote(reader, each) for each in quoted) if reader is not None else ()
    return Verified(*named, checked, faults=tuple(faults), by_library=reader is not None)


def _quoted(told: Mapping[str, Any]) -> Quoted:
    page = told["page"]
    return Quoted(
        document=DocumentId(str(told["document"])),
        source=str(told["source"]),
        title=str(told["title"]),
        version=int(told["version"]),
        span=Span(int(told["start"]), int(told["end"])),
        text=str(told["text"]),
        page=None if page is None else int(page),
        text_sha256=str(told["text_sha256"]),
        file_sha256=str(told["file_sha256"]),
    )


def _faults_of(one: Quoted) -> Iterable[str]:
    if not one.text or one.span.end - one.span.start != len(one.text) or one.span.start < 0:
        yield "its words do not fit its place"
    if len(one.text_sha256) != 64:
        yield "the text that it quotes is not named"


def _unreferred(receipt: Receipt, count: int) -> Iterable[str]:
    """Sentences that name a quotation which is not there, or are called supported without any."""
    for number, sentence in enumerate(receipt["sentences"], 1):
        named = sentence["quotations"]
        if any(type(each) is not int or not 0 <= each < count for each in named):
            yield f"sentence {number} names a quotation that is not there"
        if sentence["supported"] is True and not named:
            yield f"sentence {number} is called supported and has no quotation"
