"""Which document `check` names beside a quotation that stands nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.library.check import CheckedClaim, is_near
from belegg.library.library import Library
from belegg.records import OWNER, Scope

PAGES = {
    "lease.md": "# Lease\n\nThe landlord shall repair the roof within three weeks of a written notice.\n",
    "newsletter.md": "# News\n\nThe laundry in the cellar opens again on Monday, and the roof is green.\n",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("house")
    for name, text in PAGES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "rules.tsv").write_text("lease\tboard\nnewsletter\tall\n", encoding="utf-8")
    file = folder / "belegg.db"
    with Library.open(file, create=True) as library:
        library.ingest(folder, access=folder / "rules.tsv")
    return file


def only_claim(house: Path, draft: str, *documents: str) -> CheckedClaim:
    with Library.open(house) as library:
        scope = Scope(OWNER, documents=tuple(library.document(name, Scope(OWNER)).id for name in documents))
        return library.check(draft, scope).claims[0]


@pytest.mark.req("ANS-1")
def test_a_quotation_with_one_other_word_is_told_where_it_nearly_stands(house: Path) -> None:
    claim = only_claim(house, 'It says "The landlord shall repair the roof within four weeks".')

    assert claim.check.status == "not found"
    assert claim.note.endswith("lease.md`: the source has `three` where the quotation has `four`")


@pytest.mark.req("ANS-1")
def test_a_text_that_shares_a_word_or_two_is_no_nearest(house: Path) -> None:
    claim = only_claim(house, 'It says "The landlord shall repair the roof in time".', "newsletter.md")

    assert claim.check.status == "not found"
    assert claim.note == ""


def test_the_document_that_the_draft_names_is_always_told_about(house: Path) -> None:
    claim = only_claim(house, 'It says "Cats must wash every window twice a year" (newsletter.md).')

    assert "newsletter.md`: the source does not have" in claim.note


@given(st.integers(3, 60))
def test_the_words_that_must_agree_grow_with_the_quotation(count: int) -> None:
    quotation = " ".join(["word"] * count)
    least = next(agreed for agreed in range(count + 1) if is_near(quotation, agreed))

    assert min(3, count - 1) <= least <= count
    assert is_near(quotation, count)
    assert 4 * least >= count
