"""Answers without a model: what is shown, in whose words, and what is refused."""

from __future__ import annotations

import pytest

from belegg.answering.extract import NO_MODEL
from belegg.records import OWNER, Scope
from belegg.testing.desk import Desk
from belegg.testing.shelf import reader_of

LEASE = """---
title: Lease of the boathouse
date: 2025-03-01
---

# Lease of the boathouse

## Rent

The rent is 4,200 kroner a month. It is paid on the first working day. However, nobody pays in July.

## Notice

Either party may end the lease with three months' written notice. The tenant may leave without notice when
the roof leaks.

## Keys

There are two keys. A lost key costs 350 kroner.
"""
RULES = """# Regler for båthuset

## § 1 Åpningstid

Båthuset er åpent hele året.

## § 2 Hunder

(1) Hunder må holdes i bånd.

(2) Det gjelder ikke førerhunder.

## § 2a Katter

Katter er ikke tillatt i båthuset.

## § 7 Brudd

Den som bryter reglene, betaler et gebyr på 500 kroner.
"""


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.put("harbour/lease.md", LEASE)
    desk.put("harbour/rules.md", RULES)
    desk.put("harbour/boats.md", "# Boats\n\nThe blue boat seats four. The red boat seats six people.")
    return desk


@pytest.mark.req("ANS-1", "AGE-8")
def test_every_sentence_stands_in_its_document_at_the_place_given(desk: Desk) -> None:
    outcome = desk.answered("How much is the rent of the boathouse?")

    with desk.store.reading(Scope(OWNER)) as reader:
        for sentence in outcome.sentences:
            (quote,) = sentence.quotes
            text = reader.text(quote.document.id, quote.version)
            assert text is not None
            assert quote.check.span is not None
            written = text.text[quote.check.span.start : quote.check.span.end]
            assert sentence.text == " ".join(written.split())
            assert sentence.supported


@pytest.mark.req("AGE-8", "ANS-5")
def test_the_answer_says_that_no_model_wrote_it_and_is_verified(desk: Desk) -> None:
    outcome = desk.answered("How much is the rent?")

    assert (outcome.verdict, outcome.model) == ("verified", None)
    assert outcome.notes[0].text == NO_MODEL


def test_the_best_sentence_comes_first(desk: Desk) -> None:
    assert "4,200 kroner" in desk.said("How much is the rent of the boathouse?")[0]
    assert "three months" in desk.said("What is the notice period of the lease?")[0]


@pytest.mark.req("ANS-3")
def test_the_exception_behind_the_rule_is_shown(desk: Desk) -> None:
    assert "nobody pays in July" in desk.said("How much is the rent of the boathouse?")[0]
    assert "førerhunder" in " ".join(desk.said("Må hunder holdes i bånd?"))


def test_a_quotation_carries_where_it_stands(desk: Desk) -> None:
    outcome = desk.answered("Hva er gebyret for den som bryter reglene?")

    quote = outcome.sentences[0].quotes[0]
    assert quote.document.source == "harbour/rules.md"
    assert (quote.section, quote.path[-1], quote.version) == ("§ 7", "§ 7 Brudd", 1)


def test_a_heading_is_never_quoted(desk: Desk) -> None:
    assert not any(said.startswith("#") for said in desk.said("Keys of the boathouse"))


def test_nothing_is_said_twice_and_no_more_than_three_things(desk: Desk) -> None:
    for number in range(9):
        desk.put(f"copy/{number}.md", "# Fuel\n\nDiesel for the boats is sold at the pier.")
        desk.put(
            f"more/{number}.md",
            f"# Fuel {number}\n\nDiesel for boat {number} stands in shed number {number}.",
        )

    said = desk.said("Where is diesel for the boats?")

    assert said.count("Diesel for the boats is sold at the pier.") == 1
    assert len(said) <= 3


@pytest.mark.req("SEA-2")
def test_a_section_that_is_asked_for_is_quoted_in_reading_order_and_nothing_else(desk: Desk) -> None:
    outcome = desk.answered("rules § 2")

    assert [quote.section for s in outcome.sentences for quote in s.quotes] == ["§ 2"]
    assert outcome.sentences[0].text.startswith("(1) Hunder")


def test_two_questions_are_answered_each(desk: Desk) -> None:
    said = " ".join(desk.said("How much is the rent? How many seats has the red boat?"))

    assert "4,200 kroner" in said
    assert "six people" in said


def test_of_two_questions_the_one_without_an_answer_is_named(desk: Desk) -> None:
    outcome = desk.answered("How much is the rent? Who repaired the carburettor?")

    assert any(n.text.startswith("Not answered: `Who repaired the carburettor?`") for n in outcome.notes)


