"""Passages and questions become the same terms."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import AnalyserDiffers
from belegg.text.analysis import Analyser, AnalyserSettings, mention_term, own_section_term
from belegg.text.normalise import normalise
from belegg.text.words import words

ANALYSER = Analyser()
LANGUAGES = ["nb", "nn", "sv", "da", "de", "en", "fi", "ru", "et", None]
TEXT = "Oppsigelsesfristen etter § 15-3 i POL-358 er 3 måneder, jf. arbeidsmiljølovens regler."


@pytest.mark.req("LAN-2", "SEA-2")
def test_a_passage_becomes_stems_in_order_and_codes_as_written() -> None:
    terms = ANALYSER.passage_terms("", "", "Fristene i POL-358 gjelder", "nb")

    assert terms.body == ("no:frist", "no:i", "=pol-358", "no:pol", "=358", "no:gjeld")


@pytest.mark.req("LAN-1")
def test_an_undecided_document_is_indexed_as_written() -> None:
    assert ANALYSER.passage_terms("", "", "Fristene gjelder", None).body == ("=fristene", "=gjelder")
    assert ANALYSER.name_space("et") == "="


@pytest.mark.req("LAN-2")
def test_bokmål_and_nynorsk_share_a_name_space() -> None:
    assert ANALYSER.name_space("nb") == ANALYSER.name_space("nn") == ANALYSER.name_space("nb-NO") == "no"


@pytest.mark.req("LAN-4")
def test_a_question_about_a_part_meets_the_compound() -> None:
    passage = ANALYSER.passage_terms("", "", "Oppsigelsesfristen løper", "nb")
    asked = ANALYSER.word_term("frist", "no")

    assert asked.replace(":", "~") in passage.body_parts
    assert ANALYSER.part_terms("oppsigelsesfristen", "no") == ("no~oppsig", "no~frist")


@pytest.mark.req("LAN-3", "LAN-4")
def test_finnish_compounds_are_split_only_when_asked_for() -> None:
    asked = Analyser(AnalyserSettings(finnish_compounds=True))

    assert ANALYSER.part_terms("työsopimuslaki", "fi") == ()
    assert asked.part_terms("työsopimuslaki", "fi") == ("fi~työsopimus", "fi~laki")
    assert asked.identity != ANALYSER.identity


@pytest.mark.req("LAN-3")
def test_forms_of_a_finnish_word_are_one_term() -> None:
    forms = ["tilinpäätös", "tilinpäätöksen", "tilinpäätöstä", "tilinpäätöksessä", "tilinpäätökset"]

    assert len({ANALYSER.word_term(form, "fi") for form in forms}) == 1


@pytest.mark.req("SEA-2")
def test_a_section_is_not_the_section_that_mentions_it() -> None:
    own = ANALYSER.passage_terms("", "§ 15-3. Frister", "Fristen er en måned.", "nb", "§ 15-3")
    other = ANALYSER.passage_terms("", "§ 15-4. Form", "Jf. § 15‑3.", "nb", "§ 15-4")

    assert own.heading[0] == own_section_term("§ 15-3") == "=own§15-3"
    assert mention_term("§ 15-3") not in own.heading
    assert mention_term("§ 15-3") in other.body
    assert own_section_term("§ 15-3") not in other.heading + other.body


def test_a_heading_number_that_is_no_section_is_a_plain_word() -> None:
    assert ANALYSER.passage_terms("", "2.1 Scope", "", "en", "2.1").heading[0] == "=2.1"


@pytest.mark.req("LAN-3", "LAN-5")
def test_another_analyser_than_the_one_that_built_the_index_is_an_error_that_says_what_to_run() -> None:
    ANALYSER.expect(ANALYSER.identity)

    with pytest.raises(AnalyserDiffers, match="belegg reanalyse"):
        ANALYSER.expect(ANALYSER.identity.replace("PyStemmer 3", "PyStemmer 2"))


@pytest.mark.req("LAN-5")
def test_the_identity_names_what_terms_depend_on() -> None:
    for part in ("words", "PyStemmer", "Finnish simplemma", "compounds"):
        assert part in ANALYSER.identity


@pytest.mark.req("LAN-5")
@pytest.mark.parametrize("language", LANGUAGES)
def test_another_analyser_in_another_thread_gives_the_same_terms(language: str | None) -> None:
    with ThreadPoolExecutor(4) as threads:
        found = list(
            threads.map(lambda _: Analyser().passage_terms(TEXT, TEXT, TEXT, language, "§ 3"), range(8))
        )

    assert set(found) == {ANALYSER.passage_terms(TEXT, TEXT, TEXT, language, "§ 3")}


@pytest.mark.req("LAN-5")
@given(st.text(), st.sampled_from(LANGUAGES))
def test_a_passage_gives_the_same_terms_each_time(text: str, language: str | None) -> None:
    assert ANALYSER.passage_terms(text, text, text, language) == ANALYSER.passage_terms(
        text, text, text, language
    )


@pytest.mark.req("LAN-5")
@given(st.text(), st.sampled_from(LANGUAGES))
def test_every_word_of_a_passage_asked_alone_is_found_in_it(text: str, language: str | None) -> None:
    space = ANALYSER.name_space(language)
    stored = normalise(text)
    body = set(ANALYSER.passage_terms("", "", stored, language).body)

    for word in words(stored):
        if word.text.startswith("§"):  # its number may be the beginning of a word: `§ 15bis`
            continue
        asked = words(normalise(stored[word.start : word.end]))
        assert body >= {ANALYSER.word_term(again.text, space) for again in asked if again.text[0] != "§"}
