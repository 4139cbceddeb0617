"""Steps and reasons are told in a reader's words: no tool by its name, no stem."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from belegg.serving.http.live_files import LiveEvent
from belegg.serving.web.catalogue import LANGUAGES, catalogue
from belegg.serving.web.steps import ASKED_FOR, SAID_OF, steps_of
from pages_seen import asked

pytestmark = pytest.mark.req("FAC-3", "SEA-7")


def used(tool: str, arguments: str = "leave", outcome: str = "2 terms") -> LiveEvent:
    return LiveEvent(1, "used", {"tool": tool, "arguments": arguments, "outcome": outcome})


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("tool", SAID_OF)
def test_a_tool_is_told_by_what_it_does(code: str, tool: str) -> None:
    (step,) = steps_of([used(tool)], catalogue(code))

    assert step.action != catalogue(code).say("steps.used", tool=tool)
    assert step.query == ("leave" if tool in ASKED_FOR else "")


def test_what_a_model_wrote_for_a_machine_is_not_told() -> None:
    (step,) = steps_of([used("search", '{"queries": ["leave"]}', "not run: too many")], catalogue("en"))

    assert (step.action, step.query, step.detail) == ("Searched", "", "not run: too many")


def test_a_tool_that_is_not_known_keeps_its_name() -> None:
    (step,) = steps_of([used("query_weather")], catalogue("en"))

    assert step.action == "Used query_weather"


def test_making_a_models_client_ready_is_a_step_with_its_time() -> None:
    told: dict[str, Any] = {"role": "answer", "took_ms": 2040.0}
    (step,) = steps_of([LiveEvent(1, "loaded", told)], catalogue("en"))

    assert (step.action, step.figure) == ("Made the model’s client ready", "2.0 s")


def test_the_steps_of_an_answer_without_a_model_name_no_tool(owner_at: TestClient) -> None:
    _, html = asked(owner_at, "Hva er betalingsplanen i kontrakt 2026-041 med Elvheim Fjernvarme?")

    told = re.findall(r'<div class="what"><b>([^<]*)</b>', html)
    assert told
    assert not [each for each in told if each.startswith("Used")]


def test_a_hit_is_explained_by_words_as_the_document_writes_them(owner_at: TestClient) -> None:
    html = owner_at.get("/search?q=kontrakten+oppsigelse").text
    cells = re.findall(r'<tr><th scope="row">([^<]*)</th><td>([^<]*) <span', html)

    assert cells
    assert not [cell for cell in cells if "…" in cell[1] or ":" in cell[1] or "~" in cell[1]]
    assert {"kontrakten"} & {word for asked, found in cells for word in found.split(", ")}
