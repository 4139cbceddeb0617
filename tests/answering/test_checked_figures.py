"""Every figure, date and name of a sentence stands in its quotations, or is told."""

from __future__ import annotations

import pytest

from answering.drafting_by_hand import Checking

MEASURED = "The mission counted 5,821 boats in 2024 and 5,640 boats in 2023, among them 1,164 ferries."


@pytest.fixture
def shelf() -> Checking:
    checking = Checking()
    checking.put("count", (None, ("Boats", "Part 2"), MEASURED), facts=[("published", "2025-03-01")])
    checking.put("gebyr", "Gebyret er 1.500 kroner og betales innen tretti dager.", language="nb")
    checking.put("shares", "The share of ferries rose from 10 % in 2020 to 12 % in 2024.")
    checking.put("term", "The lease began on 1 May 2024 and ends after five years, on 30 April.")
    checking.put(
        "table",
        "| Harbour | Boats 2024 | Income, USD |\n|---|---|---|\n"
        "| Alesund | 250 | 41,300 |\n| Bergen | 912 | 88,410 |",
    )
    return checking


@pytest.mark.req("ANS-6")
def test_a_number_that_no_quotation_holds_fails_and_its_place_is_told(shelf: Checking) -> None:
    told = shelf.failures("They counted 1,164 ferries.", ("The mission counted 5,821 boats in 2024", "count"))

    assert "`1,164` stands in no quotation of this sentence; `Count` has it in “The mission counted" in told


@pytest.mark.parametrize(
    "said",
    [
        "The fee is 1,500 kroner, within 30 days.",
        "Gebyret er 1 500 kroner, innen 30 dager.",
        "Avgiften är 1500 kronor, inom trettio dagar.",
        "Die Gebühr ist 1.500 kroner, innerhalb von dreißig Tagen zu zahlen.",
        "Maksu on 1 500 kruunua, ja se on maksettava kolmenkymmenen päivän kuluessa.",
    ],
)
def test_a_number_is_the_same_in_every_language_and_in_words(shelf: Checking, said: str) -> None:
    quotation = "Gebyret er 1.500 kroner og betales innen tretti dager"

    assert shelf.failures(said, (quotation, "gebyr")) == ""


def test_thousands_and_decimals_are_told_apart_by_the_quotations_language(shelf: Checking) -> None:
    assert "1.5" in shelf.failures("The fee is 1.5 kroner.", ("Gebyret er 1.500 kroner", "gebyr"))


@pytest.mark.parametrize(
    "said",
    ["1 May 2024", "2024-05-01", "1. mai 2024", "May 1, 2024", "1.5.2024", "den 1 maj 2024", "May 2024"],
)
def test_a_date_is_the_same_in_every_written_form(shelf: Checking, said: str) -> None:
    assert shelf.failures(f"It began on {said}.", ("The lease began on 1 May 2024", "term")) == ""


def test_another_date_fails(shelf: Checking) -> None:
    told = shelf.failures("It began on 2 May 2024.", ("The lease began on 1 May 2024", "term"))

    assert "`2 May 2024` stands in no quotation" in told


def test_a_number_with_another_unit_is_not_what_is_quoted(shelf: Checking) -> None:
    told = shelf.failures("It ends after five months.", ("ends after five years, on 30 April", "term"))

    assert "`five months` is not what is quoted: `five years`" in told


def test_what_stands_in_the_date_of_the_document_is_taken_and_said(shelf: Checking) -> None:
    claim = ("The mission counted 5,821 boats", "count")
    proof = shelf.proof("The report of 1 March 2025 counted 5,821 boats.", claim)

    assert proof.failures == ()
    assert "`1 March 2025` is not in the quotation; it stands with it" in proof.remarks[0]


def test_the_number_of_a_heading_is_no_figure(shelf: Checking) -> None:
    told = shelf.failures("They counted 2 boats.", ("The mission counted 5,821 boats in 2024", "count"))

    assert "`2`" in told


def test_a_cell_brings_its_row_and_its_header(shelf: Checking) -> None:
    proof = shelf.proof("In 2024 Bergen earned USD 88,410.", ("88,410", "table"))

    assert (proof.failures, proof.doubts) == ((), ())
    assert any("`2024`" in remark for remark in proof.remarks)


