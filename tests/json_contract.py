"""
The JSON of every command, key by key: what `docs/reference/json.md` says and `test_json_contract.py` holds.

A path is the way to a value: `hits[].pages` is the value of `pages` in each item of `hits`, `arms{}` any
value of an object whose keys are not known beforehand. A type with `?` is of a value that may be null.
"""

from __future__ import annotations

from json_contract_access import ACCESS
from json_contract_answers import BESIDE, DOUBTS, KEPT_AS, USAGE
from json_contract_audit import AUDIT
from json_contract_calibrate import CALIBRATE, OFF, QUICK_CALLS
from json_contract_copy import COPY
from json_contract_enrich import ENRICH, ENRICH_DROPPED, ENRICH_ESTIMATE
from json_contract_eval import EVAL
from json_contract_explain import EXPLAIN
from json_contract_models import CHECKED, MODELS
from json_contract_packs import PACKS
from json_contract_people import PEOPLE
from json_contract_report import PAGE, REPORT
from json_contract_runs import (
    AFTER_INGEST,
    EXPORT,
    GAPS,
    KEPT,
    RECEIPT,
    REMOVED,
    REPLAY,
    RUNS,
    RUNS_CHANGED,
    VERIFY,
)
from json_contract_statistics import STATISTICS
from json_contract_tables import TABLES
from json_contract_vectors import DROPPED, EMBED, EMBEDDED, RERANK
from json_contract_versions import DIFF, VALID, today

NOTES = {
    "notes": ("list", "what a user should know: corrections, fallbacks, limits met"),
    "notes[].stage": ("text", "which stage says it"),
    "notes[].text": ("text", "the note, in words"),
}


def cited(each: str) -> dict[str, tuple[str, str]]:
    return {
        f"{each}organisation": ("text?", "who published the document"),
        f"{each}report_numbers": ("list", "the numbers by which it is cited"),
        f"{each}report_numbers[]": ("text", ""),
        f"{each}date": ("text?", "updated, published or in force; ISO 8601"),
    }


def hits(name: str) -> dict[str, tuple[str, str]]:
    return {
        name: ("list", "passages, best first"),
        f"{name}[].rank": ("integer", "from 1"),
        f"{name}[].document": ("text", "the document's id"),
        f"{name}[].source": ("text", "file path or address"),
        f"{name}[].title": ("text", "the document's title"),
        **cited(f"{name}[]."),
        f"{name}[].rows": ("text?", "rows of a sheet: `rows 31–60`"),
        f"{name}[].path": ("list", "the headings above the passage, outermost first"),
        f"{name}[].path[]": ("text", ""),
        f"{name}[].pages": ("list?", "first and last physical page, from 1; null without pages"),
        f"{name}[].pages[]": ("integer", ""),
        f"{name}[].kind": ("text", "`text`, or `footnote`"),
        f"{name}[].confidence": ("number?", "0 to 1, of text read by OCR; else null"),
        f"{name}[].text": ("text", "the passage"),
        f"{name}[].snippet": ("text", "the best cut-out of it, matched words in « »"),
        f"{name}[].marked": ("list", "where in it the matched words stand, the « » not counted: from, to"),
        f"{name}[].marked[]": ("list", ""),
        f"{name}[].marked[][]": ("integer", ""),
        f"{name}[].score": ("number", "comparable within one search only"),
        f"{name}[].arms": ("object", "the passage's rank in each arm that found it"),
        f"{name}[].arms{{}}": ("integer", ""),
        f"{name}[].cosine": ("number?", "-1 to 1, question and passage; null where nothing was embedded"),
        f"{name}[].word_score": ("number", "the score by words"),
        f"{name}[].word_share": (
            "number?",
            "0 to 1: that score over the most that the words could give; null in mode `keyword`",
        ),
    }


def cuts(name: str) -> dict[str, tuple[str, str]]:
    return {
        name: ("list", "what the quotation leaves out of its sentence"),
        f"{name}[].text": ("text", "the words left out"),
        f"{name}[].start": ("integer", "where they stand in the document's text"),
        f"{name}[].end": ("integer", ""),
        f"{name}[].holds": ("text", "`negation`, `condition`, `exception` or `none`"),
    }


