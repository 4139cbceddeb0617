"""What is refused, in which words, and with what lies nearest."""

from __future__ import annotations

import pytest

from belegg.testing.desk import Desk


@pytest.mark.req("ANS-5")
@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("What does error E-4099 mean for the lease?", "e-4099"),
        ("What is the rent of the boathouse in Bergen?", "bergen"),
        ("Does the lease pay for a gymnasium membership?", "gymnasium"),
        ("Who repaired the carburettor?", "carburettor"),
    ],
)
def test_a_question_about_what_stands_nowhere_is_refused_by_that_word(
    question: str, word: str, desk: Desk
) -> None:
    refusal = desk.refused(question)

    assert refusal.reason == "not_covered"
    assert f"`{word}`" in refusal.explanation


@pytest.mark.req("ANS-5")
def test_a_section_that_is_not_there_is_refused_with_what_is_nearest(desk: Desk) -> None:
    refusal = desk.refused("Hva sier rules § 5?")

    assert refusal.explanation == (
        "`Regler for båthuset` has no § 5; nearest it has `§ 2a Katter` and `§ 7 Brudd`."
    )


@pytest.mark.req("ANS-5")
def test_a_year_after_every_document_found_is_likely_outdated(desk: Desk) -> None:
    desk.put("a.md", "---\ndate: 2024-05-05\n---\n\n# Prices\n\nThe price of a berth is 900 kroner.")
    desk.put("b.md", "# Other\n\nThe pier was built for the games of 2031.")

    refusal = desk.refused("What is the price of a berth in 2031?")

    assert refusal.reason == "likely_outdated"
    assert "2024-05-05" in refusal.explanation


@pytest.mark.req("ANS-5")
def test_a_refusal_tells_what_was_searched_and_what_lies_nearest(desk: Desk) -> None:
    refusal = desk.refused("Does the lease pay for a gymnasium membership?")

    assert refusal.trace[0].action == "searched"
    assert refusal.nearest[0].document.source == "harbour/lease.md"
    assert any("gymnasium" in note.text for note in refusal.notes)


@pytest.mark.req("ANS-5")
def test_words_that_only_stand_far_apart_are_no_answer(desk: Desk) -> None:
    words = ["anchors", "bridges", "candles", "ducks", "engines", "ferries"]
    told = " ".join(f"We saw {word}. " + "Nothing else was there. " * 3 for word in words)
    desk.put("diary.md", f"# Diary\n\n{told}")

    assert "far apart" in desk.refused(" ".join(words)).explanation


def test_absence_is_not_denied(desk: Desk) -> None:
    assert desk.refused("Who repaired the carburettor?").explanation.startswith("The documents do not say")


@pytest.mark.parametrize("question", ["", "???", "the of and", "-rent", '"'])
def test_a_question_without_a_word_is_refused_and_never_an_error(question: str, desk: Desk) -> None:
    desk.refused(question)


def test_an_empty_library_refuses() -> None:
    assert Desk().refused("How much is the rent?").nearest == ()


@pytest.mark.req("ANS-5")
def test_sentences_without_a_figure_do_not_answer_how_much(desk: Desk) -> None:
    desk.put("board.md", "# Board\n\nThe salary of the captain is set by the board.")

    assert "figure" in desk.refused("How much is the salary of the captain?").explanation
    assert "by the board" in desk.said("Who sets the salary of the captain?")[0]


def test_a_number_word_of_another_language_is_no_figure(desk: Desk) -> None:
    desk.put(
        "board.md", "# Board\n\nThe board has to agree to the salary of the captain before they go to sea."
    )

    desk.refused("How much is the salary of the captain?")


@pytest.mark.req("ANS-5")
def test_a_name_that_only_has_known_parts_or_is_a_little_like_another_stands_nowhere() -> None:
    desk = Desk()
    desk.put(
        "priser.md", "# Priser\n\nEn biljett till parken kostar 90 kronor. Berget ligger bakom, och en list."
    )

    assert "`liseberg`" in desk.refused("Hur mycket kostar en biljett till Liseberg?").explanation
    assert "90 kronor" in desk.said("Hur mycket kostar en biljett till parken?")[0]


@pytest.mark.req("SEA-2", "ANS-5")
def test_a_word_that_is_small_in_a_language_nobody_speaks_here_is_asked_for(desk: Desk) -> None:
    assert "`hai`" in desk.refused("Hvor mange tenner har en hai?").explanation
