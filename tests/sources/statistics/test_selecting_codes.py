"""What is asked of a table becomes its codes, or an error that helps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import BadSelection, SelectionTooLarge
from belegg.records.statistics import Code, Dimension, StatisticsTable, TableRef
from belegg.sources.statistics import Publisher
from belegg.sources.statistics.selecting import cells_of, check_cells, codes_of

pytestmark = pytest.mark.req("STA-1")

OFFICE = Publisher("office", "The Office", ("https://office.example",))
YEARS = tuple(Code(str(year), str(year)) for year in range(2015, 2025))
PLACES = tuple(
    Code(id, label)
    for id, label in (("0", "The whole country"), ("0301", "Oslo"), ("4601", "Bergen"), ("a..b", "Odd"))
)
TABLE = StatisticsTable(
    TableRef("office", "T1", "Rain", "en"),
    (
        Dimension("Region", "region", "geo", PLACES, len(PLACES), may_be_left_out=True),
        Dimension("What", "contents", "measure", (Code("mm", "Millimetres"),), 1),
        Dimension("Tid", "year", "time", YEARS, len(YEARS)),
    ),
)


@pytest.mark.parametrize(
    ("asked", "codes"),
    [
        (("2024",), ("2024",)),
        (("2024", "2015", "2024"), ("2015", "2024")),
        (("last(3)",), ("2022", "2023", "2024")),
        (("last(99)",), tuple(str(year) for year in range(2015, 2025))),
        (("2022..2023",), ("2022", "2023")),
        (("2023..",), ("2023", "2024")),
        (("..2016",), ("2015", "2016")),
        (("*",), tuple(str(year) for year in range(2015, 2025))),
        (("last(1)", "2015"), ("2015", "2024")),
    ],
)
def test_expressions_stand_for_codes(asked: tuple[str, ...], codes: tuple[str, ...]) -> None:
    assert codes_of(OFFICE, TABLE, {"Tid": asked}) == {"Region": (), "What": ("mm",), "Tid": codes}


def test_a_code_that_reads_like_an_expression_is_the_code() -> None:
    assert codes_of(OFFICE, TABLE, {"Region": ("a..b",), "Tid": ("2024",)})["Region"] == ("a..b",)


@pytest.mark.parametrize(
    ("selection", "words"),
    [
        ({"Regoin": ("0",), "Tid": ("2024",)}, "no dimension `Regoin`; there are `Region`"),
        ({"Tid": ("2026",)}, "has no code `2026`; nearest are `20"),
        ({"Region": ("Bergn",), "Tid": ("2024",)}, r"nearest are `4601` \(Bergen\)"),
        ({"Region": ("oslo",), "Tid": ("2024",)}, r"nearest are `0301` \(Oslo\)"),
        ({"Region": ("0",)}, r"codes of `Tid` \(year\) must be chosen"),
        ({"Tid": ("2023..2031",)}, "has no code `2031`"),
        ({"Tid": ("2024..2020",)}, "chooses nothing"),
        ({"Tid": ("last(0)",)}, "chooses nothing"),
    ],
)
def test_what_cannot_be_chosen_is_said_with_what_can(
    selection: dict[str, tuple[str, ...]], words: str
) -> None:
    with pytest.raises(BadSelection, match=words) as bad:
        codes_of(OFFICE, TABLE, selection)

    assert str(bad.value).startswith("The Office")


def test_of_a_dimension_that_is_known_in_part_other_codes_pass() -> None:
    part = Dimension("Entity", "entity", "geo", PLACES[:2], 200)
    table = StatisticsTable(TABLE.ref, (part,))

    assert codes_of(OFFICE, table, {"Entity": ("Norway", "0", "Norway")}) == {"Entity": ("0", "Norway")}


def test_too_many_cells_name_the_widest_dimension() -> None:
    codes = codes_of(OFFICE, TABLE, {"Region": ("*",), "Tid": ("*",)})

    assert check_cells(OFFICE, TABLE, codes, 40) == 40
    with pytest.raises(SelectionTooLarge, match=r"40 cells \(4 × 1 × 10\).*widest dimension is `Tid`"):
        check_cells(OFFICE, TABLE, codes, 39)


SIZES = st.lists(st.integers(1, 6), min_size=1, max_size=4)


@given(SIZES, st.data())
def test_cells_are_the_product_and_codes_keep_the_tables_order(sizes: list[int], data: st.DataObject) -> None:
    dimensions = tuple(
        Dimension(f"d{place}", "", "other", tuple(Code(f"c{n}", "") for n in range(size)), size)
        for place, size in enumerate(sizes)
    )
    table = StatisticsTable(TABLE.ref, dimensions)
    selection = {
        each.id: tuple(data.draw(st.lists(st.sampled_from([code.id for code in each.codes]), min_size=1)))
        for each in dimensions
    }

    codes = codes_of(OFFICE, table, selection)

    expected = 1
    for each in dimensions:
        assert list(codes[each.id]) == sorted(set(selection[each.id]))
        expected *= len(set(selection[each.id]))
    assert cells_of(codes) == expected
