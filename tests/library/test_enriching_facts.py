"""What a model proposes about a document: used where rules found nothing and it stands there."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg import Library
from belegg.errors import TextRefused
from belegg.library.enriching.run import EnrichmentRun
from belegg.records import Scope
from belegg.testing.chat import ScriptedChat, says
from library.enriched import (
    ANYONE,
    asked_for_facts,
    asked_for_lines,
    facts,
    is_about_facts,
    model,
    stored,
    writes,
)

pytestmark = pytest.mark.req("ING-9")
ORIGIN = "model fake:small@here"
REPORT = """Statens lampekontor

Om lamper i Norge

Rapport LK-2024/7, utgitt 12. mai 2024, for perioden 2021 til 2023. Lampene som er i huset lyser om natten,
og det er ikke alltid slik at de er av om dagen.
"""


def enriched(tmp_path: Path, library: Library, chat: ScriptedChat, name: str, text: str) -> EnrichmentRun:
    folder = tmp_path / "notes"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    library.ingest(folder)
    library.use_models(enrich=chat)
    return library.enrich(at_once=1)


def known(library: Library, source: str) -> dict[str, str]:
    """The facts that are the model's."""
    return {fact.name: fact.value for fact in stored(library, source)[0].facts if fact.origin == ORIGIN}


def test_values_that_stand_in_the_first_pages_are_used_and_say_whose_they_are(
    tmp_path: Path, library: Library
) -> None:
    chat = model(
        writes(
            title="Om lamper i Norge",
            organisation="Statens lampekontor",
            published="12. mai 2024",
            reference_period="perioden 2021 til 2023",
            report_number="LK-2024/7",
        )
    )
    run = enriched(tmp_path, library, chat, "r7.txt", REPORT)

    head = stored(library, "r7.txt")[0]
    assert (head.title, head.organisation, head.date) == (
        "Om lamper i Norge",
        "Statens lampekontor",
        "2024-05-12",
    )
    assert head.report_numbers == ("LK-2024/7",)
    assert len(known(library, "r7.txt")) == run.values == 5
    assert library.document("LK-2024/7", ANYONE).source == "notes/r7.txt"
    by = library.scope(
        ANYONE.principal, organisations=["Statens lampekontor"], since="2024-05", until="2024-05"
    )
    assert [found.id for found in library.documents(by)] == [head.id]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("title", "Om lamper i Sverige"),
        ("organisation", "Statens ovnskontor"),
        ("organisation", "lampekontor Statens"),
        ("published", "13. mai 2024"),
        ("published", "2024"),
        ("published", "in spring"),
        ("report_number", "LK-2024/8"),
        ("reference_period", "2019 til 2023"),
        ("language", "fi"),
        ("language", "norsk"),
        ("title", "x" * 400),
    ],
)
def test_a_value_that_does_not_stand_there_is_dropped_and_counted(
    tmp_path: Path, library: Library, name: str, value: str
) -> None:
    text = REPORT if name != "language" else "Lamper ABC\n\nLampe."
    proposed = facts(**{name: value})
    chat = model(lambda request: proposed if is_about_facts(request) else writes()(request))
    run = enriched(tmp_path, library, chat, "r7.txt", text)

    assert known(library, "r7.txt") == {}
    assert [(one.source, one.names) for one in run.dropped] == [("notes/r7.txt", (name,))]
    assert run.values == 0


def test_a_day_is_compared_in_any_form(tmp_path: Path, library: Library) -> None:
    enriched(tmp_path, library, model(writes(published="May 12, 2024")), "r7.txt", REPORT)

    assert known(library, "r7.txt") == {"published": "2024-05-12"}


def test_a_file_name_states_values_too(tmp_path: Path, library: Library) -> None:
    chat = model(writes(organisation="Lampekontoret", published="2024-03-01"))
    enriched(tmp_path, library, chat, "Lampekontoret_2024-03-01.txt", "Lampene lyser.\n")

    assert known(library, "Lampekontoret_2024-03-01.txt") == {
        "organisation": "Lampekontoret",
        "published": "2024-03-01",
    }


