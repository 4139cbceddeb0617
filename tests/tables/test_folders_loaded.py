"""A folder of CSV and Excel files is asked as tables: with the values that the files hold, and no guess."""

from __future__ import annotations

import json
from pathlib import Path

import apsw
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from belegg.errors import StatementStopped
from belegg.library.tables.loaded import Folder, sheets_of
from belegg.reading.fenced.fence import Here
from belegg.reading.office import xlsx_sheets
from belegg.reading.tables import sheets
from belegg.reading.tables.column_kinds import as_kind, sign_of
from belegg.reading.tables.sheets import unique_names
from belegg.sources.tables.loading import Sheet, loaded
from belegg.sources.tables.values import as_declared
from reading.office.office_files import rows, xlsx

pytestmark = pytest.mark.req("AGE-10")


def csv(text: str, encoding: str = "utf-8") -> dict[str, list[object]]:
    """The columns of a CSV file, by name, with the kind of each first."""
    [part] = sheets.parse(text.encode(encoding)).parts
    told = json.loads(part.data)
    columns = list(zip(*told["rows"], strict=True))
    return {name: [kind, *values] for (name, kind, *_), values in zip(told["columns"], columns, strict=True)}


def notes(text: str) -> list[str]:
    [part] = sheets.parse(text.encode()).parts
    found: list[str] = json.loads(part.data)["notes"]
    return found


def test_odd_heads_become_names_that_sql_takes() -> None:
    found = csv("Omsetning 2025 (NOK);order;;2026;order;Kunde-nr.\n1;2;3;4;5;6\n7;8;9;1;2;3\n")

    assert list(found) == ["Omsetning_2025_NOK", "order_", "column_3", "c_2026", "order__2", "Kunde_nr"]


def test_decimals_with_comma_days_and_empty_cells_are_what_they_are() -> None:
    found = csv(
        "kunde;sum;andel;dato;nummer;merknad\n"
        "Alfa;1 234,50;0,5;31.12.2025;0047;\n"
        "Beta;-2,25;12;1.2.2026;0048;ja\n"
        "Ærø;;3,125;;0049;\n",
        "cp1252",
    )

    assert found["sum"] == ["REAL(15,2)", 1234.5, -2.25, None]
    assert found["andel"] == ["REAL(15)", 0.5, 12.0, 3.125]
    assert found["dato"] == ["TEXT", "2025-12-31", "2026-02-01", None]
    assert found["nummer"] == ["TEXT", "0047", "0048", "0049"]
    assert found["merknad"] == ["TEXT", None, "ja", None]
    assert found["kunde"][-1] == "Ærø"


@pytest.mark.parametrize(
    ("values", "kind", "made"),
    [
        (["1", "2"], "INTEGER", [1, 2]),
        (["1,234.50", "3"], "REAL(15)", [1234.5, 3.0]),
        (["1.234.567", "1.000.000"], "INTEGER", [1234567, 1000000]),
        (["1 234", "5"], "INTEGER", [1234, 5]),
        (["1.5", "2,5"], "TEXT", ["1.5", "2,5"]),
        (["4,1 %"], "TEXT", ["4,1 %"]),
        (["2025-01-31", "2025-02-30"], "TEXT", ["2025-01-31", "2025-02-30"]),
        (["2025-01-31T08:15"], "TEXT", ["2025-01-31 08:15"]),
        (["12345678901234567890"], "TEXT", ["12345678901234567890"]),
        ([1, 2.5], "REAL(15)", [1.0, 2.5]),
        ([1, "x"], "TEXT", ["1", "x"]),
        ([None, None], "TEXT", [None, None]),
        (["0"], "INTEGER", [0]),
        (["1 000,50", "n/a", "2 000,00", "-"], "REAL(15,2)", [1000.5, None, 2000.0, None]),
        (["1\u00a0000,5", "2\u202f000,5"], "REAL(15,1)", [1000.5, 2000.5]),
        (["-1 000,50", "\u22122,00"], "REAL(15,2)", [-1000.5, -2.0]),
        (["31.12.2025", "ukjent", "1.2.2026"], "TEXT", ["2025-12-31", None, "2026-02-01"]),
        (["Alfa", "n/a", "NA", "-"], "TEXT", ["Alfa", "n/a", "NA", "-"]),
        (["n/a", "-"], "TEXT", ["n/a", "-"]),
        (["0047", "n/a"], "TEXT", ["0047", "n/a"]),
        (["(12)", "(13,5)"], "TEXT", ["(12)", "(13,5)"]),
        (["923 609 016", "974 760 673"], "TEXT", ["923 609 016", "974 760 673"]),
        (["1", "ca. 2", "3"], "TEXT", ["1", "ca. 2", "3"]),
        (["0.12345678901234567", "1.0"], "TEXT", ["0.12345678901234567", "1.0"]),
    ],
)
def test_a_column_is_what_all_of_its_values_are(
    values: list[str | int | float | None], kind: str, made: list[object]
) -> None:
    assert as_kind(values, sign_of([values]))[:2] == (kind, made)