def test_the_questions_own_figure_is_doubted(shelf: Checking) -> None:
    claim = ("The mission counted 5,821 boats", "count")
    proof = shelf.proof(
        "Of your 40 harbours all counted boats.", claim, question="I have 40 harbours. Who counted?"
    )

    assert (proof.failures, proof.doubts) == ((), ("`40` is of the question; no quotation holds it",))


def test_a_number_may_count_the_quotations(shelf: Checking) -> None:
    claims = [("The mission counted 5,821 boats in 2024", "count"), ("among them 1,164 ferries", "count")]

    assert shelf.failures("The report has two counts.", *claims) == ""


@pytest.mark.req("ANS-6")
@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("Boats rose from 5,640 to 5,821, by 181.", "5,821 - 5,640 = 181"),
        ("Boats rose from 5,640 to 5,821, by 3.2 %.", "(5,821 - 5,640) / 5,640 = 3.2 %"),
        ("Both years had 11,461 boats together.", "5,821 + 5,640 = 11,461"),
        ("Of the 5,821 boats the 1,164 ferries made up 20 per cent.", "1,164 / 5,821 = 20 per cent"),
        ("Båtene økte fra 5 640 til 5 821, altså med 181.", "5,821 - 5,640 = 181"),
        ("There were about 5,800 boats.", "5,821 ≈ 5,800"),
        ("On average there were 5,730.5 boats a year.", "(5,821 + 5,640) / 2 = 5,730.5"),
    ],
)
def test_what_was_computed_is_computed_anew_and_shown(shelf: Checking, said: str, line: str) -> None:
    proof = shelf.proof(said, (MEASURED, "count"))

    assert proof.failures == ()
    assert [one.replace("5 821", "5,821").replace("5 640", "5,640") for one in proof.arithmetic] == [line]


@pytest.mark.req("ANS-6")
@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("Boats rose from 5,640 to 5,821, by 191.", "`191` is wrong: 5,821 - 5,640 = 181"),
        (
            "The share rose from 10 % to 12 %, by 2 %.",
            "`2 %` has the wrong unit: 12 % - 10 % = 2 percentage points",
        ),
        ("The share rose from 10 % to 12 %, by 3 percentage points.", "12 % - 10 % = 2 percentage points"),
    ],
)
def test_what_was_computed_wrongly_fails_with_the_right_value(shelf: Checking, said: str, right: str) -> None:
    quotation = MEASURED if "Boats" in said else "The share of ferries rose from 10 % in 2020 to 12 % in 2024"

    assert right in shelf.failures(said, (quotation, "count" if "Boats" in said else "shares"))


def test_percentage_points_are_shown_as_such(shelf: Checking) -> None:
    quotation = "The share of ferries rose from 10 % in 2020 to 12 % in 2024"
    proof = shelf.proof("The share rose from 10 % to 12 %, by 2 percentage points.", (quotation, "shares"))

    assert (proof.failures, proof.arithmetic) == ((), ("12 % - 10 % = 2 percentage points",))


def test_without_a_word_that_says_so_nothing_is_computed(shelf: Checking) -> None:
    assert "`181` stands in no quotation" in shelf.failures("They saw 181 swans.", (MEASURED, "count"))


def test_a_rounded_number_without_a_word_for_it_is_another_number(shelf: Checking) -> None:
    assert "`5,800`" in shelf.failures("They counted 5,800 boats.", (MEASURED, "count"))


@pytest.mark.parametrize(
    ("said", "lacking"),
    [
        ("In Norway the mission counted 5,821 boats.", "`Norway` stands in no quotation"),
        ("The mission counted 5,821 boats under A/79/797.", "`A/79/797` stands in no quotation"),
        ("The mission counted 5,821 boats under § 15-3.", "`15-3` stands in no quotation"),
    ],
)
def test_a_name_or_code_that_stands_nowhere_fails(shelf: Checking, said: str, lacking: str) -> None:
    assert lacking in shelf.failures(said, (MEASURED, "count"))


def test_a_name_that_stands_elsewhere_in_the_document_is_doubted(shelf: Checking) -> None:
    shelf.put("port", "The pier is new.", "The harbour of Molde opened late.")

    proof = shelf.proof("In Molde the pier is new.", ("The pier is new", "port"))

    assert (proof.failures, len(proof.doubts)) == ((), 1)


