"""A report is found by its own number wherever a document is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg.errors import BadInput, UnknownDocument
from belegg.library.library import Library
from belegg.records import OWNER, Scope

ANYONE = Scope(OWNER)
FUNDING = (
    "---\nreport_number: S/2025/109\n---\n# Funding of the force\n\nThe force receives schools and wells.\n"
)
REVISED = "---\nreport_number: S/2025/109/Rev.1\n---\n# Funding, revised\n\nThe force receives wells alone.\n"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("reports")
    (folder / "n1.md").write_text(FUNDING, encoding="utf-8")
    (folder / "n2.md").write_text(REVISED, encoding="utf-8")
    library = Library.open(folder / "belegg.db", create=True)
    library.ingest(folder)
    return library


@pytest.mark.req("SEA-2", "ING-9")
@pytest.mark.parametrize("written", ["S/2025/109", "s-2025-109", "S_2025_109", "UN Doc. S/2025/109"])
def test_a_report_is_read_reported_and_searched_by_its_number(library: Library, written: str) -> None:
    scope = library.scope(OWNER, documents=[written])

    assert library.read(written, ANYONE).document.source.endswith("n1.md")
    assert library.reports(ANYONE, written)[0][1].source.endswith("n1.md")
    assert [hit.document.source[-5:] for hit in library.search("force receives", scope).hits] == ["n1.md"]


def test_a_revision_is_another_document(library: Library) -> None:
    assert library.read("S/2025/109 Rev. 1", ANYONE).document.source.endswith("n2.md")
    with pytest.raises(UnknownDocument):
        library.read("S/2025/109/Rev.2", ANYONE)


@pytest.mark.req("ANS-1")
def test_a_draft_names_a_report_by_its_number(library: Library) -> None:
    right, wrong = library.check(
        '"The force receives schools and wells" (S/2025/109). '
        '"The force receives wells alone" (UN Doc. S-2025-109).',
        ANYONE,
    ).claims

    assert right.is_right
    assert [one.what for one in wrong.misnamed] == ["document"]


def test_a_number_of_several_documents_is_asked_back(tmp_path: Path) -> None:
    for name in ("en.md", "fr.md"):
        (tmp_path / name).write_text(FUNDING, encoding="utf-8")
    with Library.open(tmp_path / "belegg.db", create=True) as library:
        library.ingest(tmp_path)

        with pytest.raises(BadInput, match="fits 2 documents"):
            library.read("S-2025-109", ANYONE)