@pytest.mark.req("AGE-9")
def test_the_newer_document_comes_first_and_the_difference_is_told(desk: Desk) -> None:
    rate = "# Rates {year}\n\nUse of your own boat is paid with {sum} kroner per hour."
    for year, money in (("2023", "40"), ("2025", "55")):
        front = f"---\ndate: {year}-01-01\n---\n\n"
        desk.put(f"rates/{year}.md", front + rate.format(year=year, sum=money))

    outcome = desk.answered("What is paid per hour for your own boat?")

    assert [("55" in s.text, "40" in s.text) for s in outcome.sentences[:2]] == [(True, False), (False, True)]
    assert any("`Rates 2025` (2025-01-01) and `Rates 2023` (2023-01-01)" in n.text for n in outcome.notes)


def test_the_older_document_stays_first_when_its_year_is_asked_for(desk: Desk) -> None:
    for year, money in (("2023", "40"), ("2025", "55")):
        text = f"# Rates {year}\n\nUse of your own boat is paid with {money} kroner per hour."
        desk.put(f"rates/{year}.md", f"---\ndate: {year}-01-01\n---\n\n{text}")

    assert "40 kroner" in desk.said("What is paid per hour for your own boat in 2023?")[0]


# ---------------------------------------------------------------- refusing


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


def test_an_empty_library_refuses(desk: Desk) -> None:
    assert Desk().refused("How much is the rent?").nearest == ()


def test_a_name_that_is_only_like_one_that_is_known_is_told(desk: Desk) -> None:
    outcome = desk.answered("How much is the rent of the boathuose?")

    assert any("boathuose" in note.text and "boathouse" in note.text for note in outcome.notes)


@pytest.mark.req("ANS-1", "ANS-5")
def test_words_that_no_quotation_holds_are_told_and_the_answer_is_not_verified(desk: Desk) -> None:
    outcome = desk.answered("How much is the rent of the boathouse with electricity?")

    assert outcome.verdict == "downgraded"
    assert any("they do not use your word `electricity`." in note.text for note in outcome.notes)


@pytest.mark.req("ANS-1")
def test_words_that_no_one_quotation_holds_together_are_not_verified(desk: Desk) -> None:
    desk.put(
        "kennel.md", "# Kennel\n\nThe fee of the kennel is paid in June. Breakfast is served in the kennel."
    )
    desk.put("cafe.md", "# Harbour\n\nThe fee of breakfast is nine kroner.")

    outcome = desk.answered("kennel breakfast kroner")

    assert outcome.verdict == "downgraded"
    assert any("No one quotation holds all" in note.text for note in outcome.notes)


@pytest.mark.req("ANS-1")
def test_a_word_that_was_guessed_is_not_verified(desk: Desk) -> None:
    assert desk.answered("How much is the rent of the boathuose?").verdict == "downgraded"
    assert desk.answered("How much is the rent of the boathouse?").verdict == "verified"


@pytest.mark.req("ANS-5")
def test_a_word_of_another_language_with_the_same_stem_is_not_the_word_asked_for(desk: Desk) -> None:
    desk.put("notat.md", "# Utgifter\n\nDet ble servert et glass til maten, og vi betalte for det.")

    outcome = desk.answered("Does the tenant of the boathouse pay the rent of the glasses?")

    assert outcome.verdict == "downgraded"
    assert any("`glasses`" in note.text for note in outcome.notes)


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


@pytest.mark.req("SEA-2")
def test_a_name_that_was_looked_up_is_not_told_to_be_missing(desk: Desk) -> None:
    outcome = desk.answered("rules § 2")

    assert outcome.verdict == "verified"
    assert not any("holds" in note.text for note in outcome.notes)


def test_a_quotation_that_adds_nothing_to_the_best_one_is_left_out(desk: Desk) -> None:
    desk.put("notes.md", "# Notes\n\nThe rent was talked about at dinner. The boathouse is red.")

    assert len(desk.said("How much is the rent of the boathouse?")) == 1


def test_a_row_labelled_with_the_words_asked_for_wins(desk: Desk) -> None:
    desk.put(
        "faults.md",
        "# Repair of leaks\n\nUrgent leaks were urgent again, and are repaired by the urgent team.\n\n"
        "## Deadlines\n\n- Urgent: 3 days\n- Other: 40 days\n",
    )

    assert "Urgent: 3 days" in desk.said("How fast are urgent leaks repaired?")[0]


# ---------------------------------------------------------------- always the same


def test_the_same_question_over_the_same_documents_gives_the_same_answer(desk: Desk) -> None:
    questions = ["How much is the rent?", "Hva sier rules § 5?", "Who repaired the carburettor?", "boat key"]

    for question in questions:
        assert desk.ask(question) == desk.ask(question)