def test_a_name_in_another_language_is_the_same_name(shelf: Checking) -> None:
    shelf.put("syria", "Passports of Syria are valid for six years in that country.", title="Travel")

    claim = ("Passports of Syria are valid for six years", "syria")
    proof = shelf.proof("Pass från Syrien är giltiga i sex år enligt den här källan.", claim)

    assert (proof.failures, proof.doubts) == ((), ())


NORWEGIAN = "Fristen er tre måneder for dem som er ansatt i selskapet vårt."


@pytest.mark.parametrize(
    ("said", "title", "doubted"),
    [
        ("The notice is three months for employees in Sweden.", "Oppsigelse", ["Sweden"]),
        ("The notice is three months for employees in Sweden.", "Oppsigelse i Norge", ["Sweden"]),
        ("The notice is three months for employees of the World Bank.", "Oppsigelse", ["World", "Bank"]),
        ("The notice is three months for employees in Norway.", "Oppsigelse i Norge", []),
        ("The notice is three months for Norwegian employees.", "Oppsigelse i Norge", []),
        ("The notice is three months for employees of the United Nations.", "Oppsigelse i FN", []),
        ("The notice is three months for employees in South Sudan.", "Oppsigelse i Sør-Sudan", []),
        ("The notice is three months for employees in Libya.", "Oppsigelse i Libyen", []),
    ],
)
def test_a_place_that_neither_the_quotation_nor_its_section_names_is_doubted_across_languages(
    shelf: Checking, said: str, title: str, doubted: list[str]
) -> None:
    shelf.put("notice", NORWEGIAN, title=title, language="nb")

    proof = shelf.proof(said, (NORWEGIAN, "notice"))

    told = [f"`{name}` stands neither in the quotation nor in its section" for name in doubted]
    assert [doubt for doubt in proof.doubts if "section" in doubt] == told


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        ("The tenant may not keep a dog.", "The tenant may keep a dog"),
        ("The tenant may keep a cat.", "The tenant may not keep a cat"),
    ],
)
def test_a_negation_on_one_side_alone_is_doubted(shelf: Checking, said: str, quoted: str) -> None:
    shelf.put("lease", "The tenant may keep a dog. The tenant may not keep a cat.")

    assert "negation" in shelf.proof(said, (quoted, "lease")).doubts[0]


def test_a_negation_that_was_cut_away_is_doubted(shelf: Checking) -> None:
    shelf.put("lease", "The deposit is paid back, but not before the keys are returned to the office.")

    proof = shelf.proof("The deposit is paid back.", ("The deposit is paid back", "lease"))

    assert "but not before the keys are returned" in proof.doubts[0]


def test_a_shortened_quotation_holds_its_pieces_alone(shelf: Checking) -> None:
    told = shelf.failures(
        "They counted 5,640 boats.",
        ("The mission counted 5,821 boats in 2024 […] among them 1,164 ferries", "count"),
    )

    assert "`5,640` stands in no quotation" in told


def test_a_condition_that_a_shortened_quotation_leaves_out_is_doubted(shelf: Checking) -> None:
    shelf.put("leave", "Leave is granted unless it causes difficulty, and no request was turned down so far.")

    claim = ("Leave is granted […] and no request was turned down so far", "leave")
    proof = shelf.proof("Leave is granted, and no request was turned down so far.", claim)

    assert "leaves out a condition: unless it causes difficulty" in proof.doubts[0]


def test_a_tail_in_another_language_does_not_excuse_its_names(shelf: Checking) -> None:
    told = shelf.failures(
        "Gebyret er 1.500 kroner og betales innen tretti dager, except when Zanzibar decides.",
        ("Gebyret er 1.500 kroner og betales innen tretti dager", "gebyr"),
    )

    assert "`Zanzibar` stands in no quotation" in told


def test_a_table_may_say_what_its_figures_are_counted_in(shelf: Checking) -> None:
    table = "| Country | 2025 | 2026 |\n|---|---|---|\n| Total | 118.4 | 131.0 |"
    shelf.put("budget", "All figures in millions of kroner.", table)
    shelf.put("uncounted", table)
    said = "The total is 131.0 million, an increase of 12.6 million from 118.4 million."

    counted = shelf.proof(said, ("| Total | 118.4 | 131.0 |", "budget"))
    uncounted = shelf.proof(said, ("| Total | 118.4 | 131.0 |", "uncounted"))

    assert (counted.failures, counted.doubts) == ((), ())
    assert counted.arithmetic == ("131.0 million - 118.4 million = 12.6 million",)
    assert uncounted.doubts[0] == "`131.0 million` stands in the quotation as `131.0`"


