"""The forms of a listed word: what a stemmer parts stays together, and other languages are left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.text.inflections import SHORTEST_INFLECTED, inflections

NORDIC = ("no", "sv", "da")
words = st.text(alphabet="abdefgiklmnoprstuvyæøåäö", min_size=1, max_size=14)


@pytest.mark.req("PAC-2", "SEA-2")
@pytest.mark.parametrize(
    ("listed", "typed"),
    [
        ("utleier", "utleieren utleierens utleierne utleiere utleiarane"),
        ("utleigar", "utleigaren utleigarar utleigarane"),
        ("nabo", "naboen naboens naboer naboene naboar naboane"),
        ("hund", "hunden hundens hunder hundene hundar hundane"),
        ("barn", "barnet barnets barna"),
        ("lån", "lånet lånene låna lånets"),
        ("løn", "løna"),
        ("lønn", "lønnen lønna lønnens"),
        ("bot", "boten bota"),
        ("tre", "treet trea"),
        ("trær", "trærne"),
        ("ferie", "ferien feriens ferier feriane"),
        ("feriepenger", "feriepengar feriepengene feriepengane"),
        ("leige", "leiga leigas leiger"),
        ("dom", "dommen dommens dommer domar"),
        ("regel", "regelen regler reglene reglar reglane"),
        ("dement", "demente"),
        ("mobbe", "mobber mobba mobbet mobbes"),
    ],
)
def test_a_norwegian_word_is_known_in_both_written_forms(listed: str, typed: str) -> None:
    assert set(typed.split()) <= inflections(listed, "no")


@pytest.mark.parametrize(
    ("listed", "typed", "space"),
    [
        ("granne", "grannen grannens grannar grannarna", "sv"),
        ("hyra", "hyran hyror hyrorna", "sv"),
        ("barn", "barnet barnets", "sv"),
        ("lejer", "lejeren lejere lejerne lejerens", "da"),
        ("nabo", "naboen naboer naboerne", "da"),
        ("hund", "hunden hunde", "da"),
    ],
)
def test_swedish_and_danish_words_have_their_own_endings(listed: str, typed: str, space: str) -> None:
    assert set(typed.split()) <= inflections(listed, space)


@pytest.mark.parametrize(
    ("listed", "stranger"),
    [
        ("utleier", "utleie"),
        ("selger", "selge"),
        ("leier", "leie"),
        ("lov", "love"),
        ("tre", "trær"),
        ("hund", "hundre"),
        ("skatt", "skattebetaler"),
        ("by", "byen"),
    ],
)
def test_a_word_that_is_no_form_of_it_is_not_among_them(listed: str, stranger: str) -> None:
    assert stranger not in inflections(listed, "no")


@given(words, st.sampled_from(["en", "de", "fi", "="]))
def test_a_word_of_another_language_stands_alone(word: str, space: str) -> None:
    assert inflections(word, space) == {word}


@given(words, st.sampled_from(NORDIC))
def test_a_word_is_among_its_forms_and_all_share_its_beginning(word: str, space: str) -> None:
    forms = inflections(word, space)

    assert word in forms
    assert all(form.startswith(word[:-3] if len(word) > SHORTEST_INFLECTED else word[:2]) for form in forms)
    assert len(forms) <= 60


@given(words, st.sampled_from(NORDIC))
def test_every_form_has_its_genitive_among_them(word: str, space: str) -> None:
    forms = inflections(word, space)

    if len(forms) > 1:
        assert all(
            form + "s" in forms or form[-1] in "sxz" for form in forms if not form.endswith(("t", "te", "de"))
        )


@given(st.text(max_size=12), st.sampled_from(NORDIC))
def test_any_text_has_forms(word: str, space: str) -> None:
    assert word in inflections(word, space)
