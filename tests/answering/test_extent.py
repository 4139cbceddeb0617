"""What is quoted around the sentence that answers, so that its exception is seen."""

from __future__ import annotations

import pytest

from belegg.answering.by_rule.extent import Extent, limits, points_back
from belegg.answering.by_rule.pieces import pieces


def quoted(text: str, beginning: str, language: str = "en", taken: frozenset[int] = frozenset()) -> list[str]:
    """The pieces quoted with the one that begins so."""
    found = pieces(text, language)
    parts = [text[piece.span.start : piece.span.end] for piece in found]
    place = next(number for number, part in enumerate(parts) if part.startswith(beginning))
    return [parts[number] for number in Extent(text, found, language, taken).around(place)]


@pytest.mark.req("ANS-3")
@pytest.mark.parametrize(
    ("language", "limiting", "plain"),
    [
        ("nb", "Dette gjelder likevel ikke lærlinger.", "Dette gjelder også lærlinger."),
        ("nn", "Det gjeld ikkje for lærlingar.", "Lærlingar får det same."),
        ("sv", "Detta gäller dock inte lärlingar.", "Detta gäller även lärlingar."),
        ("da", "Reglen gælder ikke for lærlinge.", "Lærlinge får det samme."),
        ("en", "However, apprentices pay half.", "Apprentices pay in May."),
        ("en", "This does not apply to apprentices.", "This applies to apprentices."),
        ("fi", "Oppisopimus on kuitenkin poikkeus.", "Oppisopimus alkaa elokuussa."),
        ("de", "Für Lehrlinge gilt jedoch die Hälfte.", "Lehrlinge zahlen im Mai."),
    ],
)
def test_a_sentence_that_limits_is_told_from_one_that_goes_on(
    language: str, limiting: str, plain: str
) -> None:
    assert limits(limiting, language)
    assert not limits(plain, language)
    assert limits(limiting, None)


@pytest.mark.req("ANS-3")
def test_the_exception_is_quoted_with_the_rule_however_long_it_is() -> None:
    exception = "However, " + "nobody pays before the summer, " * 20 + "as agreed."

    assert quoted(f"Everybody pays the fee. {exception}", "Everybody") == [
        "Everybody pays the fee.",
        exception,
    ]


@pytest.mark.req("ANS-3")
def test_the_exception_in_the_next_paragraph_is_quoted_too() -> None:
    text = "(1) Everybody pays the fee.\n\n(2) The rule does not apply to children."

    assert len(quoted(text, "(1)")) == 2


@pytest.mark.req("ANS-3")
def test_an_exception_that_is_a_list_is_quoted_with_its_list() -> None:
    text = "Everybody pays the fee. The rule does not apply to\n\n- children\n- " + "old " * 250 + "people"

    assert quoted(text, "Everybody")[-1] == "- children"


def test_a_sentence_that_points_back_brings_what_it_points_to() -> None:
    text = f"Dogs {'may ' * 120}come along. This also applies to cats. Birds {'may ' * 120}come along."

    assert [part.split()[0] for part in quoted(text, "This")] == ["Dogs", "This"]
    assert [part.split()[0] for part in quoted(text, "Birds")] == ["Birds"]
    assert points_back("Dette gjelder også katter.", "nb")
    assert not points_back("Er du syk, sier du fra.", "nb")


def test_neighbours_are_quoted_while_it_stays_short_and_never_more_than_three_sentences() -> None:
    assert len(quoted("One is here. Two is here. Three is here. Four is here.", "Two")) == 3
    assert len(quoted("One is here. Two " + "x" * 500 + ". Three is here.", "One")) == 1


def test_what_is_quoted_already_is_not_quoted_again() -> None:
    assert quoted("One is here. Two is here. Three is here.", "Two", taken=frozenset({0, 2})) == [
        "Two is here."
    ]


def test_a_short_list_is_quoted_whole_from_any_of_its_items() -> None:
    text = "The fee is waived for:\n- children,\n- the old, unless they are rich.\n\nOthers pay."

    whole = ["The fee is waived for:", "- children,", "- the old, unless they are rich."]
    assert quoted(text, "- children") == whole
    assert quoted(text, "The fee") == whole


def test_an_item_of_a_long_list_is_quoted_alone() -> None:
    text = "You need:\n" + "\n".join(f"- thing {n} " + "x" * 100 for n in range(9))

    assert len(quoted(text, "- thing 4")) == 1


def test_a_line_that_opens_a_list_is_not_quoted_without_it() -> None:
    text = "The rule is old. The fee is waived for:\n" + "\n".join(f"- {n} " + "x" * 100 for n in range(9))

    assert quoted(text, "The rule") == ["The rule is old."]
    assert quoted(text, "The fee", taken=frozenset({2})) == []


def test_a_word_left_of_a_cut_sentence_is_not_quoted_beside_another() -> None:
    assert quoted("The capital is Hals. April", "The capital") == ["The capital is Hals."]
    assert quoted("The capital is Hals. Yes!", "The capital") == ["The capital is Hals.", "Yes!"]
