"""A document's versions: read as of a day, compared, and told of where a quotation is of an earlier one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.errors import BadInput, BadQuery, UnknownDocument
from belegg.library.library import Library
from belegg.records import OWNER, Principal, Scope
from library.ingesting import write

pytestmark = pytest.mark.req("ING-12")

EVERYTHING = Scope(OWNER)
STAFF = Scope(Principal.signed_in("staff", ["staff"]))
PAGE = """---
title: Home office
access: [{access}]
date: {date}
---
# Home office

## Days

You may work from home {days} days a week. Agree on the days with your manager.

{abroad}## Equipment

A screen and a chair are paid for.
"""
ABROAD = "## Abroad\n\nWorking from abroad is not allowed.\n\n"


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    """A page in two versions, the first of which only the board may read, and a page without a date."""
    folder = tmp_path / "wiki"
    write(folder / "home.md", PAGE.format(access="board", date="2025-01-01", days="two", abroad=ABROAD))
    write(folder / "lamps.md", "---\naccess: [staff, board]\n---\n# Lamps\n\nThe lamps are green.\n")
    with Library.open(tmp_path / "b.db", create=True) as opened:
        opened.ingest(folder)
        write(
            folder / "home.md", PAGE.format(access="staff, board", date="2026-03-01", days="three", abroad="")
        )
        opened.ingest(folder)
        yield opened


def test_reading_as_of_a_day_gives_the_version_that_was_the_newest_then(library: Library) -> None:
    then = library.read("home.md", EVERYTHING, as_of="2026-02-28")
    now = library.read("home.md", EVERYTHING, as_of="2026-03-01")

    assert ("two days" in then.text, then.version, then.current) == (True, 1, False)
    assert then.chosen == "version 1, the newest on 2026-02-28 (published 2025-01-01)"
    assert ("three days" in now.text, now.version, now.current) == (True, 2, True)
    assert library.read("home.md", EVERYTHING).chosen == ""


def test_a_document_without_a_date_is_as_old_as_any_day_and_says_so(library: Library) -> None:
    read = library.read("lamps.md", EVERYTHING, as_of="2001-01-01")

    assert read.version == 1
    assert "the newest on 2001-01-01 (taken in " in read.chosen
    assert read.chosen.endswith(", the first that is here)")


def test_a_day_before_the_first_version_is_refused_with_its_date(library: Library) -> None:
    with pytest.raises(
        BadInput, match=r"as old as 2024-12-31; the oldest is version 1 \(published 2025-01-01\)"
    ):
        library.read("home.md", EVERYTHING, as_of="2024-12-31")


@pytest.mark.parametrize("given", ["2026-02-30", "2026-13-01", "2026", "2026-05", "tomorrow", "", "20260101"])
def test_what_is_no_day_is_refused(library: Library, given: str) -> None:
    with pytest.raises(BadQuery, match="is no day"):
        library.scope(OWNER, as_of=given)
    with pytest.raises(BadQuery, match="is no day"):
        library.read("home.md", EVERYTHING, as_of=given)


@pytest.mark.parametrize("given", ["2026-13", "2026-02-30", "0000"])
def test_a_since_or_until_that_is_in_no_calendar_is_refused(library: Library, given: str) -> None:
    for name in ("since", "until"):
        with pytest.raises(BadQuery, match="is no date"):
            library.scope(OWNER, **{name: given})


def test_a_day_and_a_version_together_are_refused(library: Library) -> None:
    with pytest.raises(BadInput, match="give one of them"):
        library.read("home.md", EVERYTHING, as_of="2026-01-01", version=1)


@pytest.mark.req("SEA-6")
def test_a_search_on_a_day_finds_what_was_valid_and_names_what_had_another_text(library: Library) -> None:
    found = library.search("days lamps", library.scope(OWNER, as_of="2025-06-01"))

    assert [hit.document.source for hit in found.hits] == ["wiki/lamps.md"]
    assert [note.text for note in found.notes if note.stage == "as of"] == [
        "1 document without a date counts as valid on 2025-06-01",
        "`wiki/home.md` is left out: its text on 2025-06-01 was an earlier one; "
        "`belegg read wiki/home.md --version 1`",
    ]


@pytest.mark.req("SEA-4")
def test_an_earlier_version_that_the_asker_may_not_read_is_not_spoken_of(library: Library) -> None:
    scope = library.scope(STAFF.principal, as_of="2025-06-01")

    assert [n.text for n in library.search("days", scope).notes if "home.md" in n.text] == []
    with pytest.raises(BadInput, match="before version 2 to compare"):
        library.diff("home.md", STAFF)
    with pytest.raises(BadInput, match="has no version 1"):
        library.diff("home.md", STAFF, old=1)
    with pytest.raises(BadInput, match="as old as 2025-06-01"):
        library.read("home.md", STAFF, as_of="2025-06-01")
    draft = 'It says "You may work from home two days a week".'
    assert library.check(draft, STAFF).claims[0].today is None


def test_a_diff_is_of_the_last_two_versions_and_tells_their_dates(library: Library) -> None:
    found = library.diff("home.md", EVERYTHING)

    assert (found.old.number, found.old.told) == (1, "published 2025-01-01")
    assert (found.new.number, found.new.told) == (2, "published 2026-03-01")
    assert [(c.kind, c.path) for c in found.changes] == [
        ("changed", ("Home office", "Days")),
        ("removed", ("Home office",)),
        ("removed", ("Home office", "Abroad")),
    ]
    assert [r.text for r in found.changes[0].runs if r.kind != "same"] == ["two", "three"]
    assert found.unchanged_after == 2


def test_a_diff_goes_both_ways(library: Library) -> None:
    back = library.diff("home.md", EVERYTHING, old=2, new=1)

    assert [c.kind for c in back.changes] == ["changed", "added", "added"]


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("lamps.md", None, None, "before version 1 to compare"),
        ("home.md", None, 1, "before version 1 to compare"),
        ("home.md", 2, None, "compared with itself"),
        ("home.md", 7, None, "has no version 7; its newest is 2"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    library: Library, name: str, old: int | None, new: int | None, said: str
) -> None:
    with pytest.raises(BadInput, match=said):
        library.diff(name, EVERYTHING, old=old, new=new)


def test_a_document_that_the_asker_may_not_read_has_no_diff(library: Library) -> None:
    with pytest.raises(UnknownDocument):
        library.diff("home.md", Scope(Principal.signed_in("kari", [])))


def test_a_quotation_of_an_earlier_version_comes_with_todays_wording(library: Library) -> None:
    [claim] = library.check('It says "You may work from home two days a week".', EVERYTHING).claims

    assert "it stands in version 1 (published 2025-01-01); the document has changed since" in claim.note
    assert claim.today is not None
    assert (
        claim.today.text == "You may work from home three days a week. Agree on the days with your manager."
    )
    assert (claim.today.version, claim.today.told) == (2, "published 2026-03-01")
    newest = library.read("home.md", EVERYTHING).text
    assert claim.today.span is not None
    assert newest[claim.today.span.start : claim.today.span.end] == claim.today.text


def test_a_quotation_whose_paragraph_is_gone_is_told_so(library: Library) -> None:
    [claim] = library.check('It says "Working from abroad is not allowed".', EVERYTHING).claims

    assert claim.today is not None
    assert (claim.today.version, claim.today.text, claim.today.span) == (2, None, None)


def test_a_quotation_of_the_newest_version_has_no_other_wording(library: Library) -> None:
    [claim] = library.check('It says "You may work from home three days a week".', EVERYTHING).claims

    assert claim.today is None


# ---------------------------------------------------------------- what replaced what


RULES = """---
title: Rules {year}
access: [{access}]
date: {year}-01-01
{said}
---
# Rules {year}

