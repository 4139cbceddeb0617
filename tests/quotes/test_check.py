"""What the check of one quotation says: status, span, differences, count, and the reason of a refusal."""

from __future__ import annotations

import pytest

from belegg.records import Difference, Span
from belegg.text.quotes import PreparedSource, check_quote

NOTICE = (
    "Leietaker kan si opp avtalen med 30 dagers varsel. Utleier kan ikke si opp avtalen uten saklig grunn."
)


@pytest.mark.req("ANS-1")
def test_an_exact_quotation_has_its_span_and_no_difference() -> None:
    check = check_quote(NOTICE, "si opp avtalen med 30 dagers varsel")

    assert (check.status, check.span, check.differences) == ("exact", Span(14, 49), ())


@pytest.mark.req("ANS-1")
def test_a_quotation_that_stands_there_twice_is_counted_and_placed_first() -> None:
    check = check_quote(NOTICE, "si opp avtalen")

    assert (check.count, check.span) == (2, Span(14, 28))


@pytest.mark.req("ANS-1")
def test_the_source_s_own_words_are_given_beside_the_differences() -> None:
    check = check_quote(
        "Gebyret er **12\u00a0500** kroner[4] per\nsøknad.", "Gebyret er 12 500 kroner per søknad"
    )

    assert check.status == "same words"
    assert check.text == "Gebyret er **12\u00a0500** kroner[4] per\nsøknad"
    assert [(each.kind, each.in_quote, each.in_source) for each in check.differences] == [
        ("Markdown mark", "", "**"),
        ("white space", " ", "\u00a0"),
        ("Markdown mark", "", "**"),
        ("footnote mark", "", "[4]"),
        ("line break", " ", "\n"),
    ]


@pytest.mark.req("ANS-1")
def test_a_shortened_quotation_has_a_span_for_every_piece() -> None:
    check = check_quote(NOTICE, "Leietaker kan si opp avtalen […] uten saklig grunn.")

    assert check.status == "shortened"
    assert [NOTICE[span.start : span.end] for span in check.spans] == [
        "Leietaker kan si opp avtalen",
        "uten saklig grunn.",
    ]
    assert check.span == Span(0, len(NOTICE))


@pytest.mark.req("ANS-1")
def test_marks_of_omission_at_the_ends_shorten_nothing() -> None:
    check = check_quote(NOTICE, "… si opp avtalen med 30 dagers varsel […]")

    assert (check.status, check.span) == ("same words", Span(14, 49))
    assert check.differences == (
        Difference("omission mark", "…", "", 14),
        Difference("omission mark", "[…]", "", 49),
    )


REASONS = [
    (
        "Leietaker kan si opp avtalen med 90 dagers varsel.",
        "the source has `30` where the quotation has `90`",
    ),
    (
        "Utleier kan si opp avtalen uten saklig grunn.",
        "the source has `ikke` beside `kan`; the quotation leaves it out",
    ),
    (
        "Leietaker kan ikke si opp avtalen med 30 dagers varsel.",
        "the quotation has `ikke` beside `kan`; the source does not",
    ),
    ("Partene kan reforhandle", "the source does not have `reforhandle`"),
    ("Leietaker kan si opp avt\u0430len", "(`\u0430` is cyrillic small letter a)"),
    ("0 dagers varsel", "the source has `30` where the quotation has `0`"),
    ("", "the quotation holds no word"),
    ("… – !", "the quotation holds no word"),
]


@pytest.mark.req("ANS-1")
@pytest.mark.parametrize(("quote", "reason"), REASONS)
def test_a_refusal_says_what_differs(quote: str, reason: str) -> None:
    check = check_quote(NOTICE, quote)

    assert check.status == "not found"
    assert reason in check.reason


@pytest.mark.req("ANS-1")
@pytest.mark.parametrize(
    ("source", "quote", "reason"),
    [
        ("Innskuddet er ikke-refunderbart.", "refunderbart", "it begins inside `ikke-refunderbart.`"),
        ("Prisen er 12 500 kroner.", "500 kroner", "it begins inside `12 500`"),
        ("Renten er 4,5 %.", "Renten er 4,5", "it ends inside `4,5 %.`"),
    ],
)
def test_a_quotation_that_ends_inside_a_word_or_number_is_told_which(
    source: str, quote: str, reason: str
) -> None:
    assert check_quote(source, quote).reason == reason


@pytest.mark.req("ANS-1")
def test_an_empty_source_holds_nothing() -> None:
    assert check_quote("", "Noe.").status == "not found"


