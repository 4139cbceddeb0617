"""Where the words of a page stand: kept with its version, read by those who may read that version."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from belegg.records import DocumentId, PageReport, Principal, Scope, document_id
from belegg.seams import Store
from belegg.stores.sqlite import SqliteStore
from belegg.testing import incoming
from stores.stocked import EVERYTHING, put

DOCUMENT = document_id("documents", "r/a")


def layout(
    store: Store, page: int, version: int | None = None, scope: Scope = EVERYTHING, of: DocumentId = DOCUMENT
) -> bytes | None:
    with store.reading(scope) as reader:
        return reader.page_layout(of, page, version)


def held_by(*groups: str) -> Scope:
    return Scope(Principal("somebody", frozenset(groups)))


@pytest.mark.req("ING-5")
def test_a_layout_comes_back_byte_for_byte_and_text_comes_without_it(store: Store) -> None:
    given = incoming("r/a", "one", "unplaced two", "three")
    noise = bytes(range(256)) * 40
    pages = tuple(
        replace(page, layout=noise if page.number == 3 else page.layout) for page in given.document.pages
    )
    put(store, replace(given, document=replace(given.document, pages=pages)))

    assert [layout(store, page) for page in (1, 2, 3, 4, 0)] == [b"layout of one", None, noise, None, None]
    with store.reading(EVERYTHING) as reader:
        text = reader.text(DOCUMENT)
    assert text is not None
    assert [(p.width, p.height, p.layout) for p in text.pages] == [(595.0, 842.0, b"")] * 3


@pytest.mark.req("ING-12")
def test_each_version_has_the_layouts_it_came_with(store: Store) -> None:
    put(store, incoming("r/a", "one", "two"))
    put(store, incoming("r/a", "one and a half"))

    assert [layout(store, 1, version) for version in (1, 2, 3, None)] == [
        b"layout of one",
        b"layout of one and a half",
        None,
        b"layout of one and a half",
    ]
    assert layout(store, 2, 1) == b"layout of two"
    assert layout(store, 2) is None


def test_the_same_text_read_again_has_the_layouts_of_its_last_reading(store: Store) -> None:
    given = incoming("r/a", "one", "two")
    put(store, given)
    first, second = given.document.pages
    seen = (replace(first, layout=b""), replace(second, layout=b"seen better"))
    put(store, replace(given, document=replace(given.document, pages=seen)))

    assert [layout(store, 1), layout(store, 2)] == [None, b"seen better"]


def test_a_retired_document_keeps_its_layouts_and_a_forgotten_one_does_not(store: Store) -> None:
    put(store, incoming("r/a", "one"), incoming("r/b", "one"))
    with store.writing("test") as writer:
        writer.retire(DOCUMENT)
    assert layout(store, 1) == b"layout of one"

    store.forget(DOCUMENT)

    assert layout(store, 1) is None
    assert layout(store, 1, of=document_id("documents", "r/b")) == b"layout of one"


@pytest.mark.req("ING-4")
def test_a_layout_is_as_closed_as_the_text_of_its_version(store: Store) -> None:
    put(store, incoming("r/a", "the secret", access=["staff"]))
    put(store, incoming("r/a", "redacted", access=["all", "staff"]))

    assert layout(store, 1, 1, held_by("all")) is None
    assert layout(store, 1, None, held_by("all")) == b"layout of redacted"
    assert layout(store, 1, 1, held_by("staff")) == b"layout of the secret"
    assert layout(store, 1, None, held_by()) is None
    assert layout(store, 1, of=document_id("documents", "r/none")) is None


@pytest.mark.req("ING-4")
def test_a_list_that_only_an_earlier_version_is_under_is_not_given_to_others(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "library.db")
    put(store, incoming("r/b", "other", access=["all"]), incoming("r/a", "the secret", access=["board"]))
    put(store, incoming("r/a", "redacted", access=["all"]))

    store.compact()
    put(store, incoming("r/c", "new", access=["staff"]))

    for scope in (held_by("staff"), held_by("all"), held_by("all", "staff")):
        with store.reading(scope) as reader:
            assert reader.text(DOCUMENT, 1) is None
    with store.reading(held_by("all", "board")) as reader:
        assert reader.text(DOCUMENT, 1) is not None
    assert all(checked.sound for checked in store.health())


def test_recognised_text_keeps_its_confidence(store: Store) -> None:
    given = incoming("r/a", "one", "two")
    passages = [
        replace(given.passages[0], confidence=0.25, kind="footnote", section="note 3"),
        given.passages[1],
    ]
    put(store, replace(given, passages=passages))

    with store.reading(EVERYTHING) as reader:
        assert reader.passages_of(DOCUMENT) == passages
        assert reader.passages(reader.keys_of(DOCUMENT, "note 3")) == passages[:1]


def test_a_report_keeps_what_became_of_each_page(store: Store) -> None:
    given = incoming("r/a", "one")
    pages = (
        PageReport(1, "iv", 3, furniture=2, ocr=0.5),
        PageReport(2, hidden=7, pictures=1, note="a picture alone"),
    )
    put(store, replace(given, report=replace(given.report, page_reports=pages)))

    with store.reading(EVERYTHING) as reader:
        [(_, report)] = reader.reports()
    assert report.page_reports == pages


def test_a_report_of_an_older_or_a_newer_belegg_is_read(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    store = SqliteStore(path)
    given = incoming("r/a", "one")
    put(store, replace(given, report=replace(given.report, page_reports=(PageReport(1, "iv", 3),))))
    put(store, incoming("r/b", "one"))
    store.close()
    other = apsw.Connection(str(path))
    newer = "json_insert(report, '$.colour', 'red', '$.page_reports[0][#]', 'more')"
    other.execute(f"UPDATE sources SET report = {newer} WHERE source = 'r/a'")
    older = "json_remove(report, '$.page_reports')"
    other.execute(f"UPDATE sources SET report = {older} WHERE source = 'r/b'")
    other.close()

    with SqliteStore(path).reading(EVERYTHING) as reader:
        assert [r.page_reports for _, r in reader.reports()] == [(PageReport(1, "iv", 3),), ()]


def test_a_backup_and_a_compacted_library_hold_the_layouts(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "library.db")
    put(store, incoming("r/a", "one"))
    store.backup(tmp_path / "copy.db")
    store.compact()

    assert layout(store, 1) == layout(SqliteStore(tmp_path / "copy.db"), 1) == b"layout of one"