def claim(each: str) -> dict[str, tuple[str, str]]:
    return {
        f"{each}text": ("text", "the quotation as the draft has it"),
        f"{each}status": ("text", "`exact`, `same words`, `shortened` or `not found`"),
        f"{each}document": ("text?", "the document that holds it; null: none does"),
        f"{each}source": ("text?", "file path or address"),
        **cited(each),
        f"{each}version": ("integer?", "the version of its text that holds it"),
        f"{each}rows": ("text?", "the row of a sheet: `row 4322`"),
        f"{each}page": ("integer?", "physical page, from 1"),
        f"{each}kind": ("text?", "`text`, or `footnote`"),
        f"{each}confidence": ("number?", "0 to 1, of text read by OCR; else null"),
        f"{each}start": ("integer?", "where it stands in that version's text"),
        f"{each}end": ("integer?", "exclusive"),
        f"{each}differences": ("list", "allowed differences in writing"),
        f"{each}differences[].kind": ("text", ""),
        f"{each}differences[].in_quote": ("text", ""),
        f"{each}differences[].in_source": ("text", ""),
        f"{each}differences[].offset": ("integer", "in the document's text"),
        **cuts(f"{each}cut"),
        f"{each}misnamed": ("list", "what the draft names beside it and where it does not stand"),
        f"{each}misnamed[].what": ("text", "`document`, `section` or `page`"),
        f"{each}misnamed[].named": ("text", "as the draft names it: `page 99`"),
        f"{each}misnamed[].stands": ("text", "where it stands: `page 3`"),
        **today(each),
        f"{each}note": (
            "text",
            "what the status does not say: another source, an earlier version, why not found",
        ),
    }


FORGOTTEN = {
    "source": ("text", "where the document came from"),
    "document": ("text", "its id"),
    "versions": ("integer", "versions of its text removed"),
    "passages": ("integer", "passages removed"),
    "postings": ("integer", "index entries removed"),
    "original_bytes": ("integer", "bytes of the original removed"),
    "quotations": ("integer", "quotations in stored answers removed"),
    "golden_sets": ("list", "golden sets that still quote it"),
    "golden_sets[]": ("text", ""),
    "measured_answers": ("integer", "answers of runs over golden sets that its words were taken out of"),
}

