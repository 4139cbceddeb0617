"""The four catalogues say the same things, and figures and dates as their languages do."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from belegg.serving.web.catalogue import LANGUAGES, Catalogue, catalogue, language_wanted
from belegg.serving.web.looks import HERE

PLACES = re.compile(r"\{(\w*)\}")
OTHERS = [code for code in LANGUAGES if code != "en"]


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.req("FAC-3")
@pytest.mark.parametrize("code", OTHERS)
def test_every_language_has_the_same_texts_with_the_same_places(code: str) -> None:
    english, other = catalogue("en").texts, catalogue(code).texts

    assert set(english) == set(other)
    assert {key for key in english if places(english[key]) != places(other[key])} == set()
    assert [key for key, text in other.items() if not text.strip()] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_text_that_counts_has_one_for_one_and_one_for_several(code: str) -> None:
    texts = catalogue(code).texts

    assert [key for key in texts if key.endswith(".one") and f"{key[:-4]}.other" not in texts] == []
    assert [key for key in texts if key.endswith(".other") and f"{key[:-6]}.one" not in texts] == []


def test_every_text_that_a_page_names_is_there() -> None:
    texts = catalogue("en").texts
    named = {
        key
        for template in (HERE / "templates").glob("*.html")
        for key in re.findall(r"\bt\('([a-z_.]+)'[,)]", template.read_text(encoding="utf-8"))
    }
    counted = {
        key
        for template in (HERE / "templates").glob("*.html")
        for key in re.findall(r"\bn\('([a-z_.]+)',", template.read_text(encoding="utf-8"))
    }

    assert named - set(texts) == set()
    assert {f"{key}.one" for key in counted} - set(texts) == set()


def test_no_text_says_what_we_do_not_say() -> None:
    english = " ".join(catalogue("en").texts.values()).casefold()

    for word in ("chunk", "snippet", "collection", "hallucination", " ai ", "confidence score", "!", "sorry"):
        assert word not in english, word


@pytest.mark.parametrize(
    ("code", "date", "number"),
    [
        ("en", "30 November 2026", "12,345.5"),
        ("nb", "30. november 2026", "12\u00a0345,5"),
        ("sv", "30 november 2026", "12\u00a0345,5"),
        ("fi", "30. marraskuuta 2026", "12\u00a0345,5"),
    ],
)
def test_dates_and_figures_are_told_as_the_language_does(code: str, date: str, number: str) -> None:
    words = catalogue(code)

    assert words.date("2026-11-30") == date
    assert words.date("2026-11-30T09:12:00Z") == date
    assert words.number(12345.5, 1) == number


def test_a_date_that_is_not_whole_is_told_as_far_as_it_goes() -> None:
    assert catalogue("en").date("2025-05") == "May 2025"
    assert catalogue("fi").date("2025-05") == "toukokuu 2025"
    assert catalogue("en").date("2025") == "2025"
    assert catalogue("en").date("summer of 2025") == "summer of 2025"
    assert catalogue("en").date("2025-99-01") == "2025-99-01"


@pytest.mark.parametrize(
    ("cookie", "accepted", "code"),
    [
        ("sv", "fi,en", "sv"),
        (None, "fi;q=0.9,en", "fi"),
        (None, "no,en", "nb"),
        (None, "nn-NO", "nb"),
        (None, "de,fr", "en"),
        ("xx", "", "en"),
    ],
)
def test_the_language_is_the_chosen_one_else_the_browsers(
    cookie: str | None, accepted: str, code: str
) -> None:
    assert language_wanted(cookie, accepted) == code


def test_a_value_is_never_read_as_a_place() -> None:
    assert Catalogue("en", {"a.b": "Read {title}"}).say("a.b", title="{0.__class__} {x}") == (
        "Read {0.__class__} {x}"
    )
