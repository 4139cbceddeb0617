"""Sentences end where a reader says they end, in seven languages, law text and Markdown."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.text.sentences import sentences


def cut(text: str, language: str | None) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text, language)]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("nb", "Fristen gikk ut 12. mai 2024 kl. 10.30 i Oslo."),
        ("nb", "Dette følger av loven, jf. aml. § 15-7 første ledd."),
        ("nb", "Det gjelder f.eks. verktøy, klær mm. som eies av virksomheten."),
        ("nb", "Dr. Olsen og J. R. Lie møtte 3. juni."),
        ("nb", "Beløpet er 1.234,50 kr, bl.a. for frakt."),
        ("nn", "Jf. òg § 3, m.a. om frist."),
        ("sv", "Lagen gäller t.ex. arbetsgivare, bl.a. kommuner, fr.o.m. 1 juli."),
        ("da", "Det gælder jf. § 3, stk. 2, nr. 4, f.eks. børn."),
        ("de", "Das gilt z. B. für Arbeiter, d. h. nach § 5 Abs. 2 Nr. 3 BGB."),
        ("de", "Am 3. Oktober im 19. Jahrhundert sprach Dr. Müller."),
        ("fi", "Laki tuli voimaan 1. päivänä tammikuuta, ks. esim. 3 § 2 mom."),
        ("en", "Mr. Smith came at 10.30 on Jan. 5, i.e. before the U.S. team did, cf. no. 4."),
        ("nl", "Dat geldt o.a. voor art. 5, d.w.z. voor mevr. Jansen."),
        ("fr", "Selon M. Dupont, p. ex. à l'art. 5, c'est vrai."),
        ("es", "Según el Sr. Pérez, p. ej. en el art. 5, es cierto."),
        ("ru", "Это указано в ст. 5 и т. п. для г. Москвы."),
    ],
)
def test_a_stop_inside_a_sentence_does_not_end_it(language: str, text: str) -> None:
    assert cut(text, language) == [text]


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        ("nb", ["Prøvetiden er seks måneder.", "Den kan forlenges."]),
        ("nb", ["Vi har biler, båter osv.", "Prisen er avtalt."]),
        ("nb", ["Han sa: «Kom!»", "Så gikk han."]),
        ("nb", ["Loven ble vedtatt.", "12 personer stemte imot."]),
        ("nb", ["Se rom 3.", "Ta med pass."]),
        ("nb", ["(1) Første ledd gjelder.", "(2) Annet ledd gjelder ikke."]),
        ("en", ["It ended (see p. 4).", "(It began again.)"]),
        ("en", ["Is it over?", "Yes!", "“So be it.”"]),
        ("en", ["This was known.[3]", "That was not."]),
        ("de", ["Es gilt usw.", "Die Frist läuft."]),
        ("fi", ["Aika on kulunut jne.", "Maksu on myöhässä."]),
        ("es", ["¿Quién lo dijo?", "¡Nadie!"]),
    ],
)
def test_a_sentence_ends_where_the_next_begins(language: str, parts: list[str]) -> None:
    assert cut(" ".join(parts), language) == parts


def test_headings_items_and_rows_are_sentences_of_their_own() -> None:
    text = (
        "# Ferie. Og fri\n\nDu har\n- fem uker\n- en dag. Minst.\n\n"
        "| Dag | Tid |\n|---|---|\n| m. A | 7 |\n\n"
        "§ 15-7. Vern mot oppsigelse\nArbeidstaker kan ikke sies opp\nuten saklig grunn."
    )

    assert cut(text, "nb") == [
        "# Ferie. Og fri",
        "Du har",
        "- fem uker",
        "- en dag.",
        "Minst.",
        "| Dag | Tid |",
        "|---|---|",
        "| m. A | 7 |",
        "§ 15-7. Vern mot oppsigelse",
        "Arbeidstaker kan ikke sies opp\nuten saklig grunn.",
    ]


def test_a_wrapped_paragraph_is_read_across_its_lines() -> None:
    text = (
        "Arbeitnehmer im Sinne des Gesetzes sind Arbeiter und Angestellte sowie\n"
        "die zu ihrer Berufsausbildung Beschäftigten. Als Arbeitnehmer gelten\nauch andere Personen."
    )

    assert len(cut(text, "de")) == 2


def test_an_unknown_language_has_the_abbreviations_of_all() -> None:
    assert cut("Jf. aml. § 3, t.ex. i dag, z. B. hier.", None) == ["Jf. aml. § 3, t.ex. i dag, z. B. hier."]


@given(st.text(), st.sampled_from(["nb", "de", "en", None]))
def test_sentences_lie_apart_in_order_and_cover_all_that_can_be_seen(text: str, language: str | None) -> None:
    covered = bytearray(len(text))
    end = 0
    for span in sentences(text, language):
        assert end <= span.start < span.end <= len(text)
        assert not text[span.start].isspace()
        assert not text[span.end - 1].isspace()
        covered[span.start : span.end] = b"\1" * (span.end - span.start)
        end = span.end

    assert all(seen or char.isspace() for seen, char in zip(covered, text, strict=True))


@pytest.mark.parametrize("piece", [".", '"', "(", "#", "* ", "a.", "1.", "§ 1 ", "\n", "|", "[", "A. "])
def test_a_long_run_of_the_same_is_no_trap(piece: str) -> None:
    assert sentences(piece * 20_000 + " A", "nb")


def test_real_sentences_put_together_come_apart_again(shared: Path) -> None:
    texts: dict[str, list[str]] = defaultdict(list)
    for line in (shared / "data/langid-flores/sentences.jsonl").read_text(encoding="utf-8").splitlines():
        sentence = json.loads(line)
        texts[sentence["lang"]].append(sentence["text"].strip())
    for language in ("nb", "nn", "sv", "da", "de", "en", "fi", "fr", "es", "it", "pt", "nl", "ru"):
        joined, borders = "", set()
        for text in texts[language]:
            joined += text + " "
            borders.add(len(joined) - 1)

        found = {span.end for span in sentences(joined, language)}
        # Some of the texts end without a stop.
        assert len(borders - found) <= 0.03 * len(borders), language
