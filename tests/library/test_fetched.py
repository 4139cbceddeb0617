"""A run that rests on fetched figures: kept, looked at again, taken along, withheld, and gone with them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from belegg import Library
from belegg.answering.conversation import FETCH_AGAIN, Conversation, Earlier
from belegg.errors import UnknownDocument, UnknownRun
from belegg.library.turns.withheld import WITHHELD, touched
from belegg.records import OWNER, Abstained, Answered, DocumentId, Principal, Quote, Scope, Sentence
from belegg.records.chat import Usage
from belegg.records.fetched import Fetched
from belegg.records.runs import Asked, Ended, Event, Opened, StoredRun
from belegg.stores.engine.reader import EngineReader
from belegg.stores.sqlite import SqliteStore
from belegg.testing import ScriptedChat, fetched
from belegg.testing.chat import calls
from belegg.text.quotes import check_quote
from library.ingesting import write

pytestmark = pytest.mark.req("STA-4")

ANNA, BERIT = (Principal.signed_in(name, ["staff"]) for name in ("anna", "berit"))
QUESTION = "How high was the price index in 2025?"
LINE = "2025: 136.0 (index, 2015 = 100)"
AT = "2026-03-01T10:00:00Z"
PRICES = fetched(
    "statistics/ssb/14700",
    "2024: 131.8 (index, 2015 = 100)",
    LINE,
    question="q1",
    asker="anna",
    title="Consumer prices",
    at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    bodies=[b'{"value": [131.8, 136.0]}'],
)
ID = PRICES.document.id


@pytest.fixture
def handbook(library: Library, tmp_path: Path) -> Library:
    write(tmp_path / "wiki" / "dogs.md", "---\naccess: [everyone]\n---\n# Dogs\n\nDogs may sleep here.\n")
    library.ingest(tmp_path / "wiki")
    return library


def quoting(library: Library, document: DocumentId, words: str) -> Quote:
    with library.store.reading(Scope(OWNER)) as reader:
        text = reader.text(document)
    assert text is not None
    return Quote(text.head, text.version, (), None, None, check_quote(text.text, words))


def events_of(answer: Answered) -> list[Event]:
    opened = Opened(1, "D1", ID, 1, "Consumer prices", "whole")
    return [Asked(answer.question, AT[:10]), opened, Ended(answer, Usage(), 1.0)]


def answered(library: Library, *sentences: Sentence) -> Answered:
    every = sentences or (Sentence("The index was 136.0.", True, (quoting(library, ID, LINE),)),)
    return Answered(QUESTION, "verified", every, (), (), (), model="fake:scripted")


def kept(library: Library, conversation: str = "", events: Sequence[Event] = ()) -> StoredRun:
    """A run of Anna's, which quotes what it fetched unless other events are given."""
    library.keep_fetched(PRICES)
    told = events or events_of(answered(library))
    run = library.new_run(told, Scope(ANNA), started_at=AT, conversation=conversation)
    run, notes = library.keep_run(run)
    assert notes == ()
    return run


def test_a_run_that_quotes_figures_is_read_again_verified_and_taken_along(handbook: Library) -> None:
    run = kept(handbook)

    again, checked = handbook.stored_run(run.id, ANNA), handbook.verify(run.id, ANNA)
    markdown, word = handbook.export(run.id, "md", ANNA), handbook.export(run.id, "docx", ANNA)
    receipt = handbook.receipt(run.id, ANNA)

    assert again.answer == run.answer
    assert [(each.document, each.version) for each in touched(again)] == [(ID, 1)] * 2
    assert (checked.holds, [q.state for q in checked.quotations]) == (True, ["holds"])
    assert f"“{LINE}”" in markdown.decode()
    assert "Consumer prices" in markdown.decode()
    assert "No longer holds" not in markdown.decode()
    assert word.startswith(b"PK")
    assert (receipt["holds"], receipt["quotations"][0]["text"]) == (True, LINE)
    assert receipt["quotations"][0]["text_sha256"] == receipt["quotations"][0]["file_sha256"]
    assert handbook.verify_receipt(json.loads(json.dumps(receipt)), ANNA).holds
    assert [head.verdict for head in handbook.stored_runs(ANNA)] == ["quotations verified"]
    assert handbook.unheld() == []
    assert [run.filters for run in handbook.conversation(run.conversation, OWNER)] == [{}]