def test_what_may_be_thousands_or_decimals_stays_text_and_says_so() -> None:
    assert csv("a;b\n1,234;x\n5,678;y\n")["a"] == ["TEXT", "1,234", "5,678"]
    assert notes("a;b\n1,234;x\n5,678;y\n") == [
        "column `a`: `1,234` may be thousands or decimals; kept as text"
    ]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (["1,5", "n/a", "-", "2,5"], "2 cells of no value (`-`, `n/a`), missing"),
        (["1", "2", "ca. 3", "4"], "3 numbers kept as text, for no number stands in row 3 (`ca. 3`)"),
        (["4,1 %", "5,0 %"], "written as numbers with signs, such as `4,1 %`; kept as text"),
        (["923 609 016"], "`923 609 016` may be a number of an organisation; kept as text"),
        (["0.10", "0.125"], "its numbers differ in decimals; zeros at the end, as in `0.10`, are not shown"),
        (["Alfa", "Beta", "3"], ""),
        (["Alfa", "n/a"], ""),
    ],
)
def test_what_is_odd_about_a_column_is_said(values: list[str | int | float | None], said: str) -> None:
    assert as_kind(values, sign_of([values]) or ".")[2] == said


@given(
    st.lists(st.decimals(-(10**9), 10**9, allow_nan=False), min_size=1).flatmap(
        lambda numbers: st.integers(1, 6).map(lambda places: [f"{n:.{places}f}" for n in numbers])
    )
)
def test_a_decimal_is_shown_as_it_was_written(written: list[str]) -> None:
    kind, made, _ = as_kind(written, ".")

    assert [as_declared(value, kind) for value in made] == written


@given(st.lists(st.integers(-(10**9), 10**9).map(str) | st.sampled_from(["0.5", "-3.125", "0.00001"])))
def test_whole_numbers_beside_decimals_stay_whole(written: list[str]) -> None:
    kind, made, _ = as_kind([*written, "0.25"], ".")

    assert [as_declared(value, kind) for value in made] == [*written, "0.25"]


def test_another_column_of_the_file_decides_it() -> None:
    assert csv("a;b\n1,234;2,5\n5,678;3,5\n")["a"] == ["REAL(15,3)", 1.234, 5.678]


@given(st.lists(st.decimals(-(10**9), 10**9, places=2), min_size=1), st.sampled_from([",", "."]))
def test_numbers_written_with_two_decimals_are_those_numbers(numbers: list[object], sign: str) -> None:
    written: list[str | int | float | None] = [f"{number:.2f}".replace(".", sign) for number in numbers]

    kind, made, note = as_kind(written, sign_of([written]))

    assert (kind, made, note) == ("REAL(15,2)", [float(str(number)) for number in numbers], "")


@given(st.lists(st.text(max_size=80) | st.sampled_from(sorted(apsw.keywords)), max_size=8))
@example(sorted(apsw.keywords))
def test_sql_takes_every_name_as_it_stands_and_no_two_are_alike(headings: list[str]) -> None:
    names = unique_names(headings, [f"column_{number}" for number in range(len(headings))])

    connection = apsw.Connection(":memory:")
    connection.execute(f"CREATE TABLE t({', '.join([*names, 'last_one'])})")
    connection.execute(f"SELECT {', '.join([*names, 'last_one'])} FROM t WHERE last_one = 1")


def test_rows_without_a_head_are_numbered_and_titles_above_are_left_out() -> None:
    assert list(csv("1;2\n3;4\n")) == ["column_1", "column_2"]
    assert notes("1;2\n3;4\n") == ["no row of it names columns; they are numbered"]
    assert csv("Sales of the year\n\na;b\n1;2\n") == {"a": ["INTEGER", 1], "b": ["INTEGER", 2]}