def test_what_may_not_be_read_changes_nothing() -> None:
    """Two worlds, with and without the hidden documents, in the order that puts them between the others."""
    hidden = [
        ("secret/a.md", "# Secret rent\n\nThe secret rent of the boathouse is 9,999 kroner for Bergen."),
        ("secret/b.md", "# Carburettor\n\nThe carburettor was repaired by Nora. The rent stays."),
        ("secret/lease.md", LEASE.replace("4,200", "1,111")),
    ]
    open_to_all = [("one.md", LEASE), ("two.md", RULES), ("three.md", "# Boats\n\nThe red boat seats six.")]
    whole, readable = Desk(), Desk()
    for (secret, text), (name, shown) in zip(hidden, open_to_all, strict=True):
        whole.put(secret, text, access=["board"])
        whole.put(name, shown)
        readable.put(name, shown)

    for question in (
        "How much is the rent of the boathouse?",
        "What is the rent in Bergen?",
        "Who repaired the carburettor?",
        "secret rent",
        "lease § 2",
        "Hva sier two § 5?",
        "How many seats has the red boat? Who is Nora?",
    ):
        assert whole.ask(question, reader_of("all")) == readable.ask(question, reader_of("all")), question
    assert whole.ask("secret rent", reader_of("board")) != readable.ask("secret rent", reader_of("board"))


def test_filters_hold_for_answers_too(desk: Desk) -> None:
    inside = desk.shelf.inside("harbour/boats.md")

    outcome = desk.answered("How many people does the red boat seat?", inside)

    assert {quote.document.source for s in outcome.sentences for quote in s.quotes} == {"harbour/boats.md"}
    assert {hit.document.source for hit in outcome.nearest} == {"harbour/boats.md"}
    desk.refused("How much is the rent?", inside)


ENGINE = """# The boat

The boat is a 2011 Askeladden with an outboard engine. It is kept in the harbour of Hals.

The engine was last serviced on 12 April 2026 by Hals Marine and cost NOK 7,450.
"""


@pytest.mark.req("ANS-1")
def test_a_quotation_counts_for_every_question_that_it_answers() -> None:
    desk = Desk()
    desk.put("boat.md", ENGINE)

    outcome = desk.answered("When was the engine last serviced and what did it cost?")

    assert outcome.verdict == "verified"
    assert outcome.sentences[0].text == (
        "The engine was last serviced on 12 April 2026 by Hals Marine and cost NOK 7,450."
    )


@pytest.mark.req("ANS-1")
def test_what_a_quotation_holds_is_not_told_to_be_missing() -> None:
    desk = Desk()
    desk.put("boat.md", ENGINE)

    outcome = desk.answered("Where is the boat kept? When was its engine serviced? What did it cost?")

    assert outcome.verdict == "verified"


@pytest.mark.req("ANS-1", "ANS-5")
def test_words_that_only_carry_the_question_are_not_owed(desk: Desk) -> None:
    outcome = desk.answered("How much notice of the lease must be given at least today?")

    assert outcome.verdict == "verified"


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


@pytest.mark.req("ANS-5")
def test_a_short_verb_is_known_in_its_other_forms() -> None:
    desk = Desk()
    desk.put("styret.md", "# Budsjett\n\nStyret vedtok å øke felleskostnadene med 4,5 prosent fra januar.")

    outcome = desk.answered("Hvor mye øker felleskostnadene?")

    assert outcome.verdict == "verified"


FAQ = """# FAQ

**Q:** How often is the boat washed?

**A:** Twice a year, in May and in September.

## Berths

| Berth | Fee | Note |
|---|---|---|
| North | 900 | no power |
| South | 1,200 | power |

## Later

How long is the waiting list?
"""


@pytest.mark.req("ANS-1", "ANS-3")
def test_a_question_is_quoted_with_what_follows_it_and_never_alone() -> None:
    desk = Desk()
    desk.put("faq.md", FAQ)

    assert "Twice a year" in desk.said("How often is the boat washed?")[0]
    desk.refused("How long is the waiting list?")


@pytest.mark.req("ANS-3")
def test_the_other_rows_of_a_table_take_nothing_back() -> None:
    desk = Desk()
    desk.put("faq.md", FAQ)

    (sentence,) = desk.answered("What is the fee of the South berth?").sentences

    assert "1,200" in sentence.text
    assert [cut.holds for quote in sentence.quotes for cut in quote.check.cut] == ["none"]


def test_the_items_of_a_list_begin_lines() -> None:
    desk = Desk()
    desk.put(
        "guests.md", "# Guests\n\nThe harbour gives guests:\n\n* showers\n  until ten\n* a key to the gate"
    )

    assert desk.said("What does the harbour give guests?") == [
        "The harbour gives guests:\n* showers until ten\n* a key to the gate"
    ]
