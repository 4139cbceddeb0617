"""What changed between two texts: nothing is lost, nothing is put beside what it is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.library.differences import Paragraph, changes, paragraphs_of, side_by_side, word_runs

pytestmark = pytest.mark.req("ING-12")

WORDS = st.lists(st.sampled_from(["the", "lamp", "in", "hall", "is", "green", "red"]), max_size=12).map(
    " ".join
)
TEXTS = st.lists(WORDS, max_size=8).map("\n\n".join)


def of(text: str) -> list[Paragraph]:
    return paragraphs_of(text, {})


def told(old: str, new: str) -> list[tuple[str, tuple[str, ...], str]]:
    """Each change: what it is, the headings above it, its words with those that changed marked."""
    marks = {"same": "{}", "removed": "[-{}-]", "added": "{{+{}+}}"}
    found, _ = changes(of(old), of(new))
    return [(c.kind, c.path, " ".join(marks[run.kind].format(run.text) for run in c.runs)) for c in found]


@given(WORDS, WORDS)
def test_runs_hold_every_word_of_both_texts_in_order(old: str, new: str) -> None:
    runs, _ = word_runs(old, new)

    assert " ".join(run.text for run in runs if run.kind != "added") == old
    assert " ".join(run.text for run in runs if run.kind != "removed") == new


@given(TEXTS, TEXTS)
def test_every_paragraph_of_both_stands_in_one_pair_in_order(old: str, new: str) -> None:
    first, second = of(old), of(new)
    pairs = side_by_side(first, second)

    assert [a for a, _ in pairs if a is not None] == list(range(len(first)))
    assert [b for _, b in pairs if b is not None] == list(range(len(second)))


@given(TEXTS)
def test_a_text_is_cut_into_paragraphs_without_losing_a_word(text: str) -> None:
    assert " ".join(one.plain for one in of(text)).split() == text.split()
    assert all(" ".join(text[p.span.start : p.span.end].split()) == p.plain for p in of(text))


@given(TEXTS)
def test_a_text_does_not_differ_from_itself_however_its_lines_are_broken(text: str) -> None:
    assert changes(of(text), of(text.replace(" ", "\n")))[0] == []


def test_a_changed_word_is_marked_inside_its_paragraph_under_its_heading() -> None:
    old = "# Lamps\n\n## Hall\n\nThe lamps are green and bright.\n\n## Cellar\n\nNo lamp."

    assert told(old, old.replace("green", "red")) == [
        ("changed", ("Lamps", "Hall"), "The lamps are [-green-] {+red+} and bright.")
    ]


def test_a_new_section_and_a_dropped_one_are_told_apart() -> None:
    old = "## Hall\n\nThe lamps are green.\n\n## Attic\n\nNobody goes there at night."
    new = "## Hall\n\nThe lamps are green.\n\n## Cellar\n\nThe boiler hums all winter."

    assert [(kind, path) for kind, path, _ in told(old, new)] == [
        ("removed", ()),
        ("removed", ("Attic",)),
        ("added", ()),
        ("added", ("Cellar",)),
    ]


def test_items_rows_and_lines_that_end_a_sentence_change_one_by_one() -> None:
    old = (
        "Rates are these:\n- car 4.20\n- bus 2.00\n\n| a | 1 |\n| b | 2 |\n\n"
        "One rule.\nAnother rule holds here."
    )

    new = old.replace("2.00", "2.50").replace("| 2", "| 3").replace("Another", "This")

    assert told(old, new) == [
        ("changed", (), "- bus [-2.00-] {+2.50+}"),
        ("changed", (), "| b | [-2-] {+3+} |"),
        ("changed", (), "[-Another-] {+This+} rule holds here."),
    ]


def test_numbered_headings_of_a_law_stand_above_what_follows() -> None:
    old = "§ 1 Purpose\n\nThe act is about lamps.\n\n§ 2 Scope\n\nIt holds in the hall."

    assert told(old, old.replace("hall", "cellar")) == [
        ("changed", ("§ 2 Scope",), "It holds in the [-hall.-] {+cellar.+}")
    ]


def test_paragraphs_too_long_to_compare_by_words_are_shown_whole() -> None:
    old, new = "a " * 2500 + "b", "a " * 2500 + "c"
    [change] = changes(of(old), of(new))[0]

    assert change.whole
    assert [run.kind for run in change.runs] == ["removed", "added"]