def test_a_time_in_another_unit_is_shown_as_the_same(shelf: Checking) -> None:
    claim = ("ends after five years, on 30 April", "term")

    assert shelf.proof("It ends after 60 months.", claim).arithmetic == ("five years = 60 months",)
    assert "`61 months`" in shelf.failures("It ends after 61 months.", claim)


def test_the_share_of_two_figures_of_the_sentence_needs_no_word(shelf: Checking) -> None:
    proof = shelf.proof("Ferries: 1,164 of 5,821, about 20 %.", (MEASURED, "count"))

    assert (proof.failures, proof.arithmetic) == ((), ("1,164 / 5,821 = 20 %",))


LEFT = [
    ("That leaves 4,657 other boats.", "5,821 - 1,164 = 4,657"),
    ("That is 181 more than in the three months before.", "5,821 - 5,640 = 181"),
]


@pytest.mark.req("ANS-6")
@pytest.mark.parametrize(("said", "line"), LEFT)
def test_what_is_left_and_what_is_more_are_differences(shelf: Checking, said: str, line: str) -> None:
    figures = ("among them 1,164 ferries",) if "leaves" in said else ("5,640 boats in 2023",)
    claims = [("The mission counted 5,821 boats in 2024", "count"), *((one, "count") for one in figures)]

    proof = shelf.proof(said, *claims)

    assert proof.arithmetic == (line,)
    assert not any("is wrong" in one or "not carried" in one for one in proof.failures)


@pytest.mark.req("ANS-6")
def test_a_time_beside_a_right_result_is_not_called_a_wrong_one(shelf: Checking) -> None:
    claims = [("The mission counted 5,821 boats in 2024", "count"), ("5,640 boats in 2023", "count")]
    told = shelf.failures("That is 181 more than in the three months before.", *claims)

    assert told == "`three months` stands in no quotation of this sentence"


DAILY = ("Satsen for diett er 780 kr per døgn", "daily")


@pytest.mark.req("ANS-6")
def test_a_quoted_rate_times_a_number_that_is_asked_about_is_shown(shelf: Checking) -> None:
    shelf.put("daily", "Satsen for diett er 780 kr per døgn.", language="nb")
    asked = "Hvor mye får jeg i diett for to døgn?"

    right = shelf.proof("For to døgn blir det 1 560 kr i diett.", DAILY, question=asked)
    wrong = shelf.proof("For to døgn blir det 1 570 kr i diett.", DAILY, question=asked)
    unasked = shelf.proof("For to døgn blir det 1 560 kr i diett.", DAILY)

    assert (right.failures, right.doubts) == ((), ())
    assert right.arithmetic == ("2 × 780 kr = 1 560 kr",)
    assert wrong.failures == ("`1 570 kr` stands in no quotation of this sentence",)
    assert wrong.doubts == ("`to døgn` is of the question; no quotation holds it",)
    assert unasked.failures == ("`1 560 kr` stands in no quotation of this sentence",)


@pytest.mark.req("ANS-6")
@pytest.mark.parametrize(
    ("said", "failures"),
    [
        ("It approved 15 instead of 30 million dinars.", ()),
        ("It approved 16 instead of 30 million dinars.", ("`16` stands in no quotation of this sentence",)),
    ],
)
def test_two_figures_may_share_a_scale(shelf: Checking, said: str, failures: tuple[str, ...]) -> None:
    shelf.put("budget", "The board approved 15 million dinars. The harbour had asked for 30 million dinars.")
    claims = [("approved 15 million dinars", "budget"), ("asked for 30 million dinars", "budget")]

    assert shelf.proof(said, *claims).failures == failures


@pytest.mark.parametrize("said", ["There were 15 women among the guests.", "Women were there three months."])
def test_the_same_digits_of_something_else_are_no_place_to_quote(shelf: Checking, said: str) -> None:
    shelf.put("guests", "Women were among the guests.\n\n3. The board met on 15 December 2024.")
    figure = "15" if "15" in said else "three months"

    told = shelf.failures(said, ("Women were among the guests", "guests"))

    assert told == f"`{figure}` stands in no quotation of this sentence"