def test_what_is_quoted_is_read_and_checked_by_whoever_asked_and_by_nobody_else(handbook: Library) -> None:
    run = kept(handbook)

    for who in (ANNA, OWNER):
        assert LINE in handbook.read(ID, Scope(who)).text
        checked = handbook.check(f'The index was higher: "{LINE}" ({ID}).', Scope(who))
        assert [each.check.status for each in checked.claims] == ["exact"]
    with pytest.raises(UnknownDocument):
        handbook.read(ID, Scope(BERIT))
    with pytest.raises(UnknownRun):
        handbook.verify(run.id, BERIT)
    receipt = handbook.receipt(run.id, ANNA)
    assert [each.state for each in handbook.verify_receipt(receipt, BERIT).quotations] == ["not here"]


def test_nothing_of_a_library_lists_it(handbook: Library) -> None:
    before = handbook.documents(Scope(OWNER)), handbook.packs(Scope(OWNER)), handbook.reports(Scope(OWNER))
    handbook.keep_fetched(PRICES)

    listed = handbook.documents(Scope(OWNER)), handbook.packs(Scope(OWNER)), handbook.reports(Scope(OWNER))
    assert listed == before
    assert handbook.search("consumer prices index 136.0", Scope(ANNA)).hits == ()
    for name in ("statistics/ssb/14700", "14700", "Consumer prices"):
        with pytest.raises(UnknownDocument):
            handbook.document(name, Scope(ANNA))
    assert [each.id for each in handbook.fetched()] == [ID]


def test_explain_says_that_no_search_finds_it(handbook: Library) -> None:
    handbook.keep_fetched(PRICES)

    fate = handbook.explain("consumer prices", Scope(ANNA), ID).fate

    assert fate is not None
    assert fate.text == (
        "`statistics/ssb/14700` was fetched for one question: it is read by its id, and no search finds it"
    )
    assert [each.document.source for each in handbook.similar(ID, Scope(ANNA)).hits] == []


def test_a_table_that_is_closed_to_whoever_asked_is_withheld_from_their_own_run(handbook: Library) -> None:
    run = kept(handbook)

    with handbook.store.keeping("test") as keeper:
        keeper.narrow_fetched("statistics/ssb/", frozenset({"board"}))

    mine, owners = handbook.stored_run(run.id, ANNA), handbook.stored_run(run.id, OWNER)
    assert isinstance(mine.answer, Answered)
    assert [sentence.text for sentence in mine.answer.sentences] == [WITHHELD]
    assert [head.verdict for head in handbook.stored_runs(ANNA)] == ["withheld"]
    assert owners.answer == run.answer


def test_forgotten_figures_go_out_of_the_run(handbook: Library) -> None:
    run = kept(handbook)

    forgotten = handbook.forget(ID)

    assert (forgotten.quotations, forgotten.versions) == (1, 1)
    again = handbook.stored_run(run.id, ANNA)
    assert "136.0" not in repr(again)
    assert handbook.fetched() == []


def test_figures_go_with_the_last_run_that_was_shown_them(handbook: Library) -> None:
    first, second = kept(handbook), kept(handbook)

    handbook.remove_runs([first.id], ANNA)
    assert handbook.verify(second.id, ANNA).holds
    handbook.keep_newest_runs(0)

    assert handbook.fetched() == []


def old(source: str) -> Fetched:
    return fetched(source, "5 kr", at="2026-01-01T00:00:00Z")


def test_what_is_old_and_in_no_run_goes_with_the_next_ingest_fetch_or_run(
    handbook: Library, tmp_path: Path
) -> None:
    def fetch(source: str) -> None:
        with handbook.store.keeping("test") as keeper:
            keeper.keep_fetched(old(source))

    def left() -> list[str]:
        return [each.source for each in handbook.fetched()]

    fetch("statistics/ssb/1")
    handbook.ingest(tmp_path / "wiki")
    assert left() == []
    fetch("statistics/ssb/2")
    handbook.keep_fetched(PRICES)
    assert left() == [PRICES.document.source]
    fetch("statistics/ssb/3")
    kept(handbook)
    assert left() == [PRICES.document.source]
    fetch("statistics/ssb/4")
    assert (handbook.sweep_fetched(), handbook.sweep_fetched(), left()) == (1, 0, [PRICES.document.source])


