"""Text is stored, searched and asked in one form, and no letter is folded."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.text.normalise import normalise, normalise_document

INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\u061c\u202a\u202e\u2066\u2069"


@pytest.mark.req("ING-14")
@pytest.mark.parametrize("letter", "åäöøæÅÄÖØÆßéčðþłñа")
def test_a_letter_stays_the_letter_it_is(letter: str) -> None:
    assert normalise(letter) == letter
    assert normalise_document(letter)[0] == letter


@pytest.mark.req("ING-14")
@pytest.mark.parametrize("char", INVISIBLE)
def test_what_cannot_be_seen_is_taken_out(char: str) -> None:
    assert normalise(f"opp{char}sigelse") == "oppsigelse"
    assert normalise_document(f"opp{char}sigelse")[0] == "oppsigelse"


@pytest.mark.req("ING-14")
def test_decomposed_letters_become_the_letters_people_type() -> None:
    assert normalise(unicodedata.normalize("NFD", "åpningstid på Ærøskøbing")) == "åpningstid på Ærøskøbing"


@pytest.mark.req("ING-14")
def test_a_ligature_of_a_printed_page_becomes_the_letters_people_type() -> None:
    assert normalise("oﬃsiell ﬁnansiering, ﬂyt") == "offisiell finansiering, flyt"
    assert normalise_document("oﬃsiell ﬁnansiering")[0] == "offisiell finansiering"
    assert normalise_document("oﬃsiell ﬁnansiering")[1].counts == {"ligatures": 2}


@pytest.mark.req("ING-14")
def test_a_zero_width_joiner_does_not_keep_a_letter_apart_from_its_ring() -> None:
    assert normalise("a\u200d\u030a") == "å"


def test_no_break_spaces_are_spaces_in_a_question_and_stay_in_a_document() -> None:
    assert normalise("§\u00a015-7\u202fførste") == "§ 15-7 første"
    assert normalise_document("1\u00a0234 kr") == ("1\u00a0234 kr", normalise_document("")[1])


@pytest.mark.req("ING-14")
def test_the_report_is_told_what_was_changed() -> None:
    text, changes = normalise_document("o\u00adpp\u00adsigelse\u200b a\u030a\r\nto\rtre\u202e")

    assert text == "oppsigelse å\nto\ntre"
    assert changes.counts == {
        "soft hyphens": 2,
        "zero-width characters": 1,
        "direction marks": 1,
        "line ends": 2,
        "decomposed letters": 1,
    }


def test_clean_text_comes_back_the_same_and_unreported() -> None:
    text, changes = normalise_document("Ferie tas etter avtale.\nÅret har 52 uker.")

    assert text == "Ferie tas etter avtale.\nÅret har 52 uker."
    assert not changes


@given(st.text())
def test_normalising_twice_is_normalising_once(text: str) -> None:
    once, _ = normalise_document(text)

    assert normalise_document(once)[0] == once
    assert not normalise_document(once)[1]
    assert normalise(normalise(text)) == normalise(text)


@given(st.text())
def test_a_question_and_a_document_meet_in_the_same_words(text: str) -> None:
    assert normalise(normalise_document(text)[0]).split() == normalise(text).split()
