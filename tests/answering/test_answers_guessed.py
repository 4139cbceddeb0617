"""A word that stands nowhere: when a word like it may carry an answer, and when it is a guess."""

from __future__ import annotations

import pytest

from belegg.answering.question.guessed import guessed_terms
from belegg.records import Abstained, Answered
from belegg.search.vocabulary import Unknown
from belegg.testing import FakeEmbedder
from belegg.testing.desk import Desk
from belegg.testing.shelf import ANALYSER

CUSTOMERS = "# Kunder\n\nKunden skal betale regningen innen 14 dager.\n"
DOG = "Når skal hunden betale?"


def customers() -> Desk:
    desk = Desk()
    desk.put("kunder.md", CUSTOMERS)
    for number in range(8):
        desk.put(f"tavle-{number}.md", f"# Tavle {number}\n\nHus nummer {number} har nye tak og murer.\n")
    return desk


@pytest.mark.req("ANS-4", "ANS-5")
def test_a_question_about_a_dog_is_not_answered_by_what_stands_about_a_customer() -> None:
    refused = customers().refused(DOG)

    assert refused.explanation == "The documents do not say: `hunden` stands nowhere in them."
    assert "no passage has `hunden`; searched for `kunden`" in [note.text.lower() for note in refused.notes]


@pytest.mark.req("ANS-1")
@pytest.mark.parametrize("typed", ["boathuose", "boathose", "boathouuse", "boathoose"])
def test_a_long_word_misspelt_by_a_letter_is_answered(typed: str, desk: Desk) -> None:
    outcome = desk.answered(f"What is the {typed}?")

    assert "boathouse" in outcome.sentences[0].quotes[0].document.title
    assert outcome.verdict == "downgraded"


@pytest.mark.parametrize(
    ("typed", "found", "space", "guess"),
    [
        ("hunden", "kunden", "no", True),  # the first letter
        ("sport", "short", "en", True),  # a changed letter in a short word
        ("cat", "cart", "en", True),  # a missing letter in a short word
        ("gren", "grein", "no", False),
        ("kontigent", "kontingent", "no", False),  # a missing letter
        ("parliment", "parliament", "en", False),
        ("arbeidsmiløloven", "arbeidsmiljøloven", "no", False),
        ("annerkjennelse", "anerkjennelse", "no", False),  # one too many
        ("videpresident", "visepresident", "no", False),  # a changed one
        ("harbuor", "harbour", "en", False),  # two swapped
        ("sykemelding", "sykepenger", "no", True),  # alike by trigrams alone
        ("e4012", "e-4012", "=", False),  # a code with another joiner
    ],
)
@pytest.mark.req("ANS-4")
def test_whether_a_word_is_guessed_follows_from_what_was_mistyped_and_its_length(
    typed: str, found: str, space: str, guess: bool
) -> None:
    term = ANALYSER.word_term(found, space)

    assert (term in guessed_terms(Unknown(typed, (term,)), ANALYSER)) is guess


@pytest.mark.req("ANS-4", "HYB-1")
def test_a_guess_carries_an_answer_from_a_passage_that_is_near_in_meaning() -> None:
    desk = customers()
    by_words = desk.ask(DOG)
    desk.shelf.embed(FakeEmbedder(means={"hunden": "kunden"}))

    near = desk.ask(DOG, mode="hybrid")

    assert isinstance(by_words, Abstained)
    assert isinstance(near, Answered)
    assert near.verdict == "downgraded"
    assert near.sentences[0].quotes[0].document.title == "Kunder"


@pytest.mark.req("ANS-4", "LAN-3")
def test_no_word_of_a_language_that_no_document_is_in_is_corrected(desk: Desk) -> None:
    asked = "Warum ist die Lesse in der Hafenstadt nicht billiger?"

    refused = desk.refused(asked)

    notes = " ".join(note.text for note in refused.notes)
    assert "only words that stand in them as typed are looked for" in notes
    assert "searched for" not in notes


@pytest.mark.req("ANS-1", "LAN-3")
def test_a_swedish_question_over_norwegian_documents_is_corrected_for_its_words_are_nearly_the_same(
    desk: Desk,
) -> None:
    desk.put("flyktning.md", "# Flyktninger\n\nEn flyktning har krav på vern.\n")

    outcome = desk.answered("Vem är en flykting?")

    assert outcome.sentences[0].quotes[0].document.title == "Flyktninger"