def test_a_workbook_gives_values_and_not_what_is_shown() -> None:
    """Style 1 is a day, style 2 a percentage; a formula has its stored value; an error is missing."""
    sheet = (
        rows("day|share|sum|fault|text")
        + '<row r="2"><c r="A2" s="1"><v>46022</v></c><c r="B2" s="2"><v>0.041</v></c>'
        '<c r="C2"><f>1+1</f><v>2</v></c><c r="D2" t="e"><v>#N/A</v></c>'
        '<c r="E2" t="str"><f>A1</f><v>Alfa</v></c></row>'
        '<row r="3"><c r="A3" s="1"><v>46022.5</v></c><c r="C3"><f>9*9</f></c><c r="D3"><v>4</v></c></row>'
    )
    [first, second] = xlsx_sheets.parse(
        xlsx(
            sheet,
            rows("a|b", "1|x"),
            rows("s|t", "1|2"),
            formats=("yyyy\\-mm\\-dd", "0.0%"),
            names=("One", "Two", "Three"),
            states=("", "", "hidden"),
        )
    ).parts
    told = json.loads(first.data)

    assert [name for name, *_ in told["columns"]] == ["day", "share", "sum", "fault", "text"]
    assert told["rows"] == [
        ["2025-12-31", 0.041, 2, None, "Alfa"],
        ["2025-12-31 12:00:00", None, None, 4, None],
    ]
    assert told["notes"] == [
        "1 formula without a stored value, taken as missing",
        "1 cell that hold an error of Excel, taken as missing",
    ]
    assert json.loads(second.data)["notes"] == ["the hidden sheet `Three` beside it is left out"]


def folder(tmp_path: Path) -> Folder:
    (tmp_path / "rows").mkdir()
    return Folder(tmp_path / "rows", tmp_path / "loaded.db")


def test_sheets_have_the_names_of_their_files_and_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    of = folder(tmp_path).folder
    (of / "sales report.csv").write_text("a,b\n1,2\n")
    (of / "book.xlsx").write_bytes(xlsx(rows("x|y", "1|2"), rows("x|y", "3|4"), names=("Q1", "Q2")))
    (of / "one.xlsx").write_bytes(xlsx(rows("x|y", "1|2"), names=("Sheet1",)))
    (of / "torn.xlsx").write_bytes(b"PK\3\4 torn")
    (of / "locked.xlsx").write_bytes(
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le")
    )

    found, told = sheets_of(sorted(of.iterdir()), Here())

    assert [sheet.name for sheet in found] == ["book_Q1", "book_Q2", "one", "sales_report"]
    assert all(isinstance(sheet, Sheet) for sheet in found)
    assert [note.split(": ")[0] for note in told] == ["`locked.xlsx` left out", "`torn.xlsx` left out"]
    assert "opens with a password only" in told[0]


def test_a_folder_is_loaded_again_when_a_file_changed_and_not_before(tmp_path: Path) -> None:
    of = folder(tmp_path)
    (of.folder / "a.csv").write_text("x;y\n1;2\n")
    (of.folder / "note.txt").write_text("no rows")
    first = of.fresh()
    made = of.target.stat().st_mtime_ns

    assert of.fresh() == first
    assert of.target.stat().st_mtime_ns == made
    assert first.notes == ("no files of rows, left out: note.txt",)

    (of.folder / "a.csv").write_text("x;y\n1;2\n3;4\n")
    again = of.fresh()

    assert again.signature != first.signature
    assert loaded(of.target) == again
    assert sorted(path.name for path in tmp_path.iterdir()) == ["loaded.db", "rows"]


def test_a_folder_that_is_gone_is_told_and_the_loaded_rows_are_not_asked(tmp_path: Path) -> None:
    with pytest.raises(StatementStopped, match="its folder is not where the settings say"):
        Folder(tmp_path / "gone", tmp_path / "loaded.db").fresh()


def test_what_is_no_file_of_ours_is_loaded_over(tmp_path: Path) -> None:
    of = folder(tmp_path)
    (of.folder / "a.csv").write_text("x;y\n1;2\n")
    of.target.write_bytes(b"torn" * 200)

    assert of.fresh().headings == {"a": {"x": "x", "y": "y"}}
