"""What the server measures of itself: counts and times, and never a word of a question or a document."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi import FastAPI
from opentelemetry.trace import Tracer
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from belegg.errors import BadSetting
from belegg.library.library import Library
from belegg.records import OWNER, Abstained, Scope
from belegg.records.answers import Ran
from belegg.serving.entrance.visitor import NOBODY_KNOWN, LocalEntrance, Visitor
from belegg.serving.http.app import create_app
from belegg.serving.http.measuring import Measured, Prometheus, Unmeasured, tracer_of
from belegg.serving.settings import wants_metrics
from doors import HERE

CANARY = "zebrafink"


class Nobodys:
    """An entrance that knows nobody."""

    def visitor(self, cookies: Mapping[str, str], authorization: str | None) -> Visitor:
        return NOBODY_KNOWN


def served(measures: Prometheus | Unmeasured, tracer: Tracer | None = None) -> TestClient:
    app = FastAPI(middleware=[Middleware(Measured, measures=measures, tracer=tracer)])

    @app.get("/documents/{name}")
    def document(name: str, q: str = "") -> dict[str, str]:
        if name == "broken":
            raise RuntimeError(q)
        return {"name": name}

    return TestClient(app, raise_server_exceptions=False)


def lines_of(measures: Prometheus) -> list[str]:
    return [line for line in measures.page()[0].decode().splitlines() if not line.startswith("#")]


def test_requests_are_counted_under_the_routes_pattern_and_hold_no_word_that_was_asked() -> None:
    measures = Prometheus()
    client = served(measures)
    client.get(f"/documents/{CANARY}", params={"q": CANARY})
    client.get(f"/documents/{CANARY}2")
    client.get(f"/nowhere/{CANARY}")

    lines = lines_of(measures)

    counted = 'belegg_request_seconds_count{method="GET",route="/documents/{name}",status="200"} 2.0'
    assert counted in lines
    assert 'belegg_request_seconds_count{method="GET",route="none",status="404"} 1.0' in lines
    assert not any(CANARY in line for line in lines)


def test_a_request_that_nothing_handled_is_counted_as_a_500() -> None:
    measures = Prometheus()
    served(measures).get("/documents/broken")

    assert any('status="500"} 1.0' in line for line in lines_of(measures) if "_count" in line)


def test_answers_are_counted_by_verdict_and_quotations_by_number(company_library: Library) -> None:
    measures = Prometheus()
    answer = company_library.ask("Hvor lang er oppsigelsestiden i prøvetiden?", Scope(OWNER))
    silent = company_library.ask("Hvor mange elefanter bor i zoologisk hage?", Scope(OWNER))
    assert not isinstance(answer, Abstained)
    assert isinstance(silent, Abstained)

    measures.answered(replace(answer, ran=(Ran("judge", "failed"),)))
    measures.answered(silent)

    lines = lines_of(measures)
    shown = sum(len(sentence.quotes) for sentence in answer.sentences)
    assert f"belegg_quotations_total {float(shown)}" in lines
    assert 'belegg_answers_total{reason="not_covered",verdict="abstained"} 1.0' in lines
    assert 'belegg_answer_steps_total{state="failed",step="judge"} 1.0' in lines


def test_an_admin_reads_what_was_measured_and_nobody_else_does(company_library: Library) -> None:
    app = create_app(company_library, LocalEntrance(), measures=Prometheus())
    owner = TestClient(app, base_url=HERE)
    owner.get("/api/v1/search", params={"q": CANARY})
    stranger = TestClient(create_app(company_library, Nobodys(), measures=Prometheus()), base_url=HERE)
    unmeasured = TestClient(create_app(company_library, LocalEntrance()), base_url=HERE)

    page = owner.get("/metrics")

    assert page.headers["content-type"].startswith("text/plain")
    assert 'route="/api/v1/search",status="200"} 1.0' in page.text
    assert CANARY not in page.text
    assert stranger.get("/metrics").status_code == 401
    assert unmeasured.get("/metrics").status_code == 404


def test_metrics_are_on_where_the_settings_say_so(tmp_path: Path) -> None:
    file = tmp_path / "belegg.toml"
    assert not wants_metrics(tmp_path / "belegg.db")
    file.write_text("[serve]\nmetrics = true\n", encoding="utf-8")
    assert wants_metrics(tmp_path / "belegg.db")
    file.write_text("[serve]\nmetrics = 1\n", encoding="utf-8")
    with pytest.raises(BadSetting, match="`metrics` is true or false"):
        wants_metrics(tmp_path / "belegg.db")


def test_spans_are_made_only_where_opentelemetry_is_told_where_to_send_them() -> None:
    assert tracer_of({}) is None
    assert tracer_of({"OTEL_SERVICE_NAME": "belegg"}) is None


def test_a_span_has_the_routes_pattern_and_no_word_that_was_asked() -> None:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    kept, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    client = served(Unmeasured(), provider.get_tracer("test"))

    client.get(f"/documents/{CANARY}", params={"q": CANARY})
    client.get("/documents/broken", params={"q": CANARY})

    names = [span.name for span in kept.get_finished_spans()]
    assert names == ["GET /documents/{name}"] * 2
    assert CANARY not in "".join(span.to_json() for span in kept.get_finished_spans())


@pytest.mark.parametrize("file", ["belegg.service", "Containerfile"])
def test_what_is_deployed_starts_a_command_that_is_there(file: str) -> None:
    from typer.testing import CliRunner

    from belegg.serving.cli.commands import app

    text = (Path(__file__).parents[2] / "deploy" / file).read_text(encoding="utf-8")
    started = next(line for line in text.splitlines() if line.startswith(("ExecStart=", "CMD [")))
    words = re.findall(r"[\w./-]+", started.partition("belegg")[2].replace("/bin/belegg", ""))

    told = CliRunner().invoke(app, [words[0], "--help"])

    assert told.exit_code == 0
    assert all(word in told.stdout for word in words if word.startswith("--"))
