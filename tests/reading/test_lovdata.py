"""Norwegian law as Lovdata publishes it: one passage a section, with its number, place and address."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from belegg.reading import Read, read
from belegg.reading.passages import cut
from belegg.text.names import normal_section

pytestmark = pytest.mark.req("ING-4")

ACT = Path(__file__).parent / "lampeloven.xml"


@pytest.fixture(scope="module")
def act() -> Read:
    return read(ACT.read_bytes(), "law/nl-99.xml", "p")


def test_each_section_is_a_passage_with_number_chapter_and_address(act: Read) -> None:
    passages = [p for p in cut(act.document, act.profile) if p.kind == "text"]

    assert [(p.section, p.address) for p in passages] == [
        ("§ 1-1", "https://lovdata.no/dokument/LTI/lov/2025-03-28-99/§1-1"),
        ("§ 1-2", "https://lovdata.no/dokument/LTI/lov/2025-03-28-99/§1-2"),
    ]
    assert passages[0].path == ("Lov om lamper (lampeloven)", "Kapittel 1. Innledning", "§ 1-1. Formål")


def test_list_marks_and_subsections_stand_in_the_text(act: Read) -> None:
    assert "(1) Enhver lampe[1] skal lyse:\n\na. om natten\nb. om vinteren." in act.document.text


@pytest.mark.req("ING-7")
def test_a_footnote_is_a_passage_of_its_own_under_its_section(act: Read) -> None:
    (footnote,) = [p for p in cut(act.document, act.profile) if p.kind == "footnote"]

    assert (footnote.text, footnote.section) == ("1 Jf. lov om lys.", "§ 1-1")


def test_a_section_quoted_from_another_act_carries_no_number(act: Read) -> None:
    assert [b.section for b in act.document.blocks if b.section] == ["§ 1-1", "§ 1-2"]
    assert "§ 7. Mørke" in act.document.text


def test_the_header_gives_dates_ministry_and_names(act: Read) -> None:
    facts = [(f.name, f.value) for f in act.document.facts]

    assert act.document.title == "Lov om lamper (lampeloven)"
    assert dict(facts) == {
        "address": "https://lovdata.no/dokument/LTI/lov/2025-03-28-99",
        "identifier": "LOV-2025-03-28-99",
        "alias": "lov/2025-03-28-99",
        "ministry": "Skyggedepartementet",
        "in_force": "2025-04-01",
        "in_force_as_written": "2025-04-01, Kongen bestemmer",
        "published": "2025-03-28",
        "short_title": "Lampeloven",
        "legal_area": "Lys > Lamper",
        "changes": "lov/2009-06-19-1",
    }
    assert [value for name, value in facts if name == "ministry"] == [
        "Lysdepartementet",
        "Skyggedepartementet",
    ]


def test_the_table_of_contents_is_not_text(act: Read) -> None:
    assert act.document.text.count("Kapittel 1") == 1


def test_every_published_article_of_2025_is_one_passage(shared: Path) -> None:
    for path in sorted((shared / "data/law/no/lovtidend-2025-html").iterdir()):
        outcome = read(path.read_bytes(), f"law/{path.name}", "p")
        numbered = [p for p in cut(outcome.document, "sections") if p.section and p.kind == "text"]

        assert len(numbered) == path.read_text(encoding="utf-8").count('class="legalArticle"'), path.name


def test_every_section_of_every_sixth_act_in_force_is_a_passage_with_its_number(shared: Path) -> None:
    wanted: dict[str, Counter[str]] = {}
    for line in (
        (shared / "data/retrieval/lovdata-sections-nb/corpus.jsonl").read_text(encoding="utf-8").splitlines()
    ):
        metadata = json.loads(line)["metadata"]
        number = normal_section(metadata["ref"].partition("#")[0])
        if number.startswith("§"):
            wanted.setdefault(metadata["act"], Counter())[number] += 1

    absent = Counter[str]()
    for path in sorted((shared / "data/law/no/lover").glob("*.md"))[::6]:
        document = read(path.read_bytes(), f"law/{path.name}", "p").document
        act = document.fact("identifier") or ""
        numbers = Counter(normal_section(p.section) for p in cut(document, "sections") if p.section)
        absent += wanted.get(act, Counter()) - numbers

    assert sum(count for numbers in wanted.values() for count in numbers.values()) > 24_000
    assert absent == Counter()


def test_a_term_in_the_header_is_a_first_and_a_last_day() -> None:
    page = ACT.read_bytes().replace(b"2025-04-01, Kongen bestemmer", "2025-03-07 – 2025-12-31".encode())

    facts = {fact.name: fact.value for fact in read(page, "law/nl-99.xml", "p").document.facts}

    assert (facts["in_force"], facts["valid_to"]) == ("2025-03-07", "2025-12-31")