def test_facts_by_rule_and_front_matter_always_win(tmp_path: Path, library: Library) -> None:
    text = f"---\ntitle: Lamps\norganisation: Lamp Office\npublished: 2020-01-01\n---\n{REPORT}"
    chat = model(
        writes(title="Om lamper i Norge", organisation="Statens lampekontor", published="12. mai 2024")
    )
    run = enriched(tmp_path, library, chat, "r7.md", text)

    head = stored(library, "r7.md")[0]
    assert (head.title, head.organisation, head.date) == ("Lamps", "Lamp Office", "2020-01-01")
    assert (known(library, "r7.md"), run.dropped) == ({}, ())


def test_a_fact_that_the_file_states_later_takes_the_place_of_the_models(
    tmp_path: Path, library: Library
) -> None:
    chat = model(writes(organisation="Statens lampekontor"))
    enriched(tmp_path, library, chat, "r7.md", REPORT)
    assert stored(library, "r7.md")[0].organisation == "Statens lampekontor"

    enriched(tmp_path, library, chat, "r7.md", f"---\norganisation: Lamp Office\n---\n{REPORT}")

    assert stored(library, "r7.md")[0].organisation == "Lamp Office"
    assert known(library, "r7.md") == {}


def test_a_language_that_rules_could_not_tell_decides_how_passages_are_read(
    tmp_path: Path, library: Library
) -> None:
    chat = model(writes(lambda text: "", language="sv"))
    enriched(tmp_path, library, chat, "kort.txt", "Lamporna och ugnarna.\n")

    head, (passage,) = stored(library, "kort.txt")
    assert (head.language, passage.language, known(library, "kort.txt")) == ("sv", "sv", {"language": "sv"})
    swedish = Scope(ANYONE.principal, languages=("sv",))
    assert [hit.passage.id for hit in library.search("lampa", swedish, mode="keyword").hits] == [passage.id]
    library.drop_enrichment()
    head, (passage,) = stored(library, "kort.txt")
    assert (head.language, passage.language) == (None, None)


def test_lines_are_asked_for_under_the_facts_that_were_found(tmp_path: Path, library: Library) -> None:
    chat = model(writes(organisation="Statens lampekontor"))
    enriched(tmp_path, library, chat, "r7.txt", REPORT)

    about_lines = [request for request in chat.asked if not is_about_facts(request)]
    assert "Organisation: «Statens lampekontor»" in about_lines[0].messages[-1].text


def test_an_ingest_holds_what_was_proposed_against_the_new_text(tmp_path: Path, library: Library) -> None:
    chat = model(writes(organisation="Statens lampekontor", report_number="LK-2024/7"))
    enriched(tmp_path, library, chat, "r7.txt", REPORT)
    asked = len(chat.asked)

    (tmp_path / "notes" / "r7.txt").write_text(REPORT.replace("LK-2024/7", "LK-2025/1"), encoding="utf-8")
    library.ingest(tmp_path / "notes")

    assert known(library, "r7.txt") == {"organisation": "Statens lampekontor"}
    assert len(chat.asked) == asked


def test_a_document_that_lacks_nothing_is_not_asked_about(tmp_path: Path, library: Library) -> None:
    stated = "\n".join(
        f"{name}: x" for name in ("title", "organisation", "reference_period", "report_number")
    )
    chat = model()
    enriched(tmp_path, library, chat, "r7.md", f"---\n{stated}\npublished: 2024-05-12\n---\n{REPORT}")

    assert (asked_for_facts(chat), len(asked_for_lines(chat))) == (0, 1)


@pytest.mark.parametrize("reply", [TextRefused("too long"), says("no"), says('{"colour": "green"}')])
def test_first_pages_that_are_refused_are_named_and_lines_are_asked_for_all_the_same(
    tmp_path: Path, library: Library, reply: TextRefused
) -> None:
    chat = model(lambda request: reply if is_about_facts(request) else writes()(request))

    run = enriched(tmp_path, library, chat, "r7.txt", REPORT)

    assert [(one.source, one.passage) for one in run.unanswered] == [("notes/r7.txt", None)]
    assert run.lines == 1


def test_no_other_fact_comes_from_a_model_and_access_never(tmp_path: Path, library: Library) -> None:
    proposed = facts(access="everyone", identifier="LK-2024/7", status="utgitt")
    chat = model(lambda request: proposed if is_about_facts(request) else writes()(request))

    enriched(tmp_path, library, chat, "r7.txt", REPORT)

    assert (stored(library, "r7.txt")[0].access, known(library, "r7.txt")) == (frozenset(), {})
