"""A date is a filter when the question sets it for the documents, and nothing about it is open."""

from __future__ import annotations

import pytest

from belegg.answering.question.dates import dates_asked, stands_in

pytestmark = pytest.mark.req("HYB-8")


@pytest.mark.parametrize(
    ("question", "filters"),
    [
        ("What was published after 1 May 2023?", {"since": "2023-05-01"}),
        ("Hva ble publisert etter 1. mai 2023?", {"since": "2023-05-01"}),
        ("Vad har publicerats sedan 2022?", {"since": "2022"}),
        ("Hvad er udgivet siden januar 2022?", {"since": "2022-01"}),
        ("Was wurde seit 2021 veröffentlicht?", {"since": "2021"}),
        ("Mitä on julkaistu vuoden 2021 jälkeen?", {"since": "2021"}),
        ("Which reports came before June 2020?", {"until": "2020-06"}),
        ("Hvilke rapporter kom før 2020?", {"until": "2020"}),
        ("How many reports were issued in 2024?", {"since": "2024", "until": "2024"}),
        ("Hvor mange rapporter ble utgitt i 2024?", {"since": "2024", "until": "2024"}),
        ("What was the rent as of 2 March 2024?", {"as_of": "2024-03-02"}),
        ("Hva var leien per 2. mars 2024?", {"as_of": "2024-03-02"}),
    ],
)
def test_a_border_in_words_is_a_filter(question: str, filters: dict[str, str]) -> None:
    assert dates_asked(question) == filters


@pytest.mark.parametrize(
    "question",
    [
        "How many migrants were in Libya in December 2024 and how does that compare with the year before?",
        "How many boats were sold in 2024?",
        "Hvor mange båter ble solgt i 2024?",
        "What was decided after 1 May 2023?",
        "Hva ble bestemt etter 1. mai 2023?",
        "Vad har hänt sedan 2022?",
        "Hvad er sket siden januar 2022?",
        "Was wurde seit 2021 beschlossen?",
        "Mitä on päätetty vuoden 2021 jälkeen?",
    ],
)
def test_a_time_that_a_question_tells_of_is_no_filter(question: str) -> None:
    assert dates_asked(question) == {}


@pytest.mark.parametrize(
    "question",
    [
        "How long is the notice period?",
        "What was published between 2021 and 2023?",  # two dates
        "What does the Act of 2005 say?",  # part of a name
        "What was published after 01/05/2023?",  # two readings
        "What was published after 5 May?",  # no year
        "What happened on 2 March 2024?",  # an event, and reports on it are younger
        "Who had room 2024?",
        "What was the budget 2024?",
        "What does § 2024 say?",
    ],
)
def test_what_is_open_is_no_filter(question: str) -> None:
    assert dates_asked(question) == {}


def test_a_date_stands_in_a_question_as_far_as_it_is_told() -> None:
    question = "Hva ble bestemt etter 1. mai 2023?"

    assert stands_in("2023", question)
    assert stands_in("2023-05", question)
    assert stands_in("2023-05-01", question)
    assert not stands_in("2023-05-02", question)
    assert not stands_in("2024", question)
