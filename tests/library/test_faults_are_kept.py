"""What went wrong with a model is told, and still told when its run is read again from the file."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from belegg.library.library import Library
from belegg.library.turns.envelope import as_record
from belegg.records import OWNER, Answered, Scope
from belegg.records.runs import Event, FellBack, Searched, Sent
from belegg.testing.chat import calls
from belegg.testing.chat_faults import CUT_STREAMS
from belegg.testing.chat_server import ChatServer

pytest.importorskip("pydantic_ai")

from belegg.models.chat.hosted import HostedChat
from belegg.models.chat.settings import ChatSettings

pytestmark = pytest.mark.req("AGE-8", "AGE-9")

LEASE = "# Lease\n\nEither party may end the lease with three months' written notice.\n"
QUESTION = "How is the lease ended?"
EVERYONE = Scope(OWNER)
SAID = {
    "settled": "yes",
    "sentences": [
        {
            "text": "The lease ends with three months' notice.",
            "quotes": [{"document": "D1", "quote": "end the lease with three months' written notice"}],
        }
    ],
}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("faults")
    (folder / "docs").mkdir()
    (folder / "docs" / "lease.md").write_text(LEASE)
    with Library.open(folder / "belegg.db", create=True) as library:
        library.ingest(folder / "docs")
    return folder / "belegg.db"


@pytest.mark.parametrize("name", CUT_STREAMS)
def test_an_interrupted_reply_is_marked_after_reload(file: Path, name: str) -> None:
    async def at_once(seconds: float) -> None:
        """No time passes."""

    with Library.open(file) as library, ChatServer([CUT_STREAMS[name], calls(("answer", SAID))]) as server:
        settings = ChatSettings("openai", "scripted", server.base_url, idle_s=0.3)
        library.use_models(answer=HostedChat(settings, wait=at_once))
        events: list[Event] = []
        library.ask(QUESTION, EVERYONE, watch=events.append)
        run, _ = library.keep_run(library.new_run(events, EVERYONE, started_at="2026-03-01T10:00:00Z"))

    with Library.open(file) as library:
        again = library.stored_run(run.id, OWNER)

    assert "interrupted" in [event.finish for event in again.events if isinstance(event, Sent)]
    assert any("interrupted" in event.why for event in again.events if isinstance(event, FellBack))
    assert any("interrupted" in note.text for note in again.answer.notes)
    assert "interrupted" in json.dumps(as_record(again))
    assert [event.by for event in again.events if isinstance(event, Searched)] == ["belegg"]


def test_with_the_models_port_closed_the_documents_answer_and_say_that_no_model_did(file: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    waited: list[float] = []

    async def counted(seconds: float) -> None:
        waited.append(seconds)

    with Library.open(file) as library:
        library.use_models(answer=HostedChat(ChatSettings("openai", "scripted", address), wait=counted))
        answer = library.ask(QUESTION, EVERYONE)

    assert isinstance(answer, Answered)
    assert answer.model is None
    assert [ran.state for ran in answer.ran if ran.step == "model"] == ["failed"]
    assert any(note.text.startswith("No model wrote this answer") for note in answer.notes)
    assert waited == []  # who does not listen is not tried again