CONTRACT: dict[str, dict[str, tuple[str, str]]] = {
    "search": {
        "query": ("text", "the query as given"),
        "mode": ("text", "the one used: `hybrid`, `vector` or `keyword`"),
        **hits("hits"),
        **NOTES,
        "took_ms": ("number", "time of the search, without starting the program"),
    },
    "ask": {
        "question": ("text", "the question as given"),
        "verdict": (
            "text",
            "`verified`, `quotations verified`, `downgraded`, `abstained`; of a kept run also `withheld`",
        ),
        "judged": ("text", "`yes`, `itself`, `no judge`, `failed`, `off`; `nothing to judge`: no draft"),
        "reason": (
            "text?",
            "of a refusal: `not_covered`, `sources_conflict`, `likely_outdated`, `draft_did_not_hold`, "
            "`cut_short`",
        ),
        "sentences": ("list", "the answer, sentence by sentence; empty when it abstained"),
        "sentences[].text": ("text", ""),
        "sentences[].supported": ("yes or no", "whether a quotation carries it"),
        **DOUBTS,
        "sentences[].quotes": ("list", "the quotations that carry it"),
        "sentences[].quotes[].document": ("text", "the document's id"),
        "sentences[].quotes[].source": ("text", "file path or address"),
        "sentences[].quotes[].title": ("text", "the document's title"),
        **cited("sentences[].quotes[]."),
        "sentences[].quotes[].rows": ("text?", "the row of a sheet: `row 4322`"),
        "sentences[].quotes[].path": ("list", "the headings above it"),
        "sentences[].quotes[].path[]": ("text", ""),
        "sentences[].quotes[].page": ("integer?", "physical page, from 1; null without pages"),
        "sentences[].quotes[].kind": ("text", "`text`, or `footnote`"),
        "sentences[].quotes[].confidence": ("number?", "0 to 1, of text read by OCR; else null"),
        "sentences[].quotes[].start": ("integer", "where it stands in the document's text"),
        "sentences[].quotes[].end": ("integer", "exclusive"),
        "sentences[].quotes[].text": ("text", "the source's own wording"),
        "sentences[].quotes[].status": ("text", "`exact`, `same words` or `shortened`"),
        **cuts("sentences[].quotes[].cut"),
        **hits("nearest"),
        **BESIDE,
        "trace": ("list", "what was done on the way"),
        "trace[].action": ("text", ""),
        "trace[].detail": ("text", ""),
        "trace[].outcome": ("text", ""),
        "model": ("text?", "the model that wrote the answer; null: none did"),
        **USAGE,
        **NOTES,
    },
    "check": {
        "quotes": ("list", "the quotations of the draft, in its order"),
        **claim("quotes[]."),
        **NOTES,
    },
    "mark": {
        **claim(""),
        "document": ("text", "the id of the document that was named"),
        "source": ("text", "file path or address"),
        "title": ("text", "the document's title"),
        "pages": ("list", "the pages that hold its words; empty where no places are known"),
        "pages[].number": ("integer", "physical page, from 1"),
        "pages[].label": ("text?", "the number printed on it"),
        "pages[].width": ("number", "in points, as the page is shown"),
        "pages[].height": ("number", ""),
        "pages[].boxes": ("list", "around its words, one for each line, in reading order"),
        "pages[].boxes[]": ("list", "x0, y0, x1, y1 in points from the page's top left corner"),
        "pages[].boxes[][]": ("number", ""),
        "pages[].picture": ("text?", "the file that was written with `--out`"),
    },
    "read": {
        "document": ("text", "its id"),
        "source": ("text", "file path or address"),
        "title": ("text", ""),
        **cited(""),
        "version": ("integer", "of the text that was read"),
        "current": ("yes or no", "whether it is the newest"),
        "chosen": ("text", "with --as-of: the version, and what dates it; else empty"),
        "replaces": ("list", "sources of the readable documents that it says it replaced"),
        "replaces[]": ("text", ""),
        "replaced_by": ("list", "sources of the readable documents that it says it was replaced by"),
        "replaced_by[]": ("text", ""),
        "path": ("list", "the headings above the part"),
        "path[]": ("text", ""),
        "pages": ("list?", "first and last physical page of the part"),
        "pages[]": ("integer", ""),
        "spans": ("list", "where the part stands in the text; several when it does not lie together"),
        "spans[]": ("list", "start, and end (exclusive)"),
        "spans[][]": ("integer", ""),
        "text": ("text", "the spans, an empty line between them"),
    },
    "discover": {
        "query": ("text", "the query as given"),
        "terms": ("list", "words for the next search, the most telling first, at most twelve"),
        "terms[].word": ("text", "in its most frequent form"),
        "terms[].hits": ("integer", "in how many of the passages searched"),
        "terms[].passages": ("integer", "in how many readable ones"),
        "terms[].score": ("number", ""),
        "searched": ("integer", "the best passages looked through, at most 40"),
        "quotable": ("yes or no", "always no: the words are no text of a document"),
        **NOTES,
    },
    "similar": {
        "document": ("text", "id of the document that was given, or that holds the passage"),
        "source": ("text", ""),
        "title": ("text", ""),
        "passage": ("text?", "the passage's id; null for a whole document"),
        "path": ("list", "the headings above the passage"),
        "path[]": ("text", ""),
        "by": ("text", "what was compared: `vectors`, or `words` where there are none"),
        **hits("hits"),
        "words": ("list", "the words compared by; empty with vectors"),
        "words[]": ("text", ""),
        **NOTES,
        "took_ms": ("number", ""),
    },
    "explain": {**EXPLAIN, **NOTES},
    "documents": {
        "documents": ("list", "every document that the asker may read, by source"),
        "documents[].document": ("text", "its id"),
        "documents[].source": ("text", "file path or address"),
        "documents[].title": ("text", ""),
        "documents[].pack": ("text", ""),
        "documents[].language": ("text?", "ISO 639-1 code; null when undecided"),
        **cited("documents[]."),
        **VALID,
        "documents[].version": ("integer", "of the newest text"),
        "documents[].passages": ("integer", ""),
        "documents[].pages": ("integer", "0 without pages"),
        "documents[].access": ("list", "groups that may read it; empty: the owner alone"),
        "documents[].access[]": ("text", ""),
        "documents[].facts": ("list", "its metadata"),
        "documents[].facts[].name": ("text", ""),
        "documents[].facts[].value": ("text", ""),
        "documents[].facts[].origin": ("text", "where it was found"),
        "documents[].sha256": ("text", "of the file's bytes"),
        "documents[].ingested_at": ("text", "ISO 8601, UTC"),
        "documents[].removed_at": (
            "text?",
            "ISO 8601, UTC, when its file was gone; empty: unknown",
        ),
        **NOTES,
    },
    "diff": DIFF,
    "report": {**REPORT, **NOTES},
    "report --page": PAGE,
    "health": {
        "healthy": ("yes or no", "no: something makes results wrong"),
        "checks": ("list", ""),
        "checks[].check": ("text", "what was checked"),
        "checks[].state": ("text", "`well`, `look` or `wrong`"),
        "checks[].text": ("text", "what was found"),
        "checks[].todo": ("text", "what to do; empty when it is well"),
    },
    "health --history": {
        "history": ("list", "what was kept, the newest first"),
        "history[].at": ("text", "when; ISO 8601, UTC"),
        "history[].healthy": ("yes or no", "no: something was wrong"),
        "history[].checks": ("list", "as `belegg health --json` prints them"),
        "history[].checks[].check": ("text", "what was checked"),
        "history[].checks[].state": ("text", "`well`, `look` or `wrong`"),
        "history[].checks[].text": ("text", "what was found"),
        "history[].checks[].todo": ("text", "what to do; empty when it is well"),
    },
    "ingest": {
        "root": ("text", "the name that begins the documents' sources"),
        "location": ("text", "the folder"),
        "pack": ("text", ""),
        "added": ("integer", "new documents"),
        "changed": ("integer", "new versions"),
        "unchanged": ("integer", ""),
        "access_changed": ("integer", "documents with another access list than before"),
        "removed": ("integer", "documents whose files are gone"),
        "failed": ("list", "files that could not be read"),
        "failed[].source": ("text", ""),
        "failed[].error": ("text", "a class of belegg.errors"),
        "failed[].again": ("yes or no", "the last run could not read it either, for the same reason"),
        "failed[].reason": ("text", ""),
        "skipped": ("list", "what was left out by rule"),
        "skipped[].source": ("text", ""),
        "skipped[].reason": ("text", ""),
        "warnings": ("object", "documents by what was odd about them"),
        "warnings{}": ("integer", ""),
        **NOTES,
        **AFTER_INGEST,
        **EMBEDDED,
        "seconds": ("number", ""),
    },
    "embed": EMBED,
    "enrich": ENRICH,
    "enrich --estimate": ENRICH_ESTIMATE,
    "enrich --drop": ENRICH_DROPPED,
    "embed --drop": DROPPED,
    "rerank": RERANK,
    "models": MODELS,
    "models check": CHECKED,
    "forget": FORGOTTEN,
    "reanalyse": {
        "documents": ("integer", ""),
        "passages": ("integer", ""),
        "before": ("text?", "the analyser that had built the index"),
        "now": ("text", "the one that has built it now"),
    },
    "backup": {
        "file": ("text", "the copy"),
        "size_bytes": ("integer", ""),
        "verified": ("yes or no", "always yes: a copy that fails is an error"),
        "people": ("text?", "the copy of who may come in and of the audit log; null: there is none"),
        "brought": ("text?", "the copy of what people brought in; null: there is none"),
    },
    "copy": COPY,
    "compact": {"before_bytes": ("integer", ""), "after_bytes": ("integer", "")},
    **EVAL,
    "demo": {
        "library": ("text", "the library's file"),
        "ingested": ("object", "as `belegg ingest --json` prints it"),
        "answers": ("list", "as `belegg ask --json` prints them, but for the runs"),
    },
    **PACKS,
    **STATISTICS,
    **TABLES,
    **ACCESS,
    **PEOPLE,
    "audit-access": {**AUDIT, **NOTES},
    "calibrate": CALIBRATE,
    "calibrate --off": OFF,
    "calibrate --quick-calls": QUICK_CALLS,
    "runs": RUNS,
    "runs --changed": RUNS_CHANGED,
    "runs keep": KEPT,
    "verify": VERIFY,
    "receipt": RECEIPT,
    "export": EXPORT,
    "gaps": {**GAPS, **hits("gaps[].nearest")},
    "runs remove": REMOVED,
    "any command that fails": {
        "error": ("object", ""),
        "error.kind": ("text", "a class of belegg.errors"),
        "error.message": ("text", "one sentence"),
    },
}
CONTRACT["pack lovdata"] = CONTRACT["ingest"]
CONTRACT["replay"] = {**REPLAY, **{f"answer.{key}": value for key, value in CONTRACT["ask"].items()}}
CONTRACT["ask"] = CONTRACT["chat"] = {**CONTRACT["ask"], **KEPT_AS}
