"""Rows of `data/security/access/matrix.jsonl` as requests: the same for everybody and in every world."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, unquote_plus, urlencode

from access.access_rows import COMMON, FORMS, TWINS, WORDS
from belegg.records import DocumentHead, passage_id
from doors import API

UNKNOWN = "0" * 16
BROKEN = (UNKNOWN, "compensation", "merger-note.md", "..", "'; --", "medical", "%00", "{0.__class__}")
PARTIAL = {"headers": {"range": "bytes=0-9"}}


@dataclass(frozen=True, slots=True)
class Asked:
    """A request; `sent` is how a client is told of it."""

    method: str
    path: str
    sent: Mapping[str, Any] = field(default_factory=dict)

    @property
    def given(self) -> str:
        """All that the asker said themselves."""
        return f"{unquote_plus(self.path)} {self.sent}"


Rows = Callable[[Sequence[DocumentHead]], Iterator[Asked]]


def get(path: str, sent: Mapping[str, Any] | None = None, /, **query: object) -> Asked:
    return Asked("GET", f"{path}?{urlencode(query, doseq=True)}" if query else path, sent or {})


def api(path: str, **query: object) -> Asked:
    return get(f"{API}{path}", None, **query)


def posted(path: str, body: Mapping[str, Any]) -> Asked:
    return Asked("POST", f"{API}{path}", {"json": body})


def searches(queries: Sequence[str], limit: int = 8) -> Iterator[Asked]:
    for query in queries:
        yield api("/search", q=query, limit=limit)
        yield get("/search", q=query)


def names_of(head: DocumentHead) -> tuple[str, ...]:
    """By what a document can be called in an address."""
    return tuple(quote(name, safe="") for name in (head.id, head.source.rpartition("/")[2][:-3]))


def found(_: Sequence[DocumentHead]) -> Iterator[Asked]:
    yield from searches(FORMS)


def counted(_: Sequence[DocumentHead]) -> Iterator[Asked]:
    yield from searches(COMMON, 50)
    for query in COMMON:
        yield api("/search", q=query, limit=50, ranking="bm25")
    yield api("/documents", limit=3)
    yield api("/documents", limit=3, offset=3)
    yield api("/documents", offset=10_000)
    yield api("/documents", removed=True)
    yield get("/documents?from=3")


def shown_in_part(_: Sequence[DocumentHead]) -> Iterator[Asked]:
    yield from searches((TWINS, "archive from", "average raise", "second class"))


def lists(_: Sequence[DocumentHead]) -> Iterator[Asked]:
    for path in (
        "/documents",
        "/packs",
        "/packs/documents",
        "/packs/nothing",
        "/packs/documents/suggestions",
    ):
        yield api(path)
    yield api("/documents", since="2020")
    yield api("/documents", language="no")
    yield api("/documents", organisation="HR")
    for path in ("/", "/documents", "/packs", "/packs/documents", "/packs/nothing", "/settings", "/search"):
        yield get(path)


def suggested(_: Sequence[DocumentHead]) -> Iterator[Asked]:
    yield from searches(("oppk", "lønnsl", "migr", "oppkjøpspaln", "Rødrve"))
    yield api("/explain", q="oppk")


def terms(_: Sequence[DocumentHead]) -> Iterator[Asked]:
    for word in ("plan", "policy", *WORDS):
        yield api("/terms", q=word)
        yield api("/terms/related", word=word)


def explained(_: Sequence[DocumentHead]) -> Iterator[Asked]:
    for query in (*COMMON, *WORDS):
        yield api("/explain", q=query)


def read(heads: Sequence[DocumentHead]) -> Iterator[Asked]:
    for head in heads:
        for name in names_of(head):
            yield api(f"/documents/{name}")
            yield api(f"/documents/{name}/text")
            yield get(f"/documents/{name}")
        path = f"/documents/{head.id}"
        for part in ({"pages": "0"}, {"pages": "1-2"}, {"pages": "x"}, {"section": "1"}, {"as_of": "2020"}):
            yield api(f"{path}/text", **part)
        for version in (1, 2):
            yield api(f"{path}/text", version=version)
            yield get(path, version=version)
        for rest in ("versions", "changes", "report", "similar", "pages/1", "pages/2"):
            yield api(f"{path}/{rest}")
        yield api(f"{path}/similar", passage=passage_id(head.id, 0))
        yield get("/", document=head.id)
        yield get("/search", q="marker", document=head.id)


def pictured(heads: Sequence[DocumentHead]) -> Iterator[Asked]:
    for head in heads:
        path = f"/documents/{head.id}"
        yield api(f"{path}/pages/1/image")
        yield api(f"{path}/marks", start=0, end=5)
        yield api(f"{path}/pages/1/marks.svg", start=0, end=5)
        yield api(f"{path}/mark", quotation="Marker")
        yield get(path, start=0, end=5)


def originals(heads: Sequence[DocumentHead]) -> Iterator[Asked]:
    for head in heads:
        path = f"{API}/documents/{head.id}/original"
        yield get(path)
        yield get(path, PARTIAL)
        yield get(path, {"headers": {"if-none-match": f'"{head.sha256}"'}})
        yield Asked("HEAD", path)
        yield get(f"{API}/documents/{head.sha256}/original")
        yield get(f"/static/0/{quote(head.source)}")
        yield get(f"/{quote(head.source)}")


def citations(heads: Sequence[DocumentHead]) -> Iterator[Asked]:
    for head in heads:
        passage = quote(passage_id(head.id, 0), safe="")
        yield api(f"/documents/{passage}/text")
        yield get(f"/documents/{passage}")


def broken(_: Sequence[DocumentHead]) -> Iterator[Asked]:
    for name in BROKEN:
        yield api(f"/documents/{quote(name, safe='')}/text")
        yield api("/search", q="marker", document=name)
        yield api("/search", q="marker", pack=name)
        yield api(f"/packs/{quote(name, safe='')}")
        yield get("/search", q="marker", pack=name)
        yield posted("/check", {"draft": 'It says "marker".', "document": [name]})
    yield api("/search", q='"unclosed (marker AND', since="yesterday")


def why_not_found(heads: Sequence[DocumentHead]) -> Iterator[Asked]:
    for head in heads:
        for name in (head.id, head.source, head.title):
            yield api("/explain", q="marker", of=name)
            yield api("/search", q="marker", document=name)
    yield api("/evaluation/sets")
    yield api("/evaluation/runs")
    yield api("/evaluation/runs/1")
    for path in ("/evaluation", "/evaluation/1", "/gaps"):
        yield get(path)


def reports(heads: Sequence[DocumentHead]) -> Iterator[Asked]:
    yield api("/reports")
    yield api("/reports", failed=True)
    yield get("/documents", only="remarks")
    for head in heads:
        yield get("/documents", find=head.title)


def twins(_: Sequence[DocumentHead]) -> Iterator[Asked]:
    for draft in (
        f'It says "Shared paragraph that stands in two documents: {TWINS}."',
        f'It says "{TWINS}" (twin-closed.md).',
        f'It says "{TWINS}" (Handbook chapter 4, internal).',
        'It says "the archive is open from 9 to 15. Internal line".',
    ):
        yield posted("/check", {"draft": draft})
    yield posted("/ask", {"question": "When is the archive open?", "keep": False, "model": False})


def answers(_: Sequence[DocumentHead]) -> Iterator[Asked]:
    for question in ("How large is the average raise for 2026?", "Whom do we plan to acquire?"):
        yield posted("/ask", {"question": question, "keep": False, "model": False})


def others_runs(_: Sequence[DocumentHead]) -> Iterator[Asked]:
    yield api("/runs")
    yield get("/runs")
    yield from of_run(UNKNOWN)
    yield api(f"/uploads/{UNKNOWN}")
    yield api("/uploads")


def of_run(run: str) -> Iterator[Asked]:
    """Every address of one run."""
    for rest in ("", "/verification", "/receipt", "/export", "/export?form=docx", "/events"):
        yield api(f"/runs/{run}{rest}")
    yield get(f"{API}/runs/{run}/events", {"headers": {"last-event-id": "1"}})
    yield posted(f"/runs/{run}/stop", {})
    yield posted(f"/runs/{run}/feedback", {"says": "wrong_source"})
    for rest in ("", "/steps", "/answer.md", "/answer.docx"):
        yield get(f"/runs/{run}{rest}")
    yield Asked("POST", f"/runs/{run}/stop", {"data": {}})
    yield Asked("POST", f"/runs/{run}/feedback", {"data": {"says": "wrong_source"}})


ROWS: Mapping[str, Rows] = {
    "acc-01": found,
    "acc-03": counted,
    "acc-04": shown_in_part,
    "acc-05": lists,
    "acc-06": suggested,
    "acc-07": terms,
    "acc-08": explained,
    "acc-18": read,
    "acc-19": pictured,
    "acc-20": originals,
    "acc-21": citations,
    "acc-24": others_runs,
    "acc-25": answers,
    "acc-28": broken,
    "acc-30": why_not_found,
    "acc-31": reports,
    "acc-42": twins,
}
