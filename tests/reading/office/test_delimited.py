"""CSV and TSV: the delimiter told from the file, rows as lines, nothing run, nothing lost."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import NotADocument, UndecodableText
from belegg.reading.content import Content
from belegg.reading.tables.delimited import parse

pytestmark = pytest.mark.req("ING-11")


def table(text: str, encoding: str = "utf-8") -> Content:
    return parse(text.encode(encoding))


def codes(content: Content) -> list[str]:
    return [warned.code for warned in content.warnings]


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_the_delimiter_is_told_from_the_lines(sign: str) -> None:
    text = "\n".join(sign.join(row) for row in (("Navn", "Sted"), ("Kari, Ola", "Oslo"), ("Per", "Bodø")))
    text = text.replace("Kari, Ola", '"Kari, Ola"')

    assert table(text).text == "| Navn | Sted |\n| Kari, Ola | Oslo |\n| Per | Bodø |"


def test_excels_own_line_says_the_delimiter() -> None:
    assert table("sep=;\na,b;c\n1;2\n").text == "| a,b | c |\n| 1 | 2 |"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_the_encoding_is_told_from_the_bytes(encoding: str) -> None:
    assert table("Måned;Beløp\nmai;7\nblåbær;8\nøl;9\n", encoding).text.startswith("| Måned | Beløp |")


@pytest.mark.req("ING-14")
def test_japanese_in_its_old_code_page_is_read_and_said() -> None:
    content = table("名前,年齢,住所\n佐藤太郎,30,東京\n三木英子,25,大阪\n", "cp932")

    assert content.text.startswith("| 名前 | 年齢 | 住所 |")
    assert codes(content) == ["encoding"]


@pytest.mark.req("ING-14")
@pytest.mark.parametrize("encoding", ["euc-jp", "gb18030", "big5", "euc-kr"])
def test_other_east_asian_code_pages_are_not_taken_for_it(encoding: str) -> None:
    text = {"euc-jp": "日本語の文章の検査です", "euc-kr": "한국어 문장을 시험합니다"}.get(
        encoding, "中文文字的檢查"
    )

    with pytest.raises(UndecodableText):
        table(f"{text},{text}\n", encoding)


def test_quoted_cells_hold_delimiters_line_ends_and_marks() -> None:
    assert table('a,b\n"x, ""y""\nz",2\n').text == '| a | b |\n| x, "y" z | 2 |'


def test_a_quotation_mark_that_never_closes_swallows_nothing() -> None:
    content = table('a,b\n"never closed,1\n' + "x,1\n" * 1_000)

    assert content.text.count("\n") == 1_001
    assert codes(content) == ["open quotation marks"]


def test_rows_of_another_width_are_kept_and_said() -> None:
    content = table("a,b,c\n1,2\n3,4,5\n6,7,8,9\n")

    assert content.text.splitlines()[1] == "| 1 | 2 |  |  |"
    assert [w.text for w in content.warnings] == [
        "2 rows do not have 3 cells like most (rows 2, 4); kept as read"
    ]


def test_what_looks_like_a_formula_is_text() -> None:
    assert table("a,b\n=1+1,@SUM(A1)\n-5821,+4\n").text.endswith("| =1+1 | @SUM(A1) |\n| -5821 | +4 |")


def test_a_line_above_the_table_is_its_title() -> None:
    content = table("Stanley Cups,,\nTeam,Location,Cups\nBlues,STL,1\n")

    assert [block.kind for block in content.blocks] == ["paragraph", "table"]


def test_a_file_of_delimiters_alone_holds_no_text() -> None:
    with pytest.raises(NotADocument, match="no text"):
        table(",,,\n,,,\n")


@given(
    st.lists(
        st.lists(st.text(alphabet='ab1,;"\né', max_size=6), min_size=2, max_size=4), min_size=1, max_size=6
    )
)
def test_what_a_spreadsheet_writes_is_read_without_loss(rows: list[list[str]]) -> None:
    words = sorted(" ".join(cell for row in rows for cell in row).split())
    written = io.StringIO()
    csv.writer(written, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(rows)
    if not words:
        return

    content = table("sep=,\n" + written.getvalue())

    assert sorted(content.text.replace("|", " ").split()) == words
    assert "open quotation marks" not in codes(content)