A kilometre in a car of your own is paid with {rate} kroner.
"""


@pytest.fixture
def rules(tmp_path: Path) -> Iterator[Library]:
    """Rules of two years, each naming the other; the older names a third that only the board reads."""
    folder = tmp_path / "rules"
    old = "valid_to: 2025-12-31\nreplaced_by: ../rules/rules-2026.md\nsupersedes: Rules 2022"
    write(folder / "rules-2024.md", RULES.format(year=2024, access="staff", rate=4, said=old))
    write(
        folder / "rules-2026.md",
        RULES.format(year=2026, access="staff", rate=5, said="replaces: rules-2024.md"),
    )
    write(
        folder / "rules-2022.md",
        RULES.format(year=2022, access="board", rate=3, said="erstattet av: nothing.md"),
    )
    with Library.open(tmp_path / "r.db", create=True) as opened:
        opened.ingest(folder)
        yield opened


def told(library: Library, name: str, scope: Scope) -> list[str]:
    return [str(one) for one in library.read(name, scope).succession]


def test_a_document_says_what_replaced_it_and_what_it_replaced_where_that_can_be_read(rules: Library) -> None:
    newer = "replaced by rules/rules-2026.md (published 2026-01-01)"

    assert told(rules, "rules-2024.md", STAFF) == [newer]
    assert told(rules, "rules-2024.md", EVERYTHING) == [
        newer,
        "replaces rules/rules-2022.md (published 2022-01-01)",
    ]
    assert told(rules, "rules-2026.md", STAFF) == ["replaces rules/rules-2024.md (published 2024-01-01)"]
    assert told(rules, "rules-2022.md", EVERYTHING) == []


def test_a_search_on_a_day_says_what_replaced_what_it_found(rules: Library) -> None:
    scope = rules.scope(STAFF.principal, as_of="2025-06-01")

    hits = rules.search("kilometre", scope)

    assert [hit.document.source for hit in hits.hits] == ["rules/rules-2024.md"]
    told = "`rules/rules-2024.md`: replaced by rules/rules-2026.md (published 2026-01-01)"
    assert told in [note.text for note in hits.notes]
    assert told in [note.text for note in rules.notes_of_the_day(scope)]
    assert "replaced by" not in str(rules.search("kilometre", STAFF).notes)


def test_a_name_that_several_documents_have_says_nothing(rules: Library, tmp_path: Path) -> None:
    write(tmp_path / "more" / "rules-2026.md", RULES.format(year=2026, access="staff", rate=6, said="x: y"))
    write(
        tmp_path / "rules" / "rules-2024.md",
        RULES.format(year=2024, access="staff", rate=4, said="replaced_by: Rules 2026"),
    )
    rules.ingest(tmp_path / "rules")
    rules.ingest(tmp_path / "more")

    assert told(rules, "rules/rules-2024.md", STAFF) == []
