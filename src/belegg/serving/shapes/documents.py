"""
The JSON that programs may rely on, from the records. `tests/test_json_contract.py` holds every key and type.

A key is never renamed or removed within a major version; new keys may come. Offsets count characters of the
document's text from 0, end exclusive; pages are physical, from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, astuple
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from belegg.records import (
    Cut,
    Difference,
    Discovered,
    DocumentHead,
    Found,
    Hit,
    Note,
    Quote,
)
from belegg.serving.shapes.verified import unheld_json
from belegg.text.days import days_of
from belegg.text.row_numbers import row_numbers, rows_told

if TYPE_CHECKING:
    from belegg.library.check import CheckedClaim, CheckedDraft
    from belegg.library.excerpt import Excerpt
    from belegg.library.findings import Finding
    from belegg.library.ingest import Ingested
    from belegg.library.kept_health import KeptHealth
    from belegg.library.marking import Marked, MarkedPage
    from belegg.library.versions import Today

Json = dict[str, Any]
NOTHING: Mapping[str, str] = MappingProxyType({})


def rounded(value: float | None) -> float | None:
    """To six decimals; None stays."""
    return None if value is None else round(value, 6)


def note_json(note: Note) -> Json:
    return {"stage": note.stage, "text": note.text}


def cited_json(head: DocumentHead | None) -> Json:
    """What a citation states of its document beside title and source (ING-9)."""
    return {
        "organisation": head.organisation if head else None,
        "report_numbers": list(head.report_numbers) if head else [],
        "date": head.date if head else None,
    }


def hit_json(hit: Hit) -> Json:
    passage = hit.passage
    return {
        "rank": hit.rank,
        "document": hit.document.id,
        "source": hit.document.source,
        "title": hit.document.title,
        **cited_json(hit.document),
        "path": list(passage.path),
        "pages": list(passage.pages) if passage.pages else None,
        "rows": rows_told(row_numbers(passage.address)) or None,
        "kind": passage.kind,
        "confidence": passage.confidence,
        "text": passage.text,
        "snippet": hit.snippet,
        "marked": [[span.start, span.end] for span in hit.marked],
        "score": round(hit.score, 6),
        "arms": dict(hit.arms),
        "cosine": rounded(hit.cosine),
        "word_score": round(hit.word_score, 6),
        "word_share": rounded(hit.word_share),
    }


def found_json(found: Found) -> Json:
    return {
        "query": found.query,
        "mode": found.mode,
        "hits": [hit_json(hit) for hit in found.hits],
        "notes": [note_json(note) for note in found.notes],
        "took_ms": round(found.took_ms, 2),
    }


def cut_json(cut: Cut) -> Json:
    return {"text": cut.text, "start": cut.span.start, "end": cut.span.end, "holds": cut.holds}


def difference_json(difference: Difference) -> Json:
    return {
        "kind": difference.kind,
        "in_quote": difference.in_quote,
        "in_source": difference.in_source,
        "offset": difference.offset,
    }


def quote_json(quote: Quote) -> Json:
    check = quote.check
    return {
        "document": quote.document.id,
        "source": quote.document.source,
        "title": quote.document.title,
        **cited_json(quote.document),
        "path": list(quote.path),
        "page": quote.page,
        "rows": quote.rows or None,
        "kind": quote.kind,
        "confidence": quote.confidence,
        "start": check.span.start if check.span else None,
        "end": check.span.end if check.span else None,
        "text": check.text,
        "status": check.status,
        "cut": [cut_json(cut) for cut in check.cut],
    }


def excerpt_json(part: Excerpt) -> Json:
    return {
        "document": part.document.id,
        "source": part.document.source,
        "title": part.document.title,
        **cited_json(part.document),
        "version": part.version,
        "current": part.current,
        "chosen": part.chosen,
        "replaces": [one.document.source for one in part.succession if not one.after],
        "replaced_by": [one.document.source for one in part.succession if one.after],
        "path": list(part.path),
        "pages": list(part.pages) if part.pages else None,
        "spans": [[span.start, span.end] for span in part.spans],
        "text": part.text,
    }


def claim_json(checked: CheckedClaim) -> Json:
    quote, span = checked.quote, checked.check.span
    return {
        "text": checked.claim.text,
        "status": checked.check.status,
        "document": quote.document.id if quote else None,
        "source": quote.document.source if quote else None,
        **cited_json(quote.document if quote else None),
        "version": quote.version if quote else None,
        "page": quote.page if quote else None,
        "rows": (quote.rows or None) if quote else None,
        "kind": quote.kind if quote else None,
        "confidence": quote.confidence if quote else None,
        "start": span.start if quote and span else None,
        "end": span.end if quote and span else None,
        "differences": [difference_json(difference) for difference in checked.check.differences],
        "cut": [cut_json(cut) for cut in checked.check.cut],
        "misnamed": [asdict(wrong) for wrong in checked.misnamed],
        "today": today_json(checked.today) if checked.today else None,
        "note": checked.note,
    }


def today_json(today: Today) -> Json:
    """What stands today where a quotation stood; text and place are null when that part is gone."""
    return {
        "version": today.version,
        "dated": today.told,
        "text": today.text,
        "start": today.span.start if today.span else None,
        "end": today.span.end if today.span else None,
    }


def marked_json(marked: Marked, written: Mapping[int, str]) -> Json:
    """`written`: the file of each page's picture, by the page's number."""
    checked = claim_json(marked.checked)
    return {
        **checked,
        "document": marked.document.id,
        "source": marked.document.source,
        "title": marked.document.title,
        **cited_json(marked.document),
        "pages": [{**marked_page_json(page), "picture": written.get(page.number)} for page in marked.pages],
    }


def marked_page_json(page: MarkedPage) -> Json:
    """Lengths in points; boxes from the page's top left corner."""
    return {
        "number": page.number,
        "label": page.label,
        "width": round(page.width, 2),
        "height": round(page.height, 2),
        "boxes": [[round(side, 2) for side in astuple(box)] for box in page.boxes],
    }


