"""A document whose file is gone: nothing finds it, and old quotations of it can still be checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg import Library
from belegg.errors import BadInput, UnknownDocument
from belegg.records import Scope
from library.ingesting import groups, write
from library.packing import OWNERS, found

pytestmark = pytest.mark.req("ING-12", "FAC-6")

HR, SALES = groups("hr", "everyone"), groups("sales", "everyone")
FIRST = "You may work from home two days a week."
SECOND = "You may work from home three days a week."


def page(text: str, access: str = "hr") -> str:
    return (
        f"---\ntitle: Home office\naccess: [{access}]\nvalid_from: 2025-01-01\n---\n# Home office\n\n{text}\n"
    )


@pytest.fixture
def gone(library: Library, tmp_path: Path) -> Library:
    """A page in two versions for hr, whose file is gone, and another page for all."""
    home = write(tmp_path / "wiki" / "home.md", page(FIRST))
    write(tmp_path / "wiki" / "lamps.md", "---\naccess: everyone\n---\n# Lamps\n\nThey are lit.\n")
    library.ingest(tmp_path / "wiki")
    write(home, page(SECOND))
    library.ingest(tmp_path / "wiki")
    home.unlink()
    library.ingest(tmp_path / "wiki", allow_removals=True)
    return library


def test_it_is_read_by_name_and_day_by_who_could_read_it(gone: Library) -> None:
    document = gone.removed(HR)[0]

    for name in ("home.md", "wiki/home.md", document.id, "Home office"):
        assert SECOND in gone.read(name, HR).text
    assert FIRST in gone.read("home.md", HR, version=1).text
    assert document.removed_at == gone.read("home.md", HR).document.removed_at != ""
    assert "wiki/home.md" not in [head.source for head in gone.documents(HR)]
    assert gone.read("home.md", HR, as_of="2025-06-01").version in (1, 2)
    assert gone.diff("home.md", HR).changes


def test_to_everybody_else_it_is_as_if_it_had_never_been(gone: Library) -> None:
    for who in (SALES, groups()):
        assert gone.removed(who) == []
        with pytest.raises(UnknownDocument) as unknown:
            gone.read("home.md", who)
        assert str(unknown.value) == str(UnknownDocument("home.md"))
        claims = gone.check(f'It says "{SECOND}" (home.md).', who).claims
        never = gone.check(f'It says "{SECOND}" (rome.md).', who).claims
        assert (claims[0].quote, claims[0].check) == (None, never[0].check)


@pytest.mark.parametrize("draft", ['It says "{}".', 'It says "{}" (home.md).'])
@pytest.mark.parametrize("quotation", [FIRST, SECOND])
def test_a_quotation_of_it_is_found_and_told_that_it_was_removed(
    gone: Library, draft: str, quotation: str
) -> None:
    claim = gone.check(draft.format(quotation), HR).claims[0]

    assert claim.check.status == "exact"
    assert claim.quote is not None
    assert claim.quote.document.source == "wiki/home.md"
    assert claim.note.startswith("the document was removed on 20")
    assert claim.today is None


def test_a_document_that_is_there_is_quoted_before_one_that_is_gone(gone: Library, tmp_path: Path) -> None:
    write(tmp_path / "wiki" / "new.md", page(SECOND))
    gone.ingest(tmp_path / "wiki")

    claim = gone.check(f'It says "{SECOND}".', HR).claims[0]

    assert claim.quote is not None
    assert (claim.quote.document.source, claim.note) == ("wiki/new.md", "")


def test_no_search_finds_it_and_it_moves_no_count(gone: Library) -> None:
    assert found(gone, "home office", HR) == found(gone, "home office") == []
    assert gone.search("lamps", HR).hits == gone.search("lamps", SALES).hits
    with pytest.raises(UnknownDocument):
        gone.scope(HR.principal, documents=["home.md"])


def test_it_is_closed_like_others_by_limits_rules_and_defaults(gone: Library, tmp_path: Path) -> None:
    assert gone.limit_access("wiki/home.md", ["board"]).closed == 1
    assert gone.removed(HR) == []

    gone.limit_access("wiki/home.md", None)
    gone.ingest(tmp_path / "wiki")
    assert gone.removed(HR) == []  # nobody can look at the file, so nothing opens it


def test_new_rules_of_an_ingest_close_it(gone: Library, tmp_path: Path) -> None:
    gone.ingest(tmp_path / "wiki", access=write(tmp_path / "rules.tsv", "\tboard\n"))

    assert gone.removed(HR) == []
    assert [head.source for head in gone.removed(OWNERS)] == ["wiki/home.md"]


def test_a_file_that_comes_back_is_searched_again(gone: Library, tmp_path: Path) -> None:
    write(tmp_path / "wiki" / "home.md", page(SECOND))

    gone.ingest(tmp_path / "wiki")

    assert gone.removed(HR) == []
    assert found(gone, "home office", HR) == ["wiki/home.md"]
    assert gone.document("home.md", HR).removed_at is None


def test_what_is_forgotten_is_gone_for_good(gone: Library) -> None:
    gone.forget(gone.document("home.md", OWNERS, removed=True).id)

    assert gone.removed(OWNERS) == []
    assert gone.check(f'It says "{SECOND}".', OWNERS).claims[0].quote is None


def test_a_name_that_several_removed_documents_answer_to_is_told(gone: Library, tmp_path: Path) -> None:
    write(tmp_path / "wiki" / "old" / "home.md", page(FIRST))
    gone.ingest(tmp_path / "wiki")
    (tmp_path / "wiki" / "old" / "home.md").unlink()
    gone.ingest(tmp_path / "wiki", allow_removals=True)

    with pytest.raises(BadInput, match=r"`home\.md` fits 2 documents"):
        gone.read("home.md", HR)
    with pytest.raises(UnknownDocument):
        gone.read("home.md", Scope(SALES.principal))
