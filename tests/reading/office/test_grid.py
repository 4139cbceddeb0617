"""Where a table begins and ends on a sheet, and which line names its columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.reading.stored import TextBuilder
from belegg.reading.tables.grid import Merged, Row, add_tables, spread
from belegg.reading.tables.heads import Cell, texts
from belegg.reading.tables.lines import line, lines

pytestmark = pytest.mark.req("ING-11")


def sheet(*texts: str) -> list[Row]:
    """Rows of cells parted by `|`; numbers count."""
    return [
        Row(
            number,
            {
                place: Cell(text.strip(), counts=text.strip().isdecimal())
                for place, text in enumerate(row.split("|"), 1)
                if text.strip()
            },
        )
        for number, row in enumerate(texts, 1)
    ]


def laid(*texts: str) -> list[tuple[str, str]]:
    builder = TextBuilder()
    add_tables(builder, sheet(*texts))
    text = builder.text()
    return [(block.kind, text[block.span.start : block.span.end]) for block in builder.blocks]


def test_lines_alone_above_and_below_a_table_are_its_title_and_source() -> None:
    assert laid("Sales", "", "Region | Sum", "North | 7", "", "Source: us") == [
        ("paragraph", "Sales"),
        ("table", "| Region | Sum |\n| North | 7 |"),
        ("paragraph", "Source: us"),
    ]


def test_an_empty_row_parts_tables_that_name_their_columns() -> None:
    assert laid("a | b", "1 | 2", "", "c | d", "3 | 4") == [
        ("table", "| a | b |\n| 1 | 2 |"),
        ("table", "| c | d |\n| 3 | 4 |"),
    ]


def test_an_empty_row_inside_a_table_parts_nothing() -> None:
    assert laid("Item | Sum", "Rent | 2", "", "Pay | 3") == [
        ("table", "| Item | Sum |\n| Rent | 2 |\n| Pay | 3 |")
    ]


def shown(*rows: dict[int, Cell]) -> list[str]:
    return lines(texts(rows))


def test_a_name_over_several_columns_stands_in_each_and_so_does_one_below_it() -> None:
    years, groups = {1: Cell(""), 2: Cell("2023", wide=4)}, {2: Cell("Own", wide=2), 4: Cell("Hired", wide=2)}
    sexes = {1: Cell(""), **{column: Cell(text) for column, text in enumerate("MFMF", 2)}}
    figures = {1: Cell("Oslo"), **{column: Cell(str(column), counts=True) for column in range(2, 6)}}

    assert shown(years, groups, sexes, figures) == [
        "|  | 2023 | 2023 | 2023 | 2023 |",
        "|  | Own | Own | Hired | Hired |",
        "|  | M | F | M | F |",
        "| Oslo | 2 | 3 | 4 | 5 |",
    ]


@pytest.mark.parametrize(
    "rows",
    [
        [{0: Cell("All of it", wide=2)}, {0: Cell("a"), 1: Cell("b")}],
        [{0: Cell("a"), 1: Cell("b"), 2: Cell("c")}, {0: Cell("none", wide=2), 2: Cell("x")}],
        [{0: Cell("Sum", wide=2), 2: Cell("7", counts=True)}, {0: Cell("a"), 1: Cell("b"), 2: Cell("c")}],
        [{0: Cell("a", wide=2), 2: Cell("b")}, {0: Cell("c", wide=2), 2: Cell("d")}],
        [{0: Cell("long " * 50, wide=2), 2: Cell("b")}, {0: Cell("c"), 1: Cell("d"), 2: Cell("e")}],
    ],
)
def test_over_several_columns_it_stands_once_in_titles_values_sums_and_where_no_column_is(
    rows: list[dict[int, Cell]],
) -> None:
    assert texts(rows) == [{column: cell.text for column, cell in row.items()} for row in rows]


@given(
    st.lists(
        st.dictionaries(
            st.integers(0, 5),
            st.builds(Cell, st.sampled_from(["", "a", "b"]), st.booleans(), st.integers(1, 4)),
        ),
        max_size=6,
    )
)
def test_repeating_names_moves_and_changes_no_cell(rows: list[dict[int, Cell]]) -> None:
    for row, found in zip(rows, texts(rows), strict=True):
        assert {column: cell.text for column, cell in row.items()}.items() <= found.items()
        assert set(found.values()) <= {cell.text for cell in row.values()}


def test_an_empty_column_tears_no_row() -> None:
    assert laid("Item | | Sum", "Rent | | 2") == [("table", "| Item | Sum |\n| Rent | 2 |")]


def test_tables_side_by_side_in_other_rows_are_two_tables() -> None:
    assert laid("a | b", "1 | 2 | | c | d", "3 | 4 | | 5 | 6") == [
        ("table", "| a | b |\n| 1 | 2 |\n| 3 | 4 |"),
        ("table", "| c | d |\n| 5 | 6 |"),
    ]


def test_one_column_is_text() -> None:
    assert laid("Read me first.", "Then call us.") == [("paragraph", "Read me first.\nThen call us.")]


def test_what_is_shown_beside_several_rows_stands_in_each() -> None:
    rows = sheet("North | 1", " | 2", "South | 3")

    spread(rows, [Merged(1, 1, 2, 1)])

    assert [row.cells[1].text for row in rows] == ["North", "North", "South"]


def test_a_long_text_beside_several_rows_stands_once() -> None:
    rows = sheet("x" * 300 + " | 1", " | 2")

    spread(rows, [Merged(1, 1, 1_048_576, 1)])

    assert 1 not in rows[1].cells


def test_a_bar_in_a_cell_does_not_end_it() -> None:
    assert line(["Åsa | AB", "two\nlines", ""]) == "| Åsa \\| AB | two lines |  |"


@given(st.lists(st.lists(st.sampled_from(["", "", "a", "b", "7", "2023"]), max_size=6), max_size=9))
def test_no_cell_is_lost_or_doubled(rows: list[list[str]]) -> None:
    found = laid(*(" | ".join(row) for row in rows))

    told = sorted(word for _, text in found for word in text.replace("|", " ").split())
    assert told == sorted(cell for row in rows for cell in row if cell)


def test_a_table_of_thousands_of_rows_apart_and_tables_like_stairs_are_laid_out() -> None:
    apart = [Row(2 * n, {1: Cell("a"), 2: Cell("7", counts=True)}) for n in range(1, 20_001)]
    stairs = [Row(n, {c: Cell("x") for c in range(1, 3 * n) if c % 3}) for n in range(1, 301)]

    assert add_tables(TextBuilder(), apart) == 1
    assert add_tables(TextBuilder(), stairs) == 300


def test_repetitions_end_at_a_limit() -> None:
    rows = [
        Row(n, {c: Cell("x") for c in range(1, 501)} if n == 1 else {501: Cell("y")}) for n in range(1, 2_001)
    ]

    spread(rows, [Merged(1, column, 2_000, column) for column in range(1, 501)])

    assert 1 in rows[1].cells
    assert 500 not in rows[1].cells
