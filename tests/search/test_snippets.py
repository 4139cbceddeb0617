"""Snippets show the words where they stand closest together, marked, never cut."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.search.snippets import Marker, Match
from belegg.testing.shelf import ANALYSER, Shelf

FILLER = " ".join(f"filler{chr(97 + n % 26)}" for n in range(60))


def marker(*words: str, length: int = 32) -> Marker:
    matches = {f"en:{word}": Match(n, 1.0) for n, word in enumerate(words)}
    return Marker(matches, ("«", "»"), length, ANALYSER)


@pytest.mark.req("SEA-5")
def test_inflected_forms_compounds_and_codes_are_marked_whole(shelf: Shelf) -> None:
    shelf.put("nb", "Oppsigelser: oppsigelsesfristen i POL-358 gjelder.", language="nb")

    assert shelf.search("oppsigelse POL-358").hits[0].snippet == (
        "«Oppsigelser»: «oppsigelsesfristen» i «POL-358» gjelder."
    )


@pytest.mark.req("SEA-5")
def test_the_window_holds_the_words_where_they_stand_closest_together() -> None:
    text = f"notice {FILLER} period {FILLER} the notice and the period end {FILLER} notice"

    shown = marker("notic", "period").snippet(text, "en").text

    assert "the «notice» and the «period» end" in shown
    assert shown.startswith("… ")
    assert shown.endswith(" …")


@pytest.mark.req("SEA-5")
def test_a_snippet_has_about_thirty_two_words() -> None:
    shown = marker("notic").snippet(f"{FILLER} notice {FILLER}", "en").text

    assert len(re.findall(r"\w+", shown)) == 32


@pytest.mark.req("SEA-5")
def test_a_snippet_begins_with_the_sentence_when_that_fits() -> None:
    text = f"{FILLER}. Our rule on notice is short. {FILLER}"

    assert marker("notic").snippet(text, "en").text.startswith("… Our rule on «notice» is short.")


@pytest.mark.req("SEA-5")
def test_a_short_passage_is_shown_whole_in_one_line() -> None:
    shown = marker("notic").snippet("The notice\n\n  period (30 days).", "en")

    assert shown.text == "The «notice» period (30 days)."


@pytest.mark.req("SEA-5")
def test_quotation_marks_of_the_text_are_no_marks_of_a_search() -> None:
    shown = marker("notic").snippet("It says «nobody pays twice» when notice is given.", "en")

    assert shown.text == "It says «nobody pays twice» when «notice» is given."
    assert [shown.text[span.start : span.end] for span in shown.marked] == ["notice"]


@pytest.mark.req("SEA-5")
def test_a_passage_found_by_its_title_alone_shows_its_beginning() -> None:
    shown = marker("absent").snippet(f"First of all {FILLER}", "en").text

    assert shown.startswith("First of all ")
    assert "«" not in shown


@pytest.mark.req("SEA-5")
def test_marks_are_a_setting(shelf: Shelf) -> None:
    shelf.put("a", "The notice period.")

    assert shelf.search("notice", marks=("<b>", "</b>")).hits[0].snippet == "The <b>notice</b> period."


@given(
    st.lists(
        st.sampled_from(["notice", "period", "POL-358", "x", "day's", "a.", "b\n", "(c)", "İş"]), max_size=90
    ),
    st.integers(1, 40),
)
def test_without_its_marks_a_snippet_is_a_piece_of_the_text(words: list[str], length: int) -> None:
    text = " ".join(words)
    snippet = marker("notic", "period", length=length).snippet(text, "en")
    shown = snippet.text

    assert [shown[s.start : s.end] for s in snippet.marked] == re.findall("«(.*?)»", shown)
    plain = shown.removeprefix("… ").removesuffix(" …").replace("«", "").replace("»", "")
    assert plain in " ".join(text.split())
    assert shown.count("«") == shown.count("»")
    for marked in re.findall("«(.*?)»", shown):
        assert marked in ("notice", "period")


@pytest.mark.req("SEA-5", "SEA-3")
def test_the_snippet_of_a_section_that_was_named_marks_no_word_of_its_name(shelf: Shelf) -> None:
    text = f"Fristen er tre uker. {FILLER} jf. § 3-4 i arbeidsloven om arbeid."
    shelf.put("act", ("§ 3-4", ("§ 3-4 Frist",), text), title="Arbeidsloven", language="nb")

    snippets = [
        shelf.search(query).hits[0].snippet for query in ("arbeidsloven § 3-4", "frist arbeidsloven § 3-4")
    ]

    assert snippets[0].startswith("Fristen er tre uker. filler")
    assert snippets[1].startswith("«Fristen» er tre uker. filler")
    assert not any("«3" in snippet or "«arbeid" in snippet for snippet in snippets)


@pytest.mark.req("SEA-5")
def test_a_snippet_shows_what_a_reader_sees_without_marks_addresses_or_the_heading_above(
    shelf: Shelf,
) -> None:
    shelf.put(
        "a",
        (
            None,
            ("Leave",),
            "## Leave\n\nSee the [**leave** policy](leave-policy.md#leave).\n\n- Sixteen weeks",
        ),
    )

    assert shelf.search("leave").hits[0].snippet == "See the «leave» policy. • Sixteen weeks"
