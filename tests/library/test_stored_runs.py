"""Runs as a library keeps them: whole, to those who may see them, without what is theirs no more."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from belegg import Library
from belegg.errors import BadInput, MigrationNeeded, StoreUnhealthy, UnknownRun
from belegg.library.turns.envelope import as_record, run_of
from belegg.library.turns.withheld import WITHHELD
from belegg.records import OWNER, Answered, Principal, Scope
from belegg.records.answers import verdict_of
from belegg.records.runs import Ended, Searched, Sent, StoredRun, Writing
from library.ingesting import write
from made_runs import events_of, kept, texts_in

pytestmark = pytest.mark.req("AGE-9")

ANNA = Principal.signed_in("anna", ["hr"])
BERIT = Principal.signed_in("berit", ["hr"])
LEAVE = "Each parent may take sixteen weeks of parental leave."
DOGS = "Dogs may sleep in the red office, parents may too."
QUESTION = "How many weeks of parental leave may each parent take?"


def page(title: str, text: str, access: str) -> str:
    return f"---\naccess: [{access}]\n---\n# {title}\n\n{text}\n"


@pytest.fixture
def handbook(library: Library, tmp_path: Path) -> Library:
    write(tmp_path / "wiki" / "leave.md", page("Parental leave", LEAVE, "hr"))
    write(tmp_path / "wiki" / "dogs.md", page("Dogs", DOGS, "everyone"))
    library.ingest(tmp_path / "wiki")
    return library


def close(library: Library, tmp_path: Path) -> None:
    """Leave is for the board alone from now on."""
    write(tmp_path / "wiki" / "leave.md", page("Parental leave", LEAVE, "board"))
    library.ingest(tmp_path / "wiki")


def leave_id(library: Library) -> str:
    return library.document("leave.md", Scope(OWNER)).id


def test_a_run_comes_back_as_it_was_but_for_what_is_never_kept(handbook: Library) -> None:
    events = events_of(handbook, QUESTION, Scope(ANNA))
    run = kept(handbook, QUESTION, Scope(ANNA))

    again = handbook.stored_run("last", ANNA)

    assert again == handbook.stored_run(run.id[:5], ANNA) == handbook.stored_run(run.id, OWNER)
    assert (again.number, again.question, again.asker, again.models["judge"]) == (
        1,
        QUESTION,
        "anna",
        "fake:judge",
    )
    assert [type(e) for e in again.events] == [type(e) for e in events if not isinstance(e, Writing)]
    assert isinstance(again.events[-1], Ended)
    assert again.answer == again.events[-1].answer == run.answer
    sent = [m for e in again.events if isinstance(e, Sent) for m in e.messages]
    assert any(LEAVE in message.text for message in sent)
    assert all(message.state is None for message in sent)


@pytest.mark.req("FAC-6")
def test_another_sees_no_run_that_is_not_theirs(handbook: Library) -> None:
    run = kept(handbook, QUESTION, Scope(ANNA))

    assert (handbook.stored_runs(BERIT), [h.id for h in handbook.stored_runs(OWNER)]) == ([], [run.id])
    for name in (run.id, run.id[:4], "last", "nowhere", ""):
        with pytest.raises(UnknownRun) as refused:
            handbook.stored_run(name, BERIT)
        assert str(refused.value) == str(UnknownRun(name))
    assert handbook.conversation(run.conversation, BERIT) == []


@pytest.mark.req("FAC-6")
def test_what_one_may_not_read_any_more_is_withheld_from_ones_own_run(
    handbook: Library, tmp_path: Path
) -> None:
    run = kept(handbook, QUESTION, Scope(ANNA))
    close(handbook, tmp_path)

    mine, owners = handbook.stored_run(run.id, ANNA), handbook.stored_run(run.id, OWNER)

    assert "sixteen" not in texts_in(mine)
    assert "Parental leave" not in texts_in(mine)
    assert leave_id(handbook) not in texts_in(mine)
    assert isinstance(mine.answer, Answered)
    assert {s.text for s in mine.answer.sentences} == {WITHHELD}
    assert (mine.question, [e.query for e in mine.events if isinstance(e, Searched)]) == (
        QUESTION,
        [QUESTION],
    )
    assert mine.answer.withheld
    assert [head.verdict for head in handbook.stored_runs(ANNA)] == ["withheld"]
    assert handbook.receipt(run.id, ANNA)["verdict"] == "withheld"
    told = handbook.export(run.id, "md", ANNA).decode()
    assert "> **Withheld.** This run was shown a document that is not here for you" in told
    assert "verified" not in told.casefold()
    assert "stands word for word" not in told
    assert [head.verdict for head in handbook.stored_runs(OWNER)] == [verdict_of(run.answer)]
    assert owners.answer == run.answer
    assert LEAVE in texts_in(owners)


@pytest.mark.req("FAC-6")
def test_a_document_that_is_gone_and_one_that_is_forbidden_read_the_same(
    handbook: Library, tmp_path: Path
) -> None:
    run = kept(handbook, QUESTION, Scope(ANNA))
    close(handbook, tmp_path)
    forbidden = handbook.stored_run(run.id, ANNA)

    handbook.forget(handbook.document("leave.md", Scope(OWNER)).id)

    assert handbook.stored_run(run.id, ANNA) == forbidden
    assert [head.verdict for head in handbook.stored_runs(OWNER)] == ["withheld"]


@pytest.mark.req("ING-12")
def test_forgetting_leaves_no_byte_of_a_document_in_stored_runs(handbook: Library, tmp_path: Path) -> None:
    first = kept(handbook, QUESTION)
    kept(
        handbook,
        "And fathers?",
        conversation=first.conversation,
        standalone="Do dogs sleep in the red office?",
    )
    assert isinstance(first.answer, Answered)
    quotes = len([quote for sentence in first.answer.sentences for quote in sentence.quotes])

    forgotten = handbook.forget(handbook.document("leave.md", Scope(OWNER)).id)

    assert forgotten.quotations == quotes > 0
    runs = [handbook.stored_run(head.id, OWNER) for head in handbook.stored_runs(OWNER)]
    assert len(runs) == 2
    assert "sixteen" not in texts_in(runs[0]) + texts_in(runs[1])
    assert [m.text for e in runs[0].events if isinstance(e, Sent) for m in e.messages][:1] == [WITHHELD]
    handbook.store.close()
    assert b"sixteen" not in b"".join(f.read_bytes() for f in tmp_path.glob("belegg.db*"))


@pytest.mark.req("ING-12")
def test_a_run_that_ends_after_its_document_was_forgotten_is_kept_without_it(handbook: Library) -> None:
    run = handbook.new_run(
        events_of(handbook, QUESTION, Scope(OWNER)), Scope(OWNER), started_at="2026-03-01T10:00:00Z"
    )
    handbook.forget(handbook.document("leave.md", Scope(OWNER)).id)

    kept_run, _ = handbook.keep_run(run)

    assert "sixteen" not in texts_in(handbook.stored_run(kept_run.id, OWNER))


@pytest.mark.req("ANS-1")
def test_a_quotation_that_stands_nowhere_is_not_shown_whatever_the_file_says(handbook: Library) -> None:
    run = kept(handbook, QUESTION)
    with handbook.store.reading(Scope(OWNER)) as reader:
        turn = reader.turn(run.id)
    assert turn is not None
    forged = turn.record.replace("sixteen", "sixty")
    with handbook.store.keeping("test") as keeper:
        keeper.remove([run.id])
        keeper.keep(replace(turn, record=forged))

    assert "sixty" not in texts_in(handbook.stored_run(run.id, OWNER))


def test_a_follow_up_is_the_next_turn_and_carries_what_was_shown_before(
    handbook: Library, tmp_path: Path
) -> None:
    first = kept(handbook, QUESTION, Scope(ANNA))
    second = kept(handbook, "And dogs?", Scope(ANNA), first.conversation, "Where do dogs sleep?")

    assert [(r.number, r.question) for r in handbook.conversation(first.conversation, ANNA)] == [
        (1, QUESTION), (2, "And dogs?"),
    ]  # fmt: skip
    assert leave_id(handbook) in {each.document for each in second.carried}
    close(handbook, tmp_path)
    messages = [
        m.text for e in handbook.stored_run(second.id, ANNA).events if isinstance(e, Sent) for m in e.messages
    ]
    assert set(messages) == {WITHHELD}


def test_a_conversation_of_another_is_not_there_to_go_on_with(handbook: Library) -> None:
    run = kept(handbook, QUESTION, Scope(ANNA))

    for who in (BERIT, OWNER):
        with pytest.raises(UnknownRun):
            kept(handbook, "And dogs?", Scope(who), run.conversation)


def test_the_newest_are_kept(handbook: Library) -> None:
    handbook.keep_newest_runs(2)
    runs = [kept(handbook, QUESTION) for _ in range(4)]

    assert [head.id for head in handbook.stored_runs(OWNER)] == [runs[3].id, runs[2].id]
    assert handbook.most_runs() == 2


def test_one_lets_ones_own_runs_go(handbook: Library) -> None:
    mine, hers = kept(handbook, QUESTION, Scope(ANNA)), kept(handbook, QUESTION, Scope(BERIT))

    with pytest.raises(UnknownRun):
        handbook.remove_runs([mine.id, hers.id], ANNA)
    assert handbook.remove_runs([mine.id], ANNA) == 1
    assert [head.id for head in handbook.stored_runs(OWNER)] == [hers.id]


def test_a_run_without_a_question_or_an_end_is_refused(handbook: Library) -> None:
    with pytest.raises(BadInput):
        handbook.new_run([], Scope(OWNER), started_at="2026-03-01T10:00:00Z")


def record(library: Library) -> str:
    run = library.new_run(
        events_of(library, QUESTION, Scope(OWNER)), Scope(OWNER), started_at="2026-03-01T10:00:00Z"
    )
    return as_record(run)


def test_a_record_is_read_strictly(handbook: Library) -> None:
    sound = json.loads(record(handbook))
    assert isinstance(run_of(json.dumps(sound), 3), StoredRun)

    def spoilt(**changed: object) -> str:
        return json.dumps({"belegg_run": 1, "run": {**sound["run"], **changed}})

    for broken in (
        "", "[]", "{}", '{"belegg_run": true, "run": {}}', '{"belegg_run": 1, "run": []}',
        spoilt(took_s="long"), spoilt(surprise=1), spoilt(number=True), spoilt(answer={"is": "Path"}),
        spoilt(answer={"is": "Writing", "round": 1, "text": "x"}), spoilt(events=[{"round": 1}]),
        spoilt(events=[{"is": "Message", "by": "user", "text": "x", "calls": [], "answers": ""}]),
        spoilt(usage=None), spoilt(models={"king": "x"}), "[" * 100_000,
    ):  # fmt: skip
        with pytest.raises(StoreUnhealthy):
            run_of(broken, 1)


def test_a_record_of_a_newer_belegg_is_refused_with_the_way_on(handbook: Library) -> None:
    newer = json.loads(record(handbook)) | {"belegg_run": 2}

    with pytest.raises(MigrationNeeded, match="update Belegg"):
        run_of(json.dumps(newer), 1)
