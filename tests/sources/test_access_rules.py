"""Rules of access: the first matching prefix, and never wider than the document's own list."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import BadInput
from belegg.sources.access import AccessRules, narrower
from belegg.text.groups import group_names

pytestmark = pytest.mark.req("ING-3")

NOBODY = frozenset[str]()


def rules(tmp_path: Path, text: str) -> AccessRules:
    path = tmp_path / "rules.tsv"
    path.write_text(text, encoding="utf-8")
    return AccessRules.read(path)


def test_the_first_matching_prefix_decides(tmp_path: Path) -> None:
    read = rules(
        tmp_path, "# who reads what\nprefix\tgroups\npay/expenses/\tfinance, people\npay/\tall\n\tstaff\n"
    )

    assert read.groups("wiki/pay/expenses/a.md") == {"finance", "people"}
    assert read.groups("wiki/pay/b.md") == {"all"}
    assert read.groups("wiki/other.md") == {"staff"}


def test_a_prefix_may_begin_with_the_roots_name(tmp_path: Path) -> None:
    read = rules(tmp_path, "wiki/pay/\thr\n")

    assert read.groups("wiki/pay/a.md") == {"hr"}


def test_a_prefix_never_matches_a_part_of_the_roots_name(tmp_path: Path) -> None:
    read = rules(tmp_path, "h\tall\n")

    assert read.groups("hr-files/secret.md") == NOBODY


def test_a_source_that_no_rule_names_is_for_nobody(tmp_path: Path) -> None:
    assert rules(tmp_path, "pay/\thr\n").groups("wiki/other.md") == NOBODY


@pytest.mark.parametrize(
    "groups",
    [
        "",
        " ",
        ",",
        "hr,,people",
        "*",
        "hr; drop",
        "'hr'",
        "x" * 101,
        "nobody",
        "Nobody, hr",
        "everyone,nobody",
    ],
)
def test_a_missing_empty_or_odd_list_is_nobody(tmp_path: Path, groups: str) -> None:
    assert rules(tmp_path, f"pay/\t{groups}\n").groups("wiki/pay/a.md") == NOBODY


@pytest.mark.parametrize("line", ["\t", " \t", "\t ", "\t\t", "\tnobody"])
def test_a_tab_alone_closes_everything_that_no_rule_above_names(tmp_path: Path, line: str) -> None:
    read = rules(tmp_path, f"pay/\thr\n\n{line}\n")

    assert read.prefix("wiki/other.md") == ""
    assert read.groups("wiki/other.md") == NOBODY
    assert read.groups("wiki/pay/a.md") == {"hr"}


def test_a_list_written_as_in_front_matter_is_nobody(tmp_path: Path) -> None:
    assert rules(tmp_path, "pay/\t[hr, sales]\n").groups("wiki/pay/a.md") == NOBODY


def test_a_line_without_a_tab_is_told_with_its_number_and_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"line 2 .*no tab.*write `prefix<TAB>groups`"):
        rules(tmp_path, "pay/\thr\nother/ hr\n")


def test_a_rules_file_without_rules_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="holds no rule"):
        rules(tmp_path, "# nothing yet\n\nprefix\tgroups\n")


def test_a_rules_file_in_another_encoding_is_told(tmp_path: Path) -> None:
    path = tmp_path / "rules.tsv"
    path.write_bytes("økonomi/\tfinance\n".encode("latin-1"))

    with pytest.raises(BadInput, match="UTF-8"):
        AccessRules.read(path)


def test_a_rules_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        AccessRules.read(tmp_path / "absent.tsv")


def test_a_document_that_states_no_list_has_the_rules_groups(tmp_path: Path) -> None:
    assert rules(tmp_path, "\tstaff\n").access("wiki/a.md", None) == {"staff"}


def test_a_document_whose_own_list_is_odd_stays_closed_under_every_rule(tmp_path: Path) -> None:
    assert rules(tmp_path, "\tall\n").access("wiki/a.md", NOBODY) == NOBODY


def test_a_list_that_names_everyone_leaves_the_other_as_it_is() -> None:
    assert narrower(frozenset({"everyone", "board"}), frozenset({"hr"})) == {"hr"}
    assert narrower(frozenset({"hr"}), frozenset({"everyone"})) == {"hr"}


def test_all_is_a_group_like_any_other() -> None:
    assert narrower(frozenset({"all"}), frozenset({"hr"})) == NOBODY


def test_everyone_is_meant_however_it_is_spelled() -> None:
    assert group_names(["Everyone", "hr"]) == {"everyone", "hr"}


@given(st.sets(st.sampled_from("abcd")), st.sets(st.sampled_from("abcd")))
def test_who_may_read_by_both_lists_may_read_by_each(one: set[str], other: set[str]) -> None:
    assert narrower(frozenset(one), frozenset(other)) <= one & other


@given(st.lists(st.text(max_size=8), max_size=4))
def test_a_list_with_one_odd_name_opens_nothing(names: list[str]) -> None:
    assert group_names([*names, "*"]) == NOBODY


def test_the_wikis_rules_give_every_page_its_groups(shared: Path) -> None:
    read = AccessRules.read(shared / "data" / "wiki" / "access-rules.tsv")

    assert read.groups("sourcegraph-handbook/departments/security/x.md") == {"security", "engineering"}
    assert read.groups("sourcegraph-handbook/benefits-pay-perks/pay-expenses/x.md") == {"people", "finance"}
    assert read.groups("sourcegraph-handbook/index.md") == {"all"}
