"""What is inside a question, told by its form alone."""

from __future__ import annotations

import pytest

from belegg.answering.phrases import names_in
from belegg.answering.question.kinds import KINDS, figures_in, holds, kinds_asked
from belegg.answering.question.needed import carrying_words, indispensable, measure_words
from belegg.answering.question.parts import questions_in, says_enough
from belegg.text.small_words import SMALL_WORDS


@pytest.mark.req("AGE-3")
@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("May I bring a dog? What does it cost?", ("May I bring a dog?", "What does it cost?")),
        ("How long is the lease, and what does it cost?", ("How long is the lease", "what does it cost?")),
        ("Hur länge gäller det och vem betalar?", ("Hur länge gäller det", "vem betalar?")),
        ("Jeg har sagt opp. Hvor lang er fristen?", ()),
        ("What is bread and butter?", ()),
        ("notice period", ()),
        ("A? B? C? D? E?", ("A?", "B?", "C?")),
    ],
)
def test_two_questions_are_told_apart(text: str, inside: tuple[str, ...]) -> None:
    assert questions_in(text) == inside


@pytest.mark.req("AGE-3")
@pytest.mark.parametrize(
    ("question", "enough"),
    [
        ("vem leder dem?", False),
        ("what does it cost?", False),
        ("How long is the notice period", True),
        ("Kuka johtaa hallitusta?", True),
        ("hva koster nøkkelen?", True),
    ],
)
def test_a_question_that_leans_on_another_is_not_searched_by_itself(question: str, enough: bool) -> None:
    assert says_enough(question) is enough


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Who signed for Elvheim in 2026?", {"elvheim", "2026"}),
        ("what does error E-4012 mean", {"e-4012"}),
        ("kontrakt 2026-041 og POL-358", {"2026-041", "pol-358"}),
        ("is the 60-month warranty safe for 12 units", set()),
        ("Can I take Friday off in May?", set()),
        ("How To Apply For Leave", set()),
        ("Was kostet die Miete im Haus?", set()),
        ("Ask HR about it", {"hr"}),
        ("Paris", set()),
    ],
)
def test_names_years_and_codes_are_told_by_their_form(text: str, words: set[str]) -> None:
    assert indispensable(text) == words


def test_the_word_of_degree_belongs_to_the_question_word() -> None:
    assert measure_words("Hvor lenge varer en lang ferie?") == {"lenge"}
    assert measure_words("How long is it?") == {"long"}
    assert measure_words("a long way") == frozenset()


@pytest.mark.parametrize(
    ("question", "kind", "yes", "no"),
    [
        ("Hvor lenge varer prøvetiden?", "time_span", "Den varer i seks måneder.", "Den varer lenge."),
        ("Hur länge gäller det?", "time_span", "Det gäller i tre år.", "Det gäller alla."),
        ("Kuinka kauan se kestää?", "time_span", "Se kestää kolme viikkoa.", "Se kestää hyvin."),
        ("How many weeks of leave do we get?", "time_span", "You get up to 16 weeks.", "You get leave."),
        ("Wie lange gilt der Vertrag?", "time_span", "Er gilt zwei Jahre.", "Er gilt für alle."),
        ("When was it signed?", "date", "It was signed on 3 May 2024.", "It was signed by Kari."),
        ("Når ble den vedtatt?", "date", "Vedtatt 12. mai.", "Vedtatt av styret."),
        ("Hvor mye koster det?", "amount", "Det koster 45 kroner.", "Det koster litt."),
        ("Paljonko se maksaa?", "amount", "Se maksaa 12 euroa.", "Se maksaa vähän."),
        ("How many keys are there?", "number", "There are seven keys.", "There are keys."),
        ("Who pays?", "person", "The bill goes to Nora Lund.", "The bill is paid."),
        ("Hva betyr avskjed?", "meaning", "Avskjed betyr at arbeidet slutter.", "Avskjed, straks."),
        ("Must I sign it?", "yes_or_no", "Both parties must sign.", "Signed by both."),
    ],
)
def test_a_sentence_holds_the_kind_of_thing_that_is_asked_for(
    question: str, kind: str, yes: str, no: str
) -> None:
    wanted = next(each for each in KINDS if each == kind)

    assert wanted in kinds_asked(question)
    assert holds(wanted, yes, None)
    assert not holds(wanted, no, None)


def test_key_words_ask_for_no_kind() -> None:
    assert kinds_asked("bierverv samtykke") == ()


def test_figures_are_numbers_in_digits_and_words_and_no_articles() -> None:
    assert figures_in("En uke, 4,60 kroner, 1 950 i to år", "nb") == {"4,60", "1 950", "to"}


@pytest.mark.parametrize(
    ("question", "carrying"),
    [
        ("How much notice must be given?", {"given"}),
        ("Hur lång är garantin för A jämfört med B?", {"jämfört"}),
        ("Hvor mange dager gis det minst i dag?", {"gis", "minst", "i", "dag"}),
        ("On which day is the rent paid?", {"which", "day"}),
        ("How many days is the notice?", set()),
    ],
)
def test_words_that_only_carry_a_question(question: str, carrying: set[str]) -> None:
    assert carrying_words(question) == carrying


def test_every_language_with_small_words_has_words_that_carry_a_question() -> None:
    assert set(names_in("carrying")) == set(SMALL_WORDS)
