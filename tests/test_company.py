"""The demo company hangs together: the questions rest on its pages, and its traps are in place."""

from __future__ import annotations

import json
import re
import runpy
from collections import Counter
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import yaml

from belegg.records import EVERYONE
from belegg.sources.access import AccessRules

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
COMPANY = EXAMPLES / "company"
REPORT = "reports/SVR-2026-03.pdf"
NO_FRONT_MATTER = "notes/telefonnotat-elvheim.md"
UNREADABLE_FRONT_MATTER = {"notes/utkast-lunsj.md", "notes/kickoff-lulea.md"}
GROUPS = {EVERYONE, "hr", "management", "sales", "engineering", "finance", "board", "support"}
CLASSES = {"lookup", "synthesis", "temporal", "conflicting", "unanswerable"}
KINDS = {"lay", "terms", "exact", "typo", "crosslingual"}
# Contracts, codes and sections asked for on purpose although there is no such thing.
ABSENT = {"2026-077", "E-4099"}


def files() -> list[str]:
    return sorted(p.relative_to(COMPANY).as_posix() for p in COMPANY.rglob("*") if p.is_file())


def pages() -> list[str]:
    return [name for name in files() if name.endswith(".md")]


def text_of(name: str) -> str:
    data = (COMPANY / name).read_bytes()
    return data.decode("cp1252" if name == "sales/prisliste-2023.txt" else "utf-8")


def head_of(name: str) -> dict[str, Any] | None:
    """The front matter; None when there is none that can be understood."""
    found = re.match(r"---\n(.*?)\n---\n", text_of(name), re.DOTALL)
    if not found:
        return None
    try:
        head = yaml.safe_load(found[1])
    except yaml.YAMLError:
        return None
    return head if isinstance(head, dict) else None


def report_pages() -> list[str]:
    """The text of each page of the report, white space folded, divided words joined as pdfium marks them."""
    document = pypdfium2.PdfDocument(COMPANY / REPORT)
    try:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    finally:
        document.close()


