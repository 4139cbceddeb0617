"""What an author states before a text is taken as stated; what cannot be understood stays in the text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.reading import Read, read
from belegg.reading.front_matter import front_matter

pytestmark = pytest.mark.req("ING-3")

NOBODY = frozenset[str]()


def page(head: str, body: str = "The body.", name: str = "notes/page.md") -> Read:
    return read(f"---\n{head}\n---\n{body}\n".encode(), name, "p")


def codes(outcome: Read) -> list[str]:
    return [warned.code for warned in outcome.warnings]


def test_title_language_dates_and_metadata_are_facts() -> None:
    outcome = page(
        'title: "Holiday: rules"\nlang: en-GB\ndate: 12.05.2024\nowner: Kari\n'
        "tags: [a, b]\nnested:\n  room: 4"
    )
    document = outcome.document

    assert (document.title, document.language, document.text) == ("Holiday: rules", "en", "The body.\n")
    assert [(f.name, f.value) for f in document.facts] == [
        ("published", "2024-05-12"),
        ("owner", "Kari"),
        ("tags", "a"),
        ("tags", "b"),
        ("nested.room", "4"),
    ]
    assert {f.origin for f in document.facts} == {"front matter"}


@pytest.mark.parametrize(
    ("stated", "groups"),
    [
        ("[hr, management]", {"hr", "management"}),
        ("hr", {"hr"}),
        ("hr, board", {"hr", "board"}),
        ("\n- hr\n- it", {"hr", "it"}),
    ],
)
def test_an_access_list_may_be_a_list_or_a_line(stated: str, groups: set[str]) -> None:
    outcome = page(f"access: {stated}")

    assert outcome.access == frozenset(groups)
    assert outcome.document.access == groups


@pytest.mark.parametrize(
    "head",
    [
        "access:",
        "access: []",
        "access: no",
        "access: 7",
        "access: [hr, 7]",
        "access: {hr: true}",
        "access: '*'",
        "access: [hr, '']",
        "access: [hr, null]",
        "access: hr\naccess: all",
        "Access: hr\naccess: all",
        "access: !!python/name:os.system",
        "access: [[hr], {a: b}]",
    ],
)
def test_an_odd_access_list_is_nobody_and_told(head: str) -> None:
    outcome = page(head)

    assert outcome.access == NOBODY
    assert "access" in codes(outcome)


def test_no_access_key_is_not_the_same_as_an_empty_list() -> None:
    outcome = page("title: Open or not")

    assert outcome.access is None
    assert outcome.document.access == NOBODY


@pytest.mark.parametrize(
    "head",
    [
        'title: "unclosed\naccess: hr',
        "access: [hr\ntitle: x",
        "\taccess: hr\n a: [b",
        "a: {title: x, access: hr",
    ],
)
def test_front_matter_that_cannot_be_understood_opens_nothing_and_stays_in_the_text(head: str) -> None:
    outcome = page(head)

    assert outcome.access == NOBODY
    assert head.strip() in outcome.document.text
    assert "front matter" in codes(outcome)


@pytest.mark.req("ING-3")
def test_a_colon_inside_a_title_costs_neither_the_title_nor_the_access_list() -> None:
    outcome = page("title: Fetched table: who's paid what\naccess: [hr]\nnote: see also:")

    assert outcome.document.title == "Fetched table: who's paid what"
    assert outcome.access == frozenset({"hr"})
    assert "front matter" in codes(outcome)
    assert "access" not in outcome.document.text


@pytest.mark.req("ING-3")
@pytest.mark.parametrize("line", ["access: hr: all", "Access: [hr]: x", '"access": hr: all', "access : a: b"])
def test_a_colon_inside_an_access_list_is_never_mended(line: str) -> None:
    assert page(f"title: Pay: by group\n{line}").access == NOBODY


def test_unclosed_front_matter_stays_in_the_text_and_opens_nothing() -> None:
    outcome = read(b"---\ntitle: X\naccess: hr\n\n# Heading\n\nBody.\n", "n/a.md", "p")

    assert outcome.access == NOBODY
    assert outcome.document.title == "Heading"
    assert outcome.document.text.startswith("---\ntitle: X")
    assert [b.kind for b in outcome.document.blocks] == ["paragraph", "heading", "paragraph"]


def test_a_rule_at_the_top_of_a_text_is_no_front_matter() -> None:
    text = "---\n\nA thought between two rules.\n\n---\n\nMore.\n"

    outcome = read(text.encode(), "n/a.md", "p")

    assert outcome.document.text == text
    assert "front matter" not in codes(outcome)


def test_rules_inside_the_text_end_nothing() -> None:
    outcome = page("title: X", "One.\n\n---\n\nTwo.\n\n---\n\nThree.")

    assert outcome.document.text == "One.\n\n---\n\nTwo.\n\n---\n\nThree.\n"


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_other_line_ends_change_nothing(ending: str) -> None:
    text = "---\ntitle: Årsmøte\naccess: styret\n---\n# A\n\nB\n"

    outcome = read(text.replace("\n", ending).encode(), "n/a.md", "p")

    assert outcome.document.title == "Årsmøte"
    assert outcome.access == frozenset({"styret"})
    assert outcome.document.text == "# A\n\nB\n"


def test_values_are_the_characters_that_were_written() -> None:
    outcome = page("country: no\nnumber: 007\nflag: yes\nsize: 1_000\ntime: 12:30:00")

    assert [f.value for f in outcome.document.facts] == ["no", "007", "yes", "1_000", "12:30:00"]


def test_a_key_that_stands_twice_is_told() -> None:
    assert "front matter" in codes(page("owner: a\nowner: b"))


def test_a_date_that_cannot_be_read_is_never_compared_with_dates() -> None:
    document = page("published: true\nupdated: 03/04/2024").document

    assert (document.fact("published"), document.fact("updated")) == (None, None)
    assert document.fact("updated_as_written") == "03/04/2024"


def test_aliases_cannot_blow_up() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]

    outcome = page("\n".join(lines))

    assert "front matter" in codes(outcome)
    assert "more than" in outcome.warnings[0].text


def test_depth_cannot_end_the_run() -> None:
    assert "front matter" in codes(page("a: " + "[" * 4000 + "]" * 4000))


def test_an_object_tag_makes_no_object(tmp_path: Path) -> None:
    target = tmp_path / "made"

    page(f"title: !!python/object/apply:os.system ['touch {target}']")

    assert not target.exists()


def test_toml_front_matter_is_read_too() -> None:
    outcome = read(b'+++\ntitle = "T"\naccess = ["hr"]\ndate = 2024-05-12\n+++\nBody.\n', "n/a.md", "p")

    assert outcome.document.title == "T"
    assert outcome.access == frozenset({"hr"})
    assert outcome.document.fact("published") == "2024-05-12"


def test_a_plain_text_file_may_have_front_matter() -> None:
    outcome = page("access: hr", name="notes/page.txt")

    assert outcome.access == frozenset({"hr"})
    assert outcome.document.text == "The body.\n"


def test_a_file_of_nothing_but_front_matter_keeps_it_as_its_text() -> None:
    outcome = read(b"---\ntitle: Lamps\nidentifier: X-1\n---\n", "n/a.md", "p")

    assert outcome.document.title == "Lamps"
    assert "identifier: X-1" in outcome.document.text
    assert "no text" in codes(outcome)


@given(st.text(alphabet="-+.:a #\n\"'[]{}&*!|>%@`\t", max_size=120))
def test_hostile_heads_neither_fail_nor_lose_text(head: str) -> None:
    text = f"---\n{head}\n---\nBODY"

    found = front_matter(text)

    assert 0 <= found.text_start <= text.index("BODY") + 4
    assert "BODY" in text[found.text_start :] or head.strip(" \t\n") == ""


def test_the_cases_of_another_reader_give_the_same_values(shared: Path) -> None:
    folder = shared / "data" / "markdown-cases" / "frontmatter"
    compared = 0
    for result in sorted(folder.glob("*/*.result.json")):
        (source,) = [
            p
            for p in result.parent.glob(f"{result.name.removesuffix('.result.json')}.*")
            if p.suffix != ".json"
        ]
        wanted = json.loads(result.read_text(encoding="utf-8"))
        content = wanted.pop("content", None)
        if source.suffix not in (".md", ".txt") or result.parent.name == "json":
            continue
        outcome = read(source.read_bytes(), f"c/{source.name}", "p")
        facts = {f.name: f.value for f in outcome.document.facts} | {"title": outcome.document.title}
        compared += 1
        assert content is None or outcome.document.text.strip() == content.strip()
        assert all(
            facts.get(k) in (v, None) or k == "published" for k, v in wanted.items() if isinstance(v, str)
        )

    assert compared >= 8
