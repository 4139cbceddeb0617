"""Where a model's server is stands on no page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from belegg.library.library import Library
from belegg.serving.web.unaddressed import unaddressed
from doors import client_of
from pages_seen import Page, asked
from web.browsing import reports


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "`127.0.0.1:33415` ended the connection without an answer; look at the server's log",
            "The model's server ended the connection without an answer; look at the server's log",
        ),
        ("Judging: `llm:8000` cannot be reached", "Judging: the model's server cannot be reached"),
        ("`api.example.com` says that it is late", "The model's server says that it is late"),
        ("`[::1]:8000` is asked too often", "The model's server is asked too often"),
        ("Answered by `openai:writer@127.0.0.1:8000`.", "Answered by `openai:writer`."),
        ("`fees.md` cannot be read", "`fees.md` cannot be read"),
        ("no passage has `ferie`", "no passage has `ferie`"),
        ("Write to post@example.com.", "Write to post@example.com."),
    ],
)
def test_a_server_is_told_as_the_models(text: str, told: str) -> None:
    assert unaddressed(text) == told


def test_a_run_whose_model_is_out_of_reach_does_not_say_where_it_is(tmp_path: Path) -> None:
    pytest.importorskip("pydantic_ai", reason="`belegg[chat]` is not installed")
    with (
        Library.open(tmp_path / "silent.db", create=True) as library,
        pytest.MonkeyPatch.context() as patch,
    ):
        library.ingest(reports(tmp_path))
        patch.setenv("BELEGG_CONFIG", "")
        patch.setenv("BELEGG_ANSWER_MODEL", "openai:writer")
        patch.setenv("BELEGG_ANSWER_BASE_URL", "http://127.0.0.1:9/v1")
        with client_of(library) as client:
            client.follow_redirects = True
            address, html = asked(client, "When does the committee publish its findings?")
            text = _settled(client, address, html)

    assert "he model's server" in text
    assert re.search(r"127\.0\.0\.1", text) is None


def _settled(client: TestClient, address: str, html: str) -> str:
    """The text of the run's page once it has ended."""
    for _ in range(600):
        if "data-run" not in html:
            break
        html = client.get(address).text
    return Page(html).text