def test_what_is_kept_does_not_go_by_being_kept(handbook: Library) -> None:
    handbook.keep_fetched(old("statistics/ssb/1"))

    assert [each.source for each in handbook.fetched()] == ["statistics/ssb/1"]


def test_a_follow_up_is_not_told_of_figures_and_does_not_hold_them(handbook: Library) -> None:
    first = kept(handbook)

    said = answered(handbook, Sentence("Dogs may.", True, ()))
    follow_up: list[Event] = [Asked("And dogs?", AT[:10]), Ended(said, Usage(), 1.0)]
    second = kept(handbook, first.conversation, follow_up)

    assert (second.number, second.carried) == (2, ())
    handbook.remove_runs([first.id], ANNA)
    assert handbook.fetched() == []
    assert handbook.stored_run(second.id, ANNA).answer == second.answer


def test_a_model_is_told_that_figures_of_an_earlier_question_must_be_fetched_again(handbook: Library) -> None:
    handbook.keep_fetched(PRICES)
    dogs = handbook.document("dogs.md", Scope(OWNER)).id
    sentences = (
        Sentence("The index was 136.0.", True, (quoting(handbook, ID, LINE),)),
        Sentence("Dogs may sleep here.", True, (quoting(handbook, dogs, "Dogs may sleep here."),)),
    )
    history = Conversation([Earlier(QUESTION, answered(handbook, *sentences))])
    chat = ScriptedChat([calls(("answer", {"settled": "no", "missing": "That."}))])
    handbook.use_models(answer=chat)

    handbook.ask("And may dogs sleep?", Scope(ANNA), history=history)

    told = chat.asked[0].messages[1].text
    assert told.count(FETCH_AGAIN) == 1
    assert "Answered: Dogs may sleep here." in told
    assert "136.0" not in told
    assert "Consumer prices" not in told


def test_an_earlier_questions_figures_are_neither_read_nor_quoted_by_a_later_one(handbook: Library) -> None:
    handbook.keep_fetched(PRICES)
    history = Conversation()
    with handbook.store.reading(Scope(ANNA)) as reader:
        head = reader.head(ID)
    assert head is not None
    handle = history.handles.of(head)
    said = {"text": "The index was 136.0.", "quotes": [{"document": handle, "quote": LINE}]}
    draft = calls(("answer", {"settled": "yes", "sentences": [said]}))
    chat = ScriptedChat([calls(("read", {"document": handle})), *[draft] * 4])
    handbook.use_models(answer=chat)

    answer = handbook.ask("How high was the index for dogs?", Scope(ANNA), history=history)

    assert isinstance(answer, Abstained)
    assert f"`{handle}` is no document that was shown" in answer.dropped[0]
    every = [message.text for asked in chat.asked for message in asked.messages]
    assert any(text.startswith("Not run:") for text in every)
    assert not [text for text in every if "131.8" in text]  # the line beside the one that the model made up


class Heard(SqliteStore):
    """A store that remembers for which questions it was read."""

    questions: set[str | None]

    def reading(self, scope: Scope) -> AbstractContextManager[EngineReader]:
        self.questions.add(scope.question)
        return super().reading(scope)


@pytest.mark.parametrize("model", [True, False])
def test_each_question_has_a_name_of_its_own_with_a_model_and_without(tmp_path: Path, model: bool) -> None:
    write(tmp_path / "wiki" / "dogs.md", "# Dogs\n\nDogs may sleep here.\n")
    store = Heard(tmp_path / "belegg.db")
    store.questions = set()
    with Library(tmp_path / "belegg.db", store) as library:
        library.ingest(tmp_path / "wiki")
        if model:
            library.use_models(answer=ScriptedChat([calls(("answer", {"settled": "no", "missing": "It."}))]))
        heard = []
        for scope in (Scope(OWNER), Scope(OWNER), Scope(OWNER, question="mine")):
            store.questions = set()
            library.ask("May dogs sleep?", scope)
            heard.append({name for name in store.questions if name})

    assert [len(names) for names in heard] == [1, 1, 1]
    assert heard[0] != heard[1]
    assert heard[2] == {"mine"}