def checked_json(checked: CheckedDraft) -> Json:
    return {
        "quotes": [claim_json(claim) for claim in checked.claims],
        "notes": [note_json(note) for note in checked.notes],
    }


def head_json(head: DocumentHead) -> Json:
    return {
        "document": head.id,
        "source": head.source,
        "title": head.title,
        "pack": head.pack,
        "language": head.language,
        **cited_json(head),
        **valid_json(head),
        "version": head.version,
        "passages": head.passages,
        "pages": head.pages,
        "access": sorted(head.access),
        "facts": [{"name": fact.name, "value": fact.value, "origin": fact.origin} for fact in head.facts],
        "sha256": head.sha256,
        "ingested_at": head.ingested_at,
        "removed_at": head.removed_at,
    }


def valid_json(head: DocumentHead) -> Json:
    """From when to when it says to be valid, and from when it has its text."""
    days = days_of(head.facts)
    return {"valid_from": days.since, "text_since": days.text_since, "valid_to": days.until}


def ingested_json(outcome: Ingested, failed_before: Mapping[str, str] = NOTHING) -> Json:
    return {
        "root": outcome.root,
        "location": outcome.location,
        "pack": outcome.pack,
        "added": outcome.added,
        "changed": outcome.changed,
        "unchanged": outcome.unchanged,
        "access_changed": outcome.access_changed,
        "removed": outcome.removed,
        "failed": [
            {
                "source": report.source,
                "error": report.error,
                "reason": report.failed,
                "again": failed_before.get(report.source) == report.failed,
            }
            for report in outcome.failures
        ],
        "skipped": [{"source": skipped.source, "reason": skipped.reason} for skipped in outcome.skipped],
        "warnings": dict(outcome.warnings),
        "notes": [note_json(note) for note in outcome.notes],
        "no_longer_hold": [unheld_json(each) for each in outcome.unheld],
        "answerable": [
            {"gap": gap.number, "question": gap.question, "asked": gap.asked} for gap in outcome.answerable
        ],
        "seconds": outcome.seconds,
    }


def finding_json(finding: Finding) -> Json:
    return {"check": finding.check, "state": finding.state, "text": finding.text, "todo": finding.todo}


def kept_health_json(kept: KeptHealth) -> Json:
    checks = [finding_json(finding) for finding in kept.findings]
    return {"at": kept.at, "healthy": kept.state != "wrong", "checks": checks}


def discovered_json(found: Discovered) -> Json:
    return {
        "query": found.query,
        "terms": [
            {"word": t.word, "hits": t.hits, "passages": t.passages, "score": round(t.score, 6)}
            for t in found.terms
        ],
        "searched": found.searched,
        "quotable": False,
        "notes": [note_json(note) for note in found.notes],
    }
