"""
The rows of `data/security/access/matrix.jsonl` that read, by HTTP and at the pages: the fixture's people ask
the same in two worlds, with the documents that are hidden from them and without.

What each is told must be equal to the byte, headers too, and neither it nor the log may hold a marker of a
document that they may not read.
"""

from __future__ import annotations

import io

import pytest

from belegg.records import Principal
from doors import API
from serving.leaks.conftest import ASKERS
from serving.leaks.leak_requests import ROWS, UNKNOWN, Asked, api, get
from serving.leaks.leak_worlds import Doors, difference, leaked, told

pytestmark = pytest.mark.req("FAC-6")
OF_DOCUMENT = (
    *("", "/text", "/versions", "/changes", "/report", "/similar"),
    *("/original", "/pages/1", "/pages/1/image"),
)


@pytest.mark.parametrize("who", ASKERS)
@pytest.mark.parametrize("row", ROWS)
def test_a_row_is_told_alike_with_and_without_what_is_hidden(
    row: str, who: str, doors: Doors, logged: io.StringIO
) -> None:
    hidden = doors.hidden(who)
    assert hidden, "somebody who may read everything proves nothing"
    for asked in ROWS[row](doors.heads):
        here = told(doors.whole.ask(who, asked))
        there = told(doors.alone[who].ask(who, asked))
        assert leaked(here.text, hidden, asked.given) == [], asked
        assert difference(here, there) is None, asked
        assert here.status < 500, asked
        assert ("cache-control", "private, no-store") in here.headers, asked
    lines = logged.getvalue()
    assert lines
    assert leaked(lines, {head.id for head in doors.heads} | {head.source for head in doors.heads}) == []
    assert "KANARI" not in lines


def test_what_is_forbidden_is_as_what_is_not_there(doors: Doors) -> None:
    for who in ASKERS:
        for head in doors.heads:
            if doors.people[who].may_read(head.access):
                continue
            for rest in OF_DOCUMENT:
                forbidden = doors.whole.ask(who, api(f"/documents/{head.id}{rest}"))
                unknown = doors.whole.ask(who, api(f"/documents/{UNKNOWN}{rest}"))
                assert forbidden.status_code == 404
                assert told(forbidden, [head.id]) == told(unknown, [UNKNOWN])
            page, none = (doors.whole.ask(who, get(f"/documents/{id}")) for id in (head.id, UNKNOWN))
            assert page.status_code == 404
            assert told(page, [head.id]) == told(none, [UNKNOWN])


def test_what_somebody_may_read_is_found_and_opened(doors: Doors) -> None:
    """Equal worlds prove nothing where everything is refused."""
    for who in ASKERS:
        may = [head for head in doors.heads if doors.people[who].may_read(head.access)]
        listed = doors.whole.ask(who, api("/documents")).json()["documents"]
        assert {each["document"] for each in listed} == {head.id for head in may}
        for head in may:
            assert doors.whole.ask(who, api(f"/documents/{head.id}/text")).status_code == 200
            assert doors.whole.ask(who, api(f"/documents/{head.id}/original")).status_code == 200
            assert head.title in doors.whole.ask(who, get(f"/documents/{head.id}")).text


def test_nobody_is_told_the_same_of_every_library(doors: Doors, people: dict[str, Principal]) -> None:
    """Who has not signed in: alive or not, and the way to the door."""
    open_ = [get(path) for path in ("/healthz", "/readyz", "/metrics", "/docs", "/", "/sign-in", "/nowhere")]
    open_ += [get(f"{API}/openapi.json"), Asked("POST", f"{API}/webhook", {"json": {}}), get("/documents")]
    for asked in (*open_, *(each for row in ROWS.values() for each in row(doors.heads[:2]))):
        here, there = (told(door.ask("", asked)) for door in (doors.whole, doors.alone["cato"]))
        assert here == there, asked
        assert leaked(here.text, doors.hidden("cato"), asked.given) == [], asked