def questions() -> list[dict[str, Any]]:
    lines = (EXAMPLES / "company.questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def demo() -> list[dict[str, Any]]:
    asked: list[dict[str, Any]] = json.loads((EXAMPLES / "company.demo.json").read_text(encoding="utf-8"))
    return asked


def make_report() -> bytes:
    script = runpy.run_path(str(EXAMPLES / "make_report.py"))
    made: bytes = script["make_report"]((EXAMPLES / "report.txt").read_text(encoding="utf-8"))
    return made


def test_the_company_has_about_sixty_pages_in_four_languages() -> None:
    languages = Counter(head["language"] for name in pages() if (head := head_of(name)))

    assert 60 <= len(files()) <= 70
    assert languages["nb"] >= 20
    assert languages["nn"] == 2
    assert languages["en"] >= 15
    assert languages["sv"] >= 6
    assert languages["fi"] >= 8


@pytest.mark.req("ING-3")
def test_every_page_states_its_title_readers_language_and_date_except_the_three_traps() -> None:
    odd = {NO_FRONT_MATTER, *UNREADABLE_FRONT_MATTER}
    for name in pages():
        head = head_of(name)
        if name in odd:
            assert head is None, name
            continue
        assert head is not None, name
        assert head["title"], name
        assert head["access"], name
        assert set(head["access"]) <= GROUPS, name
        assert head["language"] in {"nb", "nn", "sv", "fi", "en"}, name
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", str(head["date"])), name


def test_a_page_that_names_another_page_names_one_that_exists() -> None:
    for name in pages():
        head = head_of(name) or {}
        for key in ("replaces", "replaced_by", "amends"):
            assert head.get(key, name) in files(), name


def test_the_price_list_is_in_an_old_code_page() -> None:
    data = (COMPANY / "sales/prisliste-2023.txt").read_bytes()

    with pytest.raises(UnicodeDecodeError):
        data.decode("utf-8")
    assert "€" in data.decode("cp1252")


def test_the_traps_of_real_life_are_in_place() -> None:
    assert len([name for name in files() if name.endswith("/README.md")]) == 2
    secrecy = "Partene skal holde hemmelig alt de får vite om den andre partens anlegg, priser og kunder"
    assert [secrecy in text_of(name) for name in pages()].count(True) == 2
    runbook = text_of("engineering/on-call-runbook.md")
    assert re.search(r"```sh\n## 1\. ", runbook)
    assert "hjemmekontor" not in text_of("handbook/fjernarbeid.md")
    assert "sparken" not in text_of("handbook/oppsigelse.md")
    assert any(re.search(r"^ {2,}- ", text_of(name), re.MULTILINE) for name in pages())


def test_nothing_is_told_about_the_stop_in_march_but_that_it_was() -> None:
    mention = re.compile(r"stop happened in March|stans i mars")
    told = [name for name in files() if name != REPORT and mention.search(text_of(name))]

    assert told == ["board/2026-06-18.md", "engineering/incidents/inc-2026-014.md"]


def test_the_average_raise_can_be_read_by_hr_management_and_the_board_only() -> None:
    for name in pages():
        if re.search(r"\b4[.,]1 (per cent|prosent)\b", text_of(name)):
            head = head_of(name)
            assert head is not None
            assert set(head["access"]) <= {"hr", "management", "board"}, name


def test_the_report_has_twelve_pages_and_the_script_makes_the_same_bytes_again() -> None:
    assert len(report_pages()) == 12
    assert make_report() == (COMPANY / REPORT).read_bytes()


def test_no_font_stands_in_the_report() -> None:
    assert b"/FontFile" not in (COMPANY / REPORT).read_bytes()


def test_the_report_has_running_lines_divided_words_and_a_sentence_across_pages() -> None:
    texts = report_pages()

    assert all("Strømvåg Instrument AS · SVR-2026-03" in text for text in texts[1:])
    assert all(f"Page {number}" in text for number, text in enumerate(texts[1:], 2))
    assert any("￾" in text for text in texts), "pdfium marks a hyphen at a line's end with U+FFFE"
    assert texts[8].endswith("The")
    assert "sentence about eight years in Nordic conditions" in texts[9]
    assert "2.1.1 Complaints from the winter of 2020" in texts[2]


@pytest.mark.req("EVA-1")
def test_every_gold_quotation_stands_word_for_word_in_its_file() -> None:
    on_page = report_pages()
    for question in questions():
        for gold in question["gold"]:
            if gold["file"] == REPORT:
                assert gold["quote"] in on_page[gold["page"] - 1], question["id"]
            else:
                assert gold["quote"] in text_of(gold["file"]), question["id"]


@pytest.mark.req("EVA-1", "ANS-5")
def test_the_questions_cover_five_classes_five_kinds_and_five_languages() -> None:
    asked = questions()
    classes = Counter(q["class"] for q in asked)

    assert len({q["id"] for q in asked}) == len(asked) >= 45
    assert set(classes) == CLASSES
    assert min(classes.values()) >= 6
    assert classes["unanswerable"] >= 8
    assert {q["kind"] for q in asked} == KINDS
    assert {q["lang"] for q in asked} == {"nb", "nn", "sv", "fi", "en"}
    assert all(q["answerable"] == bool(q["gold"]) == (q["class"] != "unanswerable") for q in asked)


def test_a_question_of_synthesis_or_conflict_rests_on_two_documents() -> None:
    for question in questions():
        if question["class"] in {"synthesis", "conflicting"}:
            assert len({gold["file"] for gold in question["gold"]}) >= 2, question["id"]


def test_a_gold_quotation_can_be_read_by_those_who_are_named() -> None:
    for question in questions():
        for gold in question["gold"]:
            head = head_of(gold["file"]) if gold["file"].endswith(".md") else None
            if head is not None:
                assert set(gold["readable_by"].split(",")) == set(head["access"]), question["id"]


def test_every_contract_and_code_asked_for_exists_unless_it_is_absent_on_purpose() -> None:
    everything = "\n".join(text_of(name) for name in files() if name != REPORT)
    for question in questions():
        for code in re.findall(r"\b(?:20\d\d-\d{3}|[A-Z]{1,3}-\d{3,4})\b", question["question"]):
            assert (code in everything) != (code in ABSENT), question["id"]


@pytest.mark.req("ING-3")
def test_the_access_rules_leave_pages_their_own_lists_and_loose_notes_to_their_owner() -> None:
    rules = AccessRules.read(EXAMPLES / "company.access.tsv")

    for name in files():
        head = head_of(name) if name.endswith(".md") else None
        own = frozenset(head["access"]) if head else None
        readers = rules.access(f"company/{name}", own)
        if name.startswith("notes/"):
            assert readers == frozenset(), name
        elif own:
            assert readers == own, name
        else:
            assert readers in ({EVERYONE}, {"sales", "management", "finance"}), name


def test_people_belong_to_groups_that_pages_name() -> None:
    lines = (EXAMPLES / "company.people.tsv").read_text(encoding="utf-8").splitlines()
    people = dict(line.split("\t") for line in lines if line[0] != "#")
    named = {group for name in pages() if (head := head_of(name)) for group in head["access"]}

    assert people.pop("person") == "groups"
    assert people.pop("anonymous") == ""
    assert named == GROUPS
    assert {group for groups in people.values() for group in groups.split(",") if group} == GROUPS - {
        EVERYONE
    }


def test_the_demo_asks_three_questions_with_answers_and_one_without() -> None:
    asked = demo()

    assert [bool(each["expect_quote"]) for each in asked] == [True, True, True, False]
    for each in asked[:3]:
        assert each["expect_quote"] in text_of(each["expect_file"])
    everything = "\n".join(text_of(name) for name in files() if name != REPORT).lower()
    assert "gym" not in everything
    assert "membership" not in everything
