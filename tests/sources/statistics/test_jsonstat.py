"""JSON-stat in its forms: every recorded body and every sample of the specification."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from belegg.records.statistics import Observation
from belegg.sources.statistics.jsonstat import Dataset, dataset_of, observations_of
from belegg.sources.statistics.shapes import Unread
from statistics_recorded import are_as_sent, line

pytestmark = pytest.mark.req("STA-2")


def read(shared: Path, name: str) -> tuple[Dataset, list[Observation]]:
    dataset = dataset_of((shared / "data" / "statistics" / name).read_bytes())
    return dataset, list(observations_of(dataset, {".": "not possible"}))


@pytest.mark.parametrize(
    ("name", "count", "missing", "first", "last"),
    [
        (
            "ssb/data_14700_en.json",
            6,
            0,
            "Total · Consumer Price Index (2025=100) · 2026M05: 103.0",
            "Total · 12-month rate (per cent) · 2026M07: 3.0",
        ),
        (
            "eurostat/data_nama_10r_2gdp.json",
            6,
            0,
            "Annual · Million euro · Baden-Württemberg · 2021: 556182.31 (p)",
            "Annual · Million euro · Ile de France · 2022: 783456.8 (p)",
        ),
        (
            "pxweb_other/scb_TAB6471_data.json",
            2772,
            0,
            "Stockholms län · 0-9 år · totalt, samtliga män och kvinnor · Folkmängden per månad · "
            "2026M01: 245284",
            "Norrbottens län · 100+ år · kvinnor · Folkmängden per månad · 2026M04: 54",
        ),
        (
            "ssb/v0_dataset_29843_jsonstat1.json",
            37440,
            7200,
            "Extraction of crude petroleum · Seasonally adjusted · 1990M01: .",
            "Furniture and manufacturing n.e.c. · Weights · 2015M12: 5.8",
        ),
        (
            "formats/jsonstat2_galicia.json",
            3960,
            4,
            "total · total · total · total · population · 2001: 2695880",
            "abroad · 100+ · female · Pontevedra · population · 2011: 11",
        ),
        (
            "formats/jsonstat1_statswe.json",
            1120,
            0,
            "25 Norrbottens län · cirkulationsorganens sjukdomar · 0 år · män · Döda · 1969: 0",
            "25 Norrbottens län · cirkulationsorganens sjukdomar · 90+ år · kvinnor · Döda · 1996: 137",
        ),
    ],
)
def test_every_cell_of_a_body_is_read(
    shared: Path, name: str, count: int, missing: int, first: str, last: str
) -> None:
    _, observations = read(shared, name)

    assert len(observations) == count
    assert sum(each.text is None for each in observations) == missing
    assert [line(observations[0]), line(observations[-1])] == [first, last]
    assert are_as_sent(observations)


def test_the_values_have_the_wires_own_digits(shared: Path) -> None:
    for name in ("ssb/data_14700_en.json", "pxweb_other/scb_TAB6471_data.json"):
        content = (shared / "data" / "statistics" / name).read_text(encoding="utf-8")
        sent = json.loads(content, parse_float=str, parse_int=str)["value"]

        _, observations = read(shared, name)

        assert [each.raw for each in observations] == sent


def test_a_mark_for_what_is_missing_has_its_words(shared: Path) -> None:
    _, observations = read(shared, "ssb/v0_dataset_29843_jsonstat1.json")

    assert (observations[0].raw, observations[0].status, observations[0].status_label) == (
        None,
        ".",
        "not possible",
    )


def test_a_flag_has_the_words_of_the_answer_itself(shared: Path) -> None:
    _, observations = read(shared, "eurostat/data_nama_10r_2gdp.json")

    assert [each.status for each in observations] == ["p", "p", "p", "p", "", "p"]
    assert observations[0].status_label == "provisional"
    assert observations[0].unit == "Million euro"


def test_time_stands_last_wherever_the_answer_has_it(shared: Path) -> None:
    dataset, observations = read(shared, "formats/jsonstat2_galicia.json")

    assert [axis.id for axis in dataset.axes].index("time") == 3
    assert [key.dimension for key in observations[0].keys][-1] == "time"
    assert observations[1].keys[-1].code == "2011"
    assert (observations[0].unit, observations[0].decimals) == ("persons", 0)


def test_metadata_are_a_dataset_without_values(shared: Path) -> None:
    dataset = dataset_of((shared / "data/statistics/ssb/metadata_07459_en.json").read_bytes())

    assert [len(axis.codes) for axis in dataset.axes] == [994, 2, 106, 1, 41]
    assert [axis.role for axis in dataset.axes] == ["geo", "other", "other", "measure", "time"]
    assert [axis.may_be_left_out for axis in dataset.axes] == [True, True, True, False, False]
    assert dataset.axes[3].codes[0].decimals == 0
    assert "Rindal was moved" in next(code.note for code in dataset.axes[0].codes if code.id == "15")


def small(**changes: object) -> bytes:
    """A dataset of two cells, written by hand."""
    told: dict[str, object] = {
        "id": ["what", "time"],
        "size": ["1", 2],
        "dimension": {
            "what": {"category": {"label": {"a": "A"}}},
            "time": {"category": {"index": ["2023", "2024"]}},
        },
        "value": [1.50, None],
    }
    return json.dumps({**told, **changes}).replace('"size": ["1", 2]', '"size": [1, 2]').encode()


def test_a_cell_without_a_figure_says_so() -> None:
    observations = list(observations_of(dataset_of(small()), {}))

    assert [line(each) for each in observations] == ["A · 2023: 1.5", "A · 2024: -"]
    assert observations[1].status_label == "no figure is given"
    assert (observations[1].period_start, observations[1].period_end) == ("2024-01-01", "2024-12-31")


def test_one_status_may_stand_for_all_cells() -> None:
    assert [each.status for each in observations_of(dataset_of(small(status="e")), {})] == ["e", "e"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"value": [1]}, "more or fewer values"),
        ({"value": {"2": 1}}, "outside the cells"),
        ({"size": [1, 3]}, "more or fewer categories"),
        ({"id": None}, "`id` is no list"),
        ({"dimension": {"what": 1, "time": 2}}, "`what` is no object"),
        ({"dimension": None}, "`dimension` is no object"),
    ],
)
def test_what_is_not_as_agreed_is_said(changes: dict[str, object], words: str) -> None:
    with pytest.raises(Unread, match=words):
        dataset_of(small(**changes))


def test_more_cells_than_anybody_asks_for_are_not_counted_out() -> None:
    axis = {"category": {"index": [str(number) for number in range(1001)]}}
    told = {"id": ["a", "b"], "size": [1001, 1001], "dimension": {"a": axis, "b": axis}, "value": {}}

    with pytest.raises(Unread, match="1,002,001 cells"):
        list(observations_of(dataset_of(json.dumps(told).encode()), {}))