@pytest.mark.req("ANS-1", "ING-6")
def test_furniture_is_passed_over_only_when_it_was_handed_over() -> None:
    source = "Styret kan øke\nVedtekter for Solvik\nleien én gang i året."
    quote = "Styret kan øke leien én gang i året."

    assert check_quote(source, quote).status == "not found"
    assert check_quote(source, quote, ["Vedtekter for Solvik"]).status == "same words"
    assert check_quote(PreparedSource(source, ["Vedtekter for Solvik"]), quote).status == "same words"


@pytest.mark.req("ANS-1", "ING-6")
def test_a_number_on_a_line_of_its_own_is_no_page_number_by_itself() -> None:
    assert check_quote("Gebyr:\n300\nkroner per dag", "Gebyr: kroner per dag", ["300"]).status == "not found"
    assert (
        check_quote("gebyret for en dag\n\n300\n\nbetales kontant", "gebyret for en dag betales").status
        != "not found"
    )


@pytest.mark.req("ANS-1")
def test_a_word_that_stands_everywhere_is_found_where_it_stands_whole() -> None:
    source = "en" * 50_000 + " en båt"

    assert check_quote(source, "en").span == Span(100_001, 100_003)


@pytest.mark.req("ANS-1")
@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("a " * 200_000, "a a a b"),
        ("ab " * 100_000, "a b"),
        ("13 days " * 50_000, "3 days"),
        ("a" * 300_000, "a" * 50 + "b"),
        ("ab-\ncd " * 50_000, "abcd abce"),
        ("| a " * 50_000, "a a b"),
        ("[" * 300_000, "[a](b)"),
        ("word " * 50_000, "word … " * 500),
        ("x\u00ad" * 100_000, "xxxx y"),
    ],
)
def test_texts_made_to_be_slow_are_answered(source: str, quote: str) -> None:
    assert check_quote(source, quote).status == "not found"


MARKUP = [
    ("See the [rent act][act] for it.", "See the rent act for it."),
    ("See [[acts/rent|the rent act]] for it.", "See the rent act for it."),
    ("See [the rent act] for it.\n\n[the rent act]: act.md", "See the rent act for it."),
    ("Write to <post@example.invalid> today.", "Write to post@example.invalid today."),
    ("Pay <strong>now</strong>, or<br>leave.", "Pay now, or leave."),
    ("Pay&nbsp;now &amp; leave.", "Pay now & leave."),
    ("Talk<sup>3</sup> is cheap.", "Talk is cheap."),
    ("<tr><td>Oslo</td><td>812</td></tr>", "Oslo 812"),
    ("Pay ![coin](coin.png) now.", "Pay now."),
]


@pytest.mark.req("ANS-1")
@pytest.mark.parametrize(("source", "quote"), MARKUP)
def test_marks_of_markdown_and_its_html_are_passed_over(source: str, quote: str) -> None:
    assert check_quote(source, quote).status == "same words"


@pytest.mark.req("ANS-1")
@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("The <del>old</del> fee is 5.", "The old fee is 5."),
        ("The ~~old~~ fee is 5.", "The old fee is 5."),
        ("Plots of m<sup>2</sup> only.", "Plots of m only."),
        ("<td>5</td><td>821</td> kroner", "5 821 kroner"),
        ("Pay & leave.", "Pay &amp; leave."),
        ("Values <b and c> d are kept.", "Values d are kept."),
        ("Pay [now] and leave.", "Pay now and leave."),
    ],
)
def test_struck_text_exponents_and_signs_are_not(source: str, quote: str) -> None:
    assert check_quote(source, quote).status == "not found"


@pytest.mark.req("ANS-1")
def test_scripts_without_spaces_are_quoted_by_the_letter() -> None:
    source = "契約は三年間\n有効である。"

    assert check_quote(source, "三年間").status == "exact"
    assert check_quote(source, "三年間有効").status == "same words"
    assert check_quote(source, "四年間有効").status == "not found"


@pytest.mark.req("ANS-1")
def test_a_bracketed_letter_stands_for_either_case_and_for_itself() -> None:
    source = "The court said: “[t]he Act binds the Crown”. The Act was repealed."

    assert check_quote(source, "[t]he Act binds\nthe Crown").status == "same words"
    assert check_quote(source, "[t]he Act was repealed").status == "same words"
    assert check_quote(source, "[h]e Act was repealed").status == "not found"
