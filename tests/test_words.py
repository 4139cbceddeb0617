"""Words keep their places; codes and sections are found whole and in parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.text.normalise import normalise
from belegg.text.words import holds_digit, word_texts, words


def texts(text: str) -> list[str]:
    return [word.text for word in words(text)]


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sak 2026-041", ["sak", "2026-041", "2026", "041"]),
        ("feil E-4012.", ["feil", "e-4012", "e", "4012"]),
        ("POL-358", ["pol-358", "pol", "358"]),
        ("12.345 kr", ["12.345", "12", "345", "kr"]),
        ("12,5 %, ja", ["12,5", "12", "5", "ja"]),
        ("v2.1.0", ["v2.1.0", "v2", "1", "0"]),
        ("og/eller", ["og", "eller"]),
        ("E-4012/E-4013", ["e-4012/e-4013", "e-4012", "e", "4012", "e-4013", "e", "4013"]),
        ("15\u20117 og 2019\u20132021", ["15-7", "15", "7", "og", "2019-2021", "2019", "2021"]),
    ],
)
def test_a_code_stands_whole_before_its_parts(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize(
    ("run", "codes"),
    [
        ("A/79/797-S/2025/109", ["a/79/797", "s/2025/109"]),
        ("A/79/797\u2212S/2025/109", ["a/79/797", "s/2025/109"]),
        ("2023/24\u20132024/25", ["2023/24", "2024/25"]),
        ("A/RES/79-80", []),
        ("X/E-4012/3", []),
        ("2026-041", []),
    ],
)
def test_of_two_codes_that_a_dash_joins_each_is_a_word(run: str, codes: list[str]) -> None:
    found = words(run)

    assert found[0].text == run.lower().replace("\u2212", "-").replace("\u2013", "-")
    joined = [word for word in found if "/" in word.text and word != found[0]]
    assert [word.text for word in joined] == codes
    assert [run[word.start : word.end].lower() for word in joined] == codes


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize(
    "text",
    [
        "§ 15-7",
        "§15-7",
        "§ 15\u20117",
        "§ 15\u20137",
        "§\u00a015-7",
        "paragraf 15-7",
        "Paragraf 15-7",
        "§ 15-7.",
    ],
)
def test_every_spelling_of_a_section_is_one_word(text: str) -> None:
    assert texts(normalise(text))[0] == "§15-7"


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("§ 2 a-4", ["§2a-4"]),
        ("§ 9a", ["§9a"]),
        ("§§ 14-6 og 14-7", ["§14-6", "§14-7"]),
        ("§§ 3, 4 og 5", ["§3", "§4", "§5"]),
        ("§§ 3\u20135", ["§3-5", "§3", "§5"]),
        ("3 kap. 15 a § och 16 §", ["§15a", "§15", "§16"]),
        ("12 §:n 2 momentti", ["§12"]),
        ("1 § 2 st. samma lag", ["§1"]),
        ("lov 17. juni 2005 nr. 62 § 15-7", ["§15-7"]),
        ("§ 4.2", ["§4.2"]),
    ],
)
def test_sections_are_read_as_their_country_writes_them(text: str, sections: list[str]) -> None:
    assert [word for word in texts(text) if word.startswith("§")] == sections


def test_a_letter_after_a_space_may_belong_to_the_number_or_not() -> None:
    assert texts("etter § 20 i loven")[:3] == ["etter", "§20i", "§20"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the company's policy", ["the", "company", "policy"]),
        ("company’s", ["company"]),
        ("l'article", ["l", "article"]),
        ("don't", ["don", "t"]),
    ],
)
def test_an_apostrophe_parts_words_and_a_possessive_s_is_none(text: str, expected: list[str]) -> None:
    assert texts(text) == expected


def test_lower_case_keeps_every_character_in_its_place() -> None:
    text = "İSTANBUL og ÅRE"

    assert [text[word.start : word.end].lower() for word in words(text)][1:] == ["og", "åre"]


@pytest.mark.req("SEA-2")
def test_a_script_without_spaces_is_found_by_its_characters_and_pairs() -> None:
    assert texts("東京都 E-4012版") == ["東京", "東", "京都", "京", "都", "e-4012", "e", "4012", "版"]


def test_a_code_cut_from_an_unspaced_script_leaves_no_joiner_behind() -> None:
    assert texts("12/東 a-b東3") == ["12", "東", "a", "b", "東", "3"]


@given(st.text(alphabet="東京都版Ea-4012./ ", max_size=30))
def test_words_of_mixed_scripts_stand_in_order(text: str) -> None:
    starts = [word.start for word in words(text)]

    assert starts == sorted(starts)


@given(st.text())
def test_words_stand_where_they_say_in_order(text: str) -> None:
    found = words(text)

    assert [word.start for word in found] == sorted(word.start for word in found)
    assert all(0 <= word.start < word.end <= len(text) for word in found)
    assert word_texts(text) == [word.text for word in found]


@given(st.text())
def test_a_word_asked_alone_is_found_again(text: str) -> None:
    for word in words(text):
        if not word.text.startswith("§"):
            assert word.text in texts(word.text)


@given(st.text(alphabet="§ 0123456789abci-–.,og", max_size=60))
def test_a_section_word_read_again_is_itself(text: str) -> None:
    for word in words(text):
        if word.text.startswith("§"):
            assert word.text in texts(word.text)


def test_only_words_with_a_digit_are_kept_as_written() -> None:
    assert [word for word in ["2026-041", "§15-7", "m²", "frist", "på"] if holds_digit(word)] == [
        "2026-041",
        "§15-7",
        "m²",
    ]


@pytest.mark.parametrize("piece", ["a", "1", "1-", "§ 1 og ", "1, ", "a.", "'s", "§§ 1, ", "1 § "])
def test_a_long_run_of_the_same_is_no_trap(piece: str) -> None:
    assert words(piece * 20_000 + "§")


@pytest.mark.req("ING-7")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the Government.¹ The", ["the", "government", "the"]),
        ("the Levant¹,² and", ["the", "levant", "and"]),
        ("“quoted”³ in 2024¹²", ["quoted", "in", "2024"]),
        ("12 m² and 10⁶", ["12", "m²", "and", "10⁶"]),
    ],
)
def test_the_mark_of_a_footnote_is_no_part_of_a_word(text: str, found: list[str]) -> None:
    assert word_texts(text) == found
