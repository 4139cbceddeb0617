"""The rows of `data/security/access/matrix.jsonl` as calls of a library; those tried elsewhere, or later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from belegg.library.audit_surfaces import Call
from belegg.library.library import Library
from belegg.records import DocumentHead, Principal, Scope, Span, passage_id

LATER = {
    "acc-11": "Postgres: no such store yet",
    "acc-12": "OpenSearch: no such store yet",
    "acc-32": "fetched statistics: not built yet",
    "acc-43": "no notice goes out: an ingest tells its owner which kept answers no longer hold",
    "acc-46": "nobody views as another; an admin's role opens nothing (tests/serving/leaks, `eva_admin`)",
}
"""Rows that belong to a part which is not there."""
ELSEWHERE = {
    "acc-14": "tests/stores/test_promised_vectors.py, test_vector_store.py",
    "acc-22": "test_stored_runs.py, test_verified_again.py; tests/serving/leaks/test_leak_matrix_runs.py",
    "acc-23": "test_stored_runs.py, test_verified_again.py; tests/serving/leaks/test_leak_matrix_runs.py",
    "acc-24": "tests/serving/leaks/test_leak_matrix_runs.py",
    "acc-29": "python benchmarks/access_timing.py measures it",
    "acc-33": "tests/tables: test_statements_asked.py, test_company_tables.py",
    "acc-35": "tests/serving/leaks/test_leak_matrix_mcp.py",
    "acc-36": "tests/serving/mcp/test_mcp_http.py: there are no sessions",
    "acc-44": "tests/serving/leaks: nothing may be kept; tests/serving/entrance/test_browser_sessions.py",
    "acc-45": "tests/serving/leaks/test_leak_matrix_reads.py: who has not signed in",
}
ELSEWHERE |= dict.fromkeys(
    ("acc-15", "acc-17", "acc-27", "acc-34"), "tests/serving/leaks/test_leak_matrix_runs.py"
)
"""Rows that are tried at the doors, or measured."""

WORDS = (
    "oppkjøpsplan",
    "lønnsløft",
    "migreneanfall",
    "Rødrev",
    "Nordlys",
    "KANARI-4417",
    "KANARI-6606",
    "pay",
)
FORMS = (
    *WORDS, "oppkjøpsplaner", "lønnsløftet", "oppkjopsplan", "migreneanfal", "lønnsl", "oppk", "migr",
    '"budgeted average raise"', '"Internal line"', "attachment -marker", "compensation policy 2026 § 1",
)  # fmt: skip
COMMON = ("plan", "marker", "archive open from 9 to 15", "employees", "og i på", "notice period", "policy")
TWINS = "the archive is open from 9 to 15"


@dataclass(frozen=True)
class Around:
    """What is asked about: documents that somebody may not read, and all of them."""

    hidden: Sequence[DocumentHead]
    everything: Sequence[DocumentHead]
    questions: Path


Calls = Callable[[Around], Iterator[Call]]


def asked(given: str, method: str, *values: object, **named: object) -> Call:
    """A call of a Library's method, as somebody."""

    def run(library: Library, who: Principal) -> object:
        return getattr(library, method)(*values, scope=Scope(who), **named)

    return Call(f"{method} {given}", given, run)


def scoped(given: str, **filters: Any) -> Call:
    """The list of documents within filters."""

    def run(library: Library, who: Principal) -> object:
        scope: Scope = library.scope(who, **filters)
        return scope, library.documents(scope)

    return Call(f"scope {given}", given, run)


def searches(queries: Sequence[str], limit: int = 8) -> Calls:
    def calls(_: Around) -> Iterator[Call]:
        for query in queries:
            for ranking in ("default", "bm25", "cover"):
                yield asked(query, "search", query, limit=limit, ranking=ranking)

    return calls


def of_queries(method: str, queries: Sequence[str]) -> Calls:
    return lambda _: (asked(query, method, query) for query in queries)


def of_documents(method: str, *values: object) -> Calls:
    """A method called with each document's id and with its path."""

    def calls(around: Around) -> Iterator[Call]:
        for head in around.everything:
            for name in (head.id, head.source):
                yield asked(name, method, name, *values)

    return calls


def lists(_: Around) -> Iterator[Call]:
    yield asked("", "documents")
    yield asked("", "packs")
    yield asked("", "pack", "documents")
    yield scoped("years", since="2020")
    yield scoped("languages", languages=["no"])
    yield scoped("organisations", organisations=["HR"])


def citations(around: Around) -> Iterator[Call]:
    for head in around.everything:
        passage = passage_id(head.id, 0)
        yield asked(passage, "read", passage)


def ranges(around: Around) -> Iterator[Call]:
    for head in around.everything:
        for pages in ("0", "-1", "1-2", "99", "x"):
            yield asked(head.id, "read", head.id, pages=pages)
        for version in (0, 1, 2):
            yield asked(head.id, "read", head.id, version=version)


def broken(_: Around) -> Iterator[Call]:
    for name in ("0" * 16, "compensation", "merger-note.md", "../merger-note", "'; --", "medical", ""):
        yield asked(name, "read", name)
        yield scoped(name, documents=[name])
        yield scoped(name, packs=[name])
        yield asked(f"fixture/{name}", "reports", name=name)


def reports(around: Around) -> Iterator[Call]:
    yield asked("", "reports")
    for head in around.everything:
        yield asked(head.source, "reports", name=head.source)


def why_not_found(around: Around) -> Iterator[Call]:
    for head in around.everything:
        yield asked(head.source, "explain", "marker", document=head.source)
    yield asked(around.questions.read_text(encoding="utf-8"), "evaluate", around.questions)


def twins(_: Around) -> Iterator[Call]:
    for draft in (
        f'It says "Shared paragraph that stands in two documents: {TWINS}."',
        f'It says "{TWINS}" (twin-closed.md).',
        f'It says "{TWINS}" (Handbook chapter 4, internal).',
        'It says "the archive is open from 9 to 15. Internal line".',
    ):
        yield asked(draft, "check", draft)


ROWS: Mapping[str, Sequence[Calls]] = {
    "acc-01": (searches(FORMS),),
    "acc-03": (searches(COMMON, limit=50),),
    "acc-04": (searches((TWINS, "archive from", "average raise", "second class")),),
    "acc-05": (lists,),
    "acc-06": (
        searches(("oppk", "lønnsl", "migr", "oppkjøpspaln", "Rødrve")),
        of_queries("explain", ("oppk",)),
    ),
    "acc-07": (of_queries("discover_terms", ("plan", "policy", *WORDS)),),
    "acc-08": (of_queries("explain", (*COMMON, *WORDS)),),
    "acc-13": (of_queries("related_terms", (*WORDS, *COMMON)),),
    "acc-16": (searches((*COMMON, "annual report 2025", "travel § 1")),),
    "acc-18": (of_documents("read"), of_documents("document"), ranges),
    "acc-19": (of_documents("marked_pages", Span(0, 5)), of_documents("mark", "Marker")),
    "acc-20": (of_documents("original"),),
    "acc-21": (citations,),
    "acc-25": (
        of_queries("ask", ("How large is the average raise for 2026?", "Whom do we plan to acquire?")),
    ),
    "acc-28": (broken,),
    "acc-30": (why_not_found,),
    "acc-31": (reports,),
    "acc-42": (twins, searches((TWINS,)), of_queries("ask", ("When is the archive open?",))),
}
