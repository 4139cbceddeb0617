"""Bytes become characters strictly; whatever was guessed or damaged is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import TooLarge, UndecodableText
from belegg.reading.decoding import LARGEST_BYTES, decode
from belegg.text.normalise import normalise_document

pytestmark = pytest.mark.req("ING-14")

SAMPLES = {
    "nb": "Før året er omme må søknaden være levert på skjema § 15-7. Ærlighet varer lengst, Åse.",
    "sv": "Ansökan måste lämnas före årets slut. Här gäller särskilda regler för återbetalning.",
    "fi": "Hakemus on jätettävä ennen vuoden loppua. Tässä säädetään päätöksestä, jonka työntekijä tekee.",
    "de": "Für die Änderung der Verträge gelten größere Fristen. Überstunden müssen geprüft werden.",
    "fr": "L’employé a été prévenu à l’avance : la décision dépend de l’intérêt général, même après l’été.",
    "es": "La decisión será comunicada al señor Muñoz. ¿Qué pasará mañana? También habrá café.",
    "it": "La società è libera perché l’attività può continuare; però la qualità è già così.",
    "pt": "A decisão não será válida até à próxima reunião. Três funcionários já estão de férias.",
    "nl": "De financiële ruïne van België: coördinatie, geïnteresseerde partijen en één idee.",
    "ru": "Работник обязан сообщить о своём решении не позднее чем за две недели. Ответ даётся письменно.",
}
WESTERN = ("cp1252", "cp850", "mac-roman")
CYRILLIC = ("cp1251", "koi8-r", "cp866")
PAIRS = [(language, page) for language in SAMPLES for page in (CYRILLIC if language == "ru" else WESTERN)]


@pytest.mark.parametrize(("language", "page"), PAIRS)
def test_old_code_pages_are_told_from_their_letters(language: str, page: str) -> None:
    data = SAMPLES[language].encode(page, "ignore")

    decoded = decode(data)

    assert decoded.text == data.decode(page)
    assert "told from its letters" in decoded.warnings[0].text


def test_dos_nordic_text_keeps_its_letters() -> None:
    text = "Forfølgelsen er avsluttet på gården. Æren tilfaller Øystein og Åse."

    assert decode(text.encode("cp865")).text == text


def test_several_western_languages_in_one_file_are_not_taken_for_russian() -> None:
    text = "\n".join(SAMPLES[language] for language in ("de", "fr", "es", "sv", "pt"))

    assert decode(text.encode("cp1252")).text == text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("language", SAMPLES)
def test_unicode_with_and_without_a_mark_is_read(language: str, encoding: str) -> None:
    assert decode(SAMPLES[language].encode(encoding)).text == SAMPLES[language]


@given(st.text(st.characters(codec="utf-8")))
def test_every_utf_8_text_comes_back_as_it_was(text: str) -> None:
    if "\0" not in text and not text.startswith("\ufeff"):
        assert decode(text.encode()).text == text


@given(st.binary(max_size=300))
def test_no_replacement_character_comes_without_a_warning(data: bytes) -> None:
    try:
        decoded = decode(data)
    except UndecodableText:
        return
    if decoded.text.count("\ufffd") > data.count("\ufffd".encode()):
        assert decoded.warnings


def test_a_few_damaged_bytes_are_shown_with_their_lines() -> None:
    data = "Første linje på norsk\n".encode() + b"andre linje med sk\xe5de\n"

    decoded = decode(data)

    assert decoded.text == "Første linje på norsk\nandre linje med sk\ufffdde\n"
    assert decoded.warnings[0].code == "damaged text"
    assert "(line 2)" in decoded.warnings[0].text


def test_a_text_cut_inside_a_character_is_told() -> None:
    decoded = decode("Lønnen økes på".encode()[:-1])

    assert decoded.text == "Lønnen økes p\ufffd"
    assert decoded.warnings[0].code == "damaged text"


def test_a_declared_code_page_is_used_where_the_bytes_are_not_utf_8() -> None:
    assert decode("łódź".encode("iso-8859-2"), "ISO-8859-2").text == "łódź"


def test_latin_1_means_windows_1252_as_on_the_web() -> None:
    assert decode("en – to".encode("cp1252"), "ISO-8859-1").text == "en – to"


def test_utf_8_under_a_false_declaration_is_read_as_utf_8_and_told() -> None:
    decoded = decode("blåbær".encode(), "windows-1252")

    assert decoded.text == "blåbær"
    assert "declares `windows-1252`" in decoded.warnings[0].text


@pytest.mark.parametrize("declared", ["utf-7", "base64", "rot13", "punycode", "idna", "no-such"])
def test_a_declaration_that_is_no_code_page_is_not_followed(declared: str) -> None:
    assert decode(b"+ADw-script+AD4-", declared).text == "+ADw-script+AD4-"


def test_text_that_was_decoded_wrong_before_is_told_and_not_repaired() -> None:
    spoilt = SAMPLES["nb"].encode().decode("latin-1")

    decoded = decode(spoilt.encode())

    assert decoded.text == spoilt
    assert decoded.warnings[0].code == "mojibake"


@pytest.mark.parametrize("language", SAMPLES)
def test_sound_text_is_not_taken_for_text_decoded_wrong(language: str) -> None:
    assert decode(SAMPLES[language].encode()).warnings == ()


def test_bytes_that_make_no_sense_are_refused_with_a_remedy() -> None:
    with pytest.raises(UndecodableText, match="save the file as UTF-8"):
        decode(bytes(range(128, 256)) * 3)


SAME = (
    "utf8-bom",
    "crlf",
    "cr-only",
    "utf16le-bom",
    "utf16be-bom",
    "utf16le-nobom",
    "cp1252",
    "macroman",
    "nfd",
)
INVISIBLE = ("nfd", "zero-width", "zwj-bidi-marks", "soft-hyphen")


@pytest.mark.parametrize("name", [*SAME, *INVISIBLE])
def test_one_act_in_many_encodings_gives_one_text(shared: Path, name: str) -> None:
    folder = shared / "data" / "text-encodings"
    reference = normalise_document((folder / "plain.md").read_text(encoding="utf-8"))[0]

    assert normalise_document(decode((folder / f"{name}.md").read_bytes()).text)[0] == reference


@pytest.mark.parametrize(("name", "absent"), [("latin1", "–"), ("cp865", "–§")])
def test_code_pages_differ_only_in_the_signs_that_they_lack(shared: Path, name: str, absent: str) -> None:
    folder = shared / "data" / "text-encodings"
    reference = (folder / "plain.md").read_text(encoding="utf-8")
    replaced = reference.translate({ord(sign): "-" if sign == "–" else "?" for sign in absent})

    assert decode((folder / f"{name}.md").read_bytes()).text == replaced


@pytest.mark.req("ING-13")
def test_a_text_above_the_limit_is_refused_with_the_limit() -> None:
    with pytest.raises(TooLarge, match="32,000,000 bytes"):
        decode(b"x" * (LARGEST_BYTES + 1))
