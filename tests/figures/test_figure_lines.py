"""Figures as lines: each is read back as what it was written from, whatever a source writes in its labels."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import SourceChanged
from belegg.library.statistics.document import figure_lines, figures_document, fixed_of, title_of
from belegg.library.statistics.lines import line_of, part
from belegg.library.statistics.record import fetch_of, kept_in, record_of
from belegg.library.statistics.verifying import verified
from belegg.records import EVERYONE
from belegg.records.statistics import (
    CellKey,
    Code,
    Dimension,
    Fetch,
    Observation,
    Plan,
    RawBody,
    StatisticsTable,
    TableNote,
    TableRef,
)
from belegg.testing.statistics_source import KnownSource
from belegg.text.figure_lines import FigureLine

pytestmark = pytest.mark.req("STA-3")

labels = st.text(max_size=12)
figures = st.from_regex(r"\A-?[0-9]{1,12}(\.[0-9]{1,6})?\Z")
statuses = st.text(max_size=8) | st.sampled_from([".", "..", ":", "-", "p", "no figure", "0", "(p)", ": 5"])
observations = st.builds(
    Observation,
    keys=st.just(()),
    raw=st.none() | figures,
    text=st.none() | figures,
    status=statuses,
    status_label=labels | st.just("a: 7 (b)"),
)


def fetched(**selection: str) -> Fetch:
    source = KnownSource()
    table = source.describe("07459", "en")
    asked = {"Region": "4601,1103", "Tid": "2023,2024"} | selection
    return source.fetch(source.plan(table, {name: tuple(codes.split(",")) for name, codes in asked.items()}))


@given(label=st.lists(labels, min_size=1, max_size=4), observation=observations)
def test_a_line_is_read_back_as_it_was_written(label: list[str], observation: Observation) -> None:
    line = line_of(tuple(part(each) for each in label), observation)

    read = FigureLine.read(str(line))

    assert read == line
    assert "\n" not in str(line)
    assert (read.figure is None) == (observation.text is None)
    if observation.text is not None:
        assert Decimal(read.figure or "") == Decimal(observation.text)


@given(observation=observations)
def test_a_mark_is_never_read_as_a_number(observation: Observation) -> None:
    line = line_of(("Bergen",), replace(observation, text=None))

    assert not any(sign.isnumeric() for sign in str(line).partition(": ")[2].partition(" (")[0])


def test_a_line_names_what_varies_with_the_time_last() -> None:
    fetch = fetched()

    lines = [str(line) for line in figure_lines(fetch.plan, fetch.observations)]

    assert lines == [
        "Bergen · 2023: 289330",
        "Bergen · 2024: 291940",
        "Stavanger · 2023: .. (not available)",
        "Stavanger · 2024: 148682",
    ]


def test_one_figure_alone_still_says_its_time() -> None:
    fetch = fetched(Region="4601", Tid="2024")

    assert [str(line) for line in figure_lines(fetch.plan, fetch.observations)] == ["2024: 291940"]
    assert fixed_of(fetch.plan, fetch.observations) == ("region = Bergen; contents = Persons; unit = persons")


def exchange_rates(*observations: Observation) -> tuple[Plan, tuple[Observation, ...]]:
    table = StatisticsTable(
        TableRef("bank", "EXR", "Exchange rates", "en"),
        (Dimension("BASE_CUR", "Base", "other", (), 2), Dimension("TIME_PERIOD", "Time", "time", (), 1)),
    )
    return Plan(table, {}, {}, len(observations), ()), observations


def rate(code: str, label: str, text: str, multiplier: str = "", unit: str = "kroner") -> Observation:
    keys = (CellKey("BASE_CUR", code, label), CellKey("TIME_PERIOD", "2026-08-27", "2026-08-27"))
    return Observation(keys, text, text, unit=unit, multiplier=multiplier, decimals=2)


def test_a_multiplier_stands_in_its_line() -> None:
    plan, two = exchange_rates(
        rate("SEK", "Swedish krona", "98.14", "per 100"), rate("USD", "US dollar", "9.87")
    )

    lines = [str(line) for line in figure_lines(plan, two)]

    assert lines == ["Swedish krona, per 100 · 2026-08-27: 98.14", "US dollar · 2026-08-27: 9.87"]
    assert fixed_of(plan, two) == "unit = kroner, 2 decimals"


def test_units_that_differ_stand_in_their_lines() -> None:
    plan, two = exchange_rates(rate("A", "Stock", "1.00", unit="tonnes"), rate("B", "Value", "2.00"))

    lines = [str(line) for line in figure_lines(plan, two)]

    assert lines == ["Stock, tonnes · 2026-08-27: 1.00", "Value, kroner · 2026-08-27: 2.00"]
    assert fixed_of(plan, two) == ""


def test_a_unit_that_its_label_says_is_not_said_twice() -> None:
    plan, two = exchange_rates(
        rate("A", "12-month rate (per cent)", "3.10", unit="per cent"),
        rate("B", "Index", "2.00", unit="points"),
    )

    lines = [str(line) for line in figure_lines(plan, two)]

    assert lines == ["12-month rate (per cent) · 2026-08-27: 3.10", "Index, points · 2026-08-27: 2.00"]


def test_codes_that_share_a_label_are_told_apart() -> None:
    plan, two = exchange_rates(rate("A", "Total", "1.00"), rate("B", "Total", "2.00"))

    lines = [str(line) for line in figure_lines(plan, two)]

    assert lines == ["Total (A) · 2026-08-27: 1.00", "Total (B) · 2026-08-27: 2.00"]


def test_a_flag_and_its_meaning_follow_the_figure() -> None:
    plan, one = exchange_rates(
        replace(rate("DE2", "Bayern", "675709.5"), status="p", status_label="provisional")
    )

    assert str(figure_lines(plan, one)[0]) == "2026-08-27: 675709.5 (p, provisional)"


@pytest.mark.parametrize("text", ["Yes", "1e5", "1 000", "٣", "NaN", ""])
def test_what_is_no_number_is_no_figure(text: str) -> None:
    with pytest.raises(SourceChanged, match="number"):
        figure_lines(*exchange_rates(rate("A", "Total", text)))


@pytest.mark.req("STA-4")
def test_a_fetch_is_a_document_with_a_head_and_a_passage_a_line() -> None:
    made = figures_document(fetched(Region="4601"), "Known Statistics", "token")

    assert made.document.text == (
        "# 07459: Population, by region and year\n"
        "Source: Known Statistics, table 07459 · licence CC BY 4.0\n"
        "Retrieved: 2024-03-01T08:00:00Z · source updated 2024-02-21T07:00:00Z\n"
        "Query: Region=4601; ContentsCode=P; Tid=2023,2024\n"
        "Fixed: region = Bergen; contents = Persons; unit = persons\n"
        "Note (must be shown): Figures are those of 1 January.\n"
        "## Figures\n"
        "2023: 289330\n"
        "2024: 291940"
    )
    assert made.document.source == "statistics/known/07459"
    assert made.document.access == {EVERYONE}
    assert made.document.fact("organisation") == "Known Statistics"
    assert made.document.fact("updated") == "2024-02-21"
    assert made.document.fact("fetched") == "2024-03-01T08:00:00Z"
    head, *lines = made.passages
    assert head.text.endswith("1 January.")
    assert [line.text for line in lines] == ["2023: 289330", "2024: 291940"]
    assert {line.path for line in lines} == {
        ("07459: Population, by region and year", "region = Bergen; contents = Persons; unit = persons")
    }


@given(data=st.data())
def test_every_passage_and_block_is_its_span_of_the_text(data: st.DataObject) -> None:
    label = data.draw(labels)
    note = data.draw(labels)
    fetch = fetched()
    keys = tuple(replace(key, label=label) for key in fetch.observations[0].keys)
    table = replace(fetch.plan.table, notes=(TableNote(note, must_show=True),))
    strange = replace(
        fetch,
        plan=replace(fetch.plan, table=table),
        observations=(replace(fetch.observations[0], keys=keys), *fetch.observations[1:]),
    )

    made = figures_document(strange, "Known Statistics", "token")

    text = made.document.text
    assert all(text[p.span.start : p.span.end] == p.text for p in made.passages)
    assert all("\n" not in text[b.span.start : b.span.end] for b in made.document.blocks)
    assert len(made.passages) == 1 + len(fetch.observations)
    assert text.count("\n") + 1 == len(made.document.blocks)


@pytest.mark.parametrize(
    ("id", "title", "said"),
    [
        ("14700", "Prices", "14700: Prices"),
        ("14700", "14700: Prices", "14700: Prices"),
        ("life-expectancy", "Life expectancy", "Life expectancy"),
        ("OECD.GOV.GIP,DSD_GOV_INT@DF_GOV_TDG_2025,1.1", "Trust", "Trust"),
        ("1", "", "1: "),
    ],
)
def test_a_title_begins_with_a_number_that_people_know_it_by(id: str, title: str, said: str) -> None:
    assert title_of(TableRef("ssb", id, title, "en")) == said


def test_what_is_fetched_twice_is_two_documents() -> None:
    one, other = (figures_document(fetched(), "Known Statistics", token) for token in ("a", "b"))

    assert one.document.id != other.document.id
    assert one.document.text == other.document.text


@pytest.mark.req("STA-4")
def test_a_fetch_comes_back_from_its_record_and_bodies() -> None:
    fetch = fetched(Region="4601")

    again = fetch_of(kept_in(record_of(fetch, "Known Statistics")), [body.content for body in fetch.bodies])

    assert again.observations == fetch.observations
    assert again.bodies == fetch.bodies
    assert again.plan.codes == fetch.plan.codes
    region = again.plan.table.dimension("Region")
    assert region is not None
    assert region.codes == (Code("4601", "Bergen"),)
    assert region.total == 2


@pytest.mark.req("STA-4")
def test_lines_are_derived_again_from_the_answers_that_were_kept() -> None:
    fetch = fetched()
    made = figures_document(fetch, "Known Statistics", "token").document
    record = record_of(fetch, "Known Statistics")
    bodies = [body.content for body in fetch.bodies]

    whole = verified(made.id, made.text, record, bodies, KnownSource().derive)
    changed = verified(made.id, made.text.replace("291940", "291941"), record, bodies, KnownSource().derive)
    damaged = verified(
        made.id, made.text, record, [bodies[0].replace(b"291940", b"291941")], KnownSource().derive
    )

    assert whole.holds
    assert whole.lines == 4
    assert [(line.number, line.stands, line.derived) for line in changed.differing] == [
        (2, "Bergen · 2024: 291941", "Bergen · 2024: 291940")
    ]
    assert damaged.damaged == (1,)
    assert not damaged.holds


def test_an_answer_that_is_read_no_more_is_told_in_words() -> None:
    fetch = fetched()
    made = figures_document(fetch, "Known Statistics", "token").document

    def unread(plan: Plan, bodies: object) -> tuple[Observation, ...]:
        raise SourceChanged("Known Statistics: not as agreed", "known")

    found = verified(made.id, made.text, record_of(fetch, "K"), [b.content for b in fetch.bodies], unread)

    assert found.failed == "Known Statistics: not as agreed"
    assert not found.holds


def test_a_body_that_holds_bytes_is_kept_byte_for_byte() -> None:
    fetch = fetched()
    request = replace(fetch.bodies[0].request, method="POST", body=b"\x00\xff")
    posted = replace(fetch, bodies=(RawBody(request, b"\xfe", "0" * 64),))

    again = fetch_of(kept_in(record_of(posted, "K")), [b"\xfe"])

    assert again.bodies == posted.bodies
