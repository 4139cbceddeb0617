"""A document is found by the names it gives itself, and a section by its number beside one of them."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from belegg.records import Document, DocumentId, Fact
from belegg.text.names import document_names, find_look_up, normal_name, normal_section, number_form

KNOWN = {"arbeidsmiljøloven", "aml", "forvaltningsloven", "fvl", "el", "lov-2005-06-17-62", "1982:80"}


def known(names: list[str]) -> set[str]:
    return KNOWN & set(names)


REPORT = {"s/2025/71", "s/2025/71/rev/1", "a/79/797/s/2025/109", "s/2025/109"}


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize(
    "written",
    [
        "S/2025/223",
        "s/2025/223",
        "S_2025_223",
        "S-2025-223",
        "S 2025 223",
        "S / 2025 / 223",
        "UN Doc. S/2025/223",
    ],
)
def test_a_number_has_one_form_however_it_is_joined(written: str) -> None:
    assert number_form(written) == "s/2025/223"


@pytest.mark.parametrize("name", ["2024", "Leave policy", "", "a-b-c"])
def test_a_name_of_one_part_or_without_a_digit_is_no_number(name: str) -> None:
    assert number_form(name) is None


def test_a_report_goes_by_each_of_its_numbers_and_by_all_of_them() -> None:
    names = document_names(
        act(
            "Funding of the force",
            ("report_number", "A/79/797"),
            ("report_number", "S/2025/109"),
            ("identifier", "DOI 10.6028/NIST.SP.800-223"),
        )
    )

    assert {"a/79/797", "s/2025/109", "a/79/797/s/2025/109", "10/6028/nist/sp/800/223"} <= set(names)


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("what does S/2025/109 say of schools", ["s/2025/109"]),
        ("UN Doc. S-2025-109, para. 4", ["s/2025/109"]),
        ("A/79/797–S/2025/109", ["a/79/797/s/2025/109"]),
        ("S/2025/71, 3 May", ["s/2025/71"]),
        ("S/2025/71 Rev. 1", ["s/2025/71/rev/1"]),
        ("S/2025/71/Rev.1", ["s/2025/71/rev/1"]),
    ],
)
def test_a_report_is_named_in_a_question_by_its_number(question: str, names: list[str]) -> None:
    found = find_look_up(question, lambda asked: REPORT & set(asked))

    assert found is not None
    assert list(found.names) == names


def test_a_revision_that_is_not_there_is_not_the_report_it_revises() -> None:
    assert find_look_up("S/2025/109 Add. 1", lambda asked: REPORT & set(asked)) is None


def look_up(question: str) -> tuple[list[str], list[str]] | None:
    found = find_look_up(question, known)
    return None if found is None else (list(found.names), list(found.sections))


def act(title: str, *facts: tuple[str, str]) -> Document:
    return Document(
        DocumentId("1"), "law/nl-2005.md", "law", title, "", facts=tuple(Fact(n, v, "test") for n, v in facts)
    )


@pytest.mark.req("SEA-2")
def test_an_act_goes_by_its_number_its_titles_and_its_short_names() -> None:
    names = document_names(
        act(
            "Lov om arbeidsmiljø og stillingsvern mv. (arbeidsmiljøloven)",
            ("short_title", "Arbeidsmiljøloven – aml."),
            ("identifier", "LOV-2005-06-17-62"),
            ("alias", "WEA"),
            ("ministry", "Arbeidsdepartementet"),
        )
    )

    assert {
        "lov om arbeidsmiljø og stillingsvern mv. (arbeidsmiljøloven",
        "lov om arbeidsmiljø og stillingsvern mv",
        "arbeidsmiljøloven",
        "arbeidsmiljølova",
        "aml",
        "lov-2005-06-17-62",
        "wea",
        "nl-2005",
    } <= set(names)
    assert "arbeidsdepartementet" not in names
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("section", "normal"),
    [
        ("§ 15-3.", "§ 15-3"),
        ("§15‑3", "§ 15-3"),
        ("§ 15–3", "§ 15-3"),
        ("§\u00a02 a-4", "§ 2a-4"),
        ("§ 9 A", "§ 9a"),
        ("15 a §", "§ 15a"),
        ("2.1.1", "2.1.1"),
        ("2.1.", "2.1"),
        ("V.", "v"),
        ("(v)", "v"),
        ("\u2164", "v"),
        ("Section V", "v"),
        ("Kapittel 2", "chapter 2"),
        ("2 kap.", "chapter 2"),
        ("Article 3", "art. 3"),
        ("Artikkel 3 a", "art. 3a"),
        ("footnote 28", "note 28"),
        ("part of", "partof"),
    ],
)
def test_a_section_has_one_form(section: str, normal: str) -> None:
    assert normal_section(section) == normal


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize(
    ("question", "every"),
    [
        ("aml §§ 15-3 og 15-4", "§ 15-3, § 15-4"),
        ("aml § 15-3 og § 15-4", "§ 15-3, § 15-4"),
        ("§§ 5, 6 og 7 i forvaltningsloven", "§ 5, § 6, § 7, § 7i"),
        ("aml §§ 15-3 til 15-6", "§ 15-3, § 15-4, § 15-5, § 15-6"),
        ("aml §§ 15-3–15-6", "§ 15-3-15-6, § 15-3, § 15-4, § 15-5, § 15-6"),
        ("forvaltningsloven §§ 5–7", "§ 5-7, § 5, § 6, § 7"),
        ("forvaltningsloven § 5-7", "§ 5-7"),
        ("forvaltningsloven §§ 1–9000", "§ 1-9000, § 1, § 9000"),
        ("aml § 15-3 og husll § 9-5", "§ 15-3"),
        ("forvaltningsloven artikkel 17", "art. 17"),
        ("forvaltningsloven art. 6 nr. 1", "art. 6"),
        ("forvaltningsloven art. 15-17", "art. 15, art. 16, art. 17"),
        ("artikkel 6 og 9 i forvaltningsloven", "art. 6, art. 9"),
    ],
)
def test_several_numbers_of_one_list_and_articles_are_looked_up_together(question: str, every: str) -> None:
    found = find_look_up(question, known)

    assert found is not None
    assert ", ".join(found.every_section) == every


@given(st.text(alphabet="§ 0123456789-–ogtilart.,", max_size=60))
def test_any_list_of_numbers_is_read_or_left(text: str) -> None:
    found = find_look_up("forvaltningsloven " + text, known)

    assert found is None or len(found.every_section) < 200


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize(
    ("question", "names", "sections"),
    [
        ("aml § 15-3", ["aml"], ["§ 15-3"]),
        ("aml. §15‑3", ["aml"], ["§ 15-3"]),
        ("aml 15-3", ["aml"], ["§ 15-3"]),
        ("§ 15-3 aml", ["aml"], ["§ 15-3"]),
        ("arbeidsmiljøloven § 15-3", ["arbeidsmiljøloven"], ["§ 15-3"]),
        ("arbeidsmiljølovens § 15-3", ["arbeidsmiljøloven"], ["§ 15-3"]),
        ("Arbeidsmiljøloven paragraf 15-3", ["arbeidsmiljøloven"], ["§ 15-3"]),
        ("LOV-2005-06-17-62 § 15-7", ["lov-2005-06-17-62"], ["§ 15-7"]),
        ("Hva sier § 20 i forvaltningsloven?", ["forvaltningsloven"], ["§ 20", "§ 20i"]),
        ("forvaltningsloven § 20 i", ["forvaltningsloven"], ["§ 20i", "§ 20"]),
        ("lagen (1982:80) 7 §", ["1982:80"], ["§ 7"]),
        ("el § 3", ["el"], ["§ 3"]),
        ("fvl § 11 a", ["fvl"], ["§ 11a", "§ 11"]),
        ("forvaltningsloven 20 første ledd", ["forvaltningsloven"], ["§ 20"]),
    ],
)
def test_a_name_and_a_number_are_a_look_up(question: str, names: list[str], sections: list[str]) -> None:
    assert look_up(question) == (names, sections)


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize(
    "question",
    [
        "hva koster el i Norge",
        "¿qué es el artículo 5?",
        "el 3 av 5 husstander",
        "",
        "§ 15-3",
        "oppsigelse i prøvetid",
    ],
)
def test_an_ordinary_question_is_none(question: str) -> None:
    assert look_up(question) is None


@pytest.mark.parametrize("question", ["arbeidsmiljøloven i 2005", "arbeidsmiljøloven 5 uker ferie"])
def test_a_number_that_counts_something_else_is_no_section(question: str) -> None:
    assert look_up(question) == (["arbeidsmiljøloven"], [])


def test_the_longest_name_comes_first() -> None:
    found = find_look_up("endringslov til aml § 2", lambda names: {"aml", "endringslov til aml"} & set(names))

    assert found is not None
    assert found.names == ("endringslov til aml", "aml")


@given(st.text())
@example("\u0339 \u0334")
def test_names_and_sections_have_a_normal_form_of_their_own(text: str) -> None:
    assert normal_name(normal_name(text)) == normal_name(text)
    assert normal_section(normal_section(text)) == normal_section(text)


@given(st.text(alphabet="§ aml0123456789-–ivd.,?()", max_size=80))
def test_any_question_can_be_looked_up(question: str) -> None:
    find_look_up(question, known)
