"""Of every text: slices are found, alterations refused, and allowed differences change nothing."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from belegg.text.quotes import check_quote
from belegg.text.quotes.borders import cut_inside

SAID = """
avtalen leier utleier frist måneder gjelder ikke dersom skriftlig varsel hyresvärden uppsägning får inte
the tenant shall not pay within days office vuokralainen irtisanomisaika on kolme kuukautta e-post
Mietvertrag kündigen für 30 14 5 2024 1,5 3.000 15-7 12. E-4012 COVID-19
"""
WORDS = SAID.split()
plain_words = st.lists(st.sampled_from(WORDS), min_size=6, max_size=60)
any_text = st.text(min_size=1, max_size=200)
mixed_text = st.lists(
    st.sampled_from(
        [*WORDS, "\n", " ", "  ", "**", "[12]", "|", "- ", "«", "»", "“", "\u00ad", "ﬁ", "¹", "\u200b", "…"]
    ),
    min_size=3,
    max_size=60,
).map(" ".join)


@pytest.mark.req("ANS-1")
@pytest.mark.parametrize("text", ["::\U0003d000000", "\U0003d000abc", "\u0301abc"])
def test_a_word_that_begins_with_a_lone_mark_or_an_unknown_character_is_a_word(text: str) -> None:
    assert check_quote(text, text).status == "exact"


@pytest.mark.req("ANS-1")
@settings(max_examples=300, deadline=None)
@given(st.one_of(any_text, mixed_text), st.data())
def test_any_slice_on_borders_of_words_is_found_exact_at_its_first_place(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    quote = text[start:end].strip()
    start = text.find(quote, start)
    if not any(char.isalpha() or char.isdecimal() for char in quote) or cut_inside(
        text, start, start + len(quote)
    ):
        return

    check = check_quote(text, quote)

    assert check.status == "exact"
    assert check.span is not None
    assert check.span.start <= start
    assert text[check.span.start : check.span.end] == check.text == quote


@pytest.mark.req("ANS-1")
@settings(max_examples=200, deadline=None)
@given(plain_words, st.data())
def test_a_slice_between_spaces_begins_and_ends_with_whole_words(
    words: list[str], data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(words) - 2))
    end = data.draw(st.integers(start + 1, len(words)))

    check = check_quote(" ".join(words), " ".join(words[start:end]))

    assert check.status == "exact"


@pytest.mark.req("ANS-1")
@settings(max_examples=300, deadline=None)
@given(plain_words, st.data())
def test_any_single_changed_word_is_refused(words: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(words) - 1))
    other = data.draw(st.sampled_from(["aldri", "60", "Südverlag", "must", "1,6", "15-8"]))

    assert (
        check_quote(" ".join(words), " ".join([*words[:at], other, *words[at + 1 :]])).status == "not found"
    )


@pytest.mark.req("ANS-1")
@settings(max_examples=200, deadline=None)
@given(plain_words, st.data())
def test_any_single_changed_digit_is_refused(words: list[str], data: st.DataObject) -> None:
    text = " ".join(["Prisen er 1204 kroner", *words])
    digits = [n for n, char in enumerate(text) if char.isdecimal()]
    at = data.draw(st.sampled_from(digits))
    changed = str((int(text[at]) + data.draw(st.integers(1, 9))) % 10)

    assert check_quote(text, text[:at] + changed + text[at + 1 :]).status == "not found"


@pytest.mark.req("ANS-1")
@settings(max_examples=200, deadline=None)
@given(plain_words, st.sampled_from(["ikke", "inte", "not", "ei", "nicht", "pas", "не"]), st.data())
def test_a_dropped_or_added_negation_is_refused(words: list[str], no: str, data: st.DataObject) -> None:
    words = [word for word in words if word != no]
    assume(len(words) > 1)
    at = data.draw(st.integers(1, len(words) - 1))
    with_it = " ".join([*words[:at], no, *words[at:]])
    without = " ".join(words)

    assert check_quote(with_it, without).status == "not found"
    assert check_quote(without, with_it).status == "not found"


MARKS = {
    "line break": lambda text, at: text[:at] + "\n   " + text[at + 1 :],
    "no-break space": lambda text, at: text[:at] + "\u00a0" + text[at + 1 :],
    "zero-width": lambda text, at: text[:at] + "\u200b" + text[at:],
    "footnote": lambda text, at: text[:at] + "[12]" + text[at:],
    "raised footnote": lambda text, at: text[:at] + "⁴²" + text[at:],
    "heading mark": lambda text, at: text[:at] + "\n> " + text[at + 1 :],
    "page number": lambda text, at: text[:at] + "\n\nSide 12 av 40\n\n" + text[at + 1 :],
    "furniture": lambda text, at: text[:at] + "\nUtkast til høring\n" + text[at + 1 :],
}


@pytest.mark.req("ANS-1", "ING-6", "ING-14")
@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from([w for w in WORDS if w.isalpha()]), min_size=6, max_size=40), st.data())
def test_allowed_marks_in_the_source_change_nothing(words: list[str], data: st.DataObject) -> None:
    quote = text = " ".join(words)
    spaces = [n for n, char in enumerate(text) if char == " "]
    for at in sorted(data.draw(st.sets(st.sampled_from(spaces), min_size=1, max_size=4)), reverse=True):
        text = MARKS[data.draw(st.sampled_from(sorted(MARKS)))](text, at)

    check = check_quote(text, quote, ["Utkast til høring"])

    assert check.status == "same words", (text, check.reason)
    assert check.span is not None
    assert 0 <= check.span.start < check.span.end <= len(text)


@pytest.mark.req("ANS-1", "ING-14")
@settings(max_examples=200, deadline=None)
@given(plain_words, st.booleans())
def test_decomposed_letters_are_the_same_letters(words: list[str], in_source: bool) -> None:
    text = " ".join(words)
    apart = unicodedata.normalize("NFD", text)

    check = check_quote(apart, text) if in_source else check_quote(text, apart)

    assert check.status == ("exact" if apart == text else "same words")


@pytest.mark.req("ANS-1")
@settings(max_examples=300, deadline=None)
@given(any_text, any_text)
def test_spans_lie_inside_the_source_and_differences_within_the_span(text: str, quote: str) -> None:
    check = check_quote(text, quote)

    assert (check.span is None) is (check.status == "not found")
    for span in (*check.spans, *(cut.span for cut in check.cut)):
        assert 0 <= span.start < span.end <= len(text)
    assert bool(check.reason) is (check.status == "not found")
