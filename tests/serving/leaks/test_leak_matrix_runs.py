"""
The rows of `data/security/access/matrix.jsonl` that ask, keep and bring: runs of one's own and of others,
rights that were taken away since, files that are guesses, what a model was sent, what lies in files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from access.access_rows import WORDS
from belegg.records import OWNER, Principal, Scope
from belegg.testing.answer_calls import proposes
from belegg.testing.chat import calls
from belegg.testing.chat_server import ChatServer
from doors import API
from extras import needs
from serving.leaks.conftest import ASKERS
from serving.leaks.leak_requests import UNKNOWN, Asked, api, get, of_run, posted
from serving.leaks.leak_worlds import Door, Doors, copied, difference, leaked, told

pytestmark = pytest.mark.req("FAC-6")
RAISE = "How large is the budgeted average raise for 2026?"
CASE = "What is the sick leave case 118 about?"
LISTS = (api("/runs"), get("/runs"), get("/"), api("/gaps"), get("/gaps"), api("/evaluation/sets"))


@pytest.fixture
def pair(
    request: pytest.FixtureRequest, doors: Doors, tmp_path: Path, askers: Mapping[str, Principal]
) -> Iterator[tuple[str, Door, Door]]:
    """Somebody, a copy of the world with everything, and one with only what they may read."""
    who = str(request.param)
    with ExitStack() as stack:
        whole = stack.enter_context(copied(doors.whole, tmp_path / "whole", askers))
        alone = stack.enter_context(copied(doors.alone[who], tmp_path / "alone", askers))
        yield who, whole, alone


@pytest.fixture
def whole(doors: Doors, tmp_path: Path, askers: Mapping[str, Principal]) -> Iterator[Door]:
    with copied(doors.whole, tmp_path / "whole", askers) as door:
        yield door


def asked_by(door: Door, who: str, question: str, model: bool = False) -> str:
    """The run's id."""
    body = {"question": question, "keep": True, "model": model}
    response = door.ask(who, posted("/ask", body))
    assert response.status_code == 200, response.text
    return response.headers["belegg-run"]


def conversation_of(door: Door, who: str, run: str) -> str:
    return str(door.ask(who, api(f"/runs/{run}")).json()["conversation"])


@pytest.mark.parametrize("pair", ASKERS, indirect=True)
def test_acc_22_and_26_a_run_is_told_alike_with_and_without_what_is_hidden(
    pair: tuple[str, Door, Door], doors: Doors
) -> None:
    """Its answer, its events, its receipt and exports, the gap that it opens, the case that it becomes."""
    who, whole, alone = pair
    hidden = doors.hidden(who)
    if who != "dag":  # who may read more asks the same first: nothing of it is kept for another
        asked_by(whole, "dag", RAISE)
    runs = [asked_by(door, who, RAISE) for door in (whole, alone)]
    drawn = [
        *runs,
        *(conversation_of(door, who, run) for door, run in zip((whole, alone), runs, strict=True)),
    ]
    for here, there in zip((*of_run(runs[0]), *LISTS), (*of_run(runs[1]), *LISTS), strict=True):
        shown = [told(door.ask(who, each), drawn) for door, each in ((whole, here), (alone, there))]
        assert leaked(shown[0].text, hidden, here.given) == [], here
        assert difference(*shown) is None, here
    for file in (whole.library.path.parent / "library.db.live").iterdir():
        if file.name.startswith(runs[0]):
            assert leaked(file.read_text(encoding="utf-8"), hidden) == []
            assert file.stat().st_mode & 0o077 == 0


def test_acc_24_anothers_run_is_as_one_that_is_not_there(whole: Door, doors: Doors) -> None:
    run = asked_by(whole, "dag", RAISE)

    assert "3.7 percent" in whole.ask("dag", get(f"/runs/{run}")).text
    for who in ("anna", "eva_admin"):
        for theirs, none in zip(of_run(run), of_run(UNKNOWN), strict=True):
            shown = told(whole.ask(who, theirs), [run])
            assert leaked(shown.text, doors.hidden(who)) == [], theirs
            assert difference(shown, told(whole.ask(who, none), [UNKNOWN])) is None, theirs
        assert whole.ask(who, Asked("DELETE", f"{API}/runs/{run}")).json().get("removed") != 1
        assert run not in whole.ask(who, api("/runs")).text + whole.ask(who, get("/runs")).text
    assert whole.ask("dag", api(f"/runs/{run}")).status_code == 200


def test_acc_23_and_40_what_was_withdrawn_is_shown_no_more_with_the_same_token(
    whole: Door, doors: Doors
) -> None:
    run = asked_by(whole, "berit", CASE)
    medical = next(head for head in doors.heads if head.source.endswith("medical.md"))
    assert "KANARI-5530" in whole.ask("berit", api(f"/documents/{medical.id}/text")).text
    assert "migreneanfall" in whole.ask("berit", api(f"/runs/{run}")).text

    person = whole.team.people.person("p-berit")
    assert person is not None
    whole.team.people.keep_person(replace(person, groups=frozenset()))

    for each in (
        *of_run(run),
        *LISTS,
        api(f"/documents/{medical.id}/text"),
        api("/search", q="migreneanfall"),
    ):
        text = told(whole.ask("berit", each)).text
        assert leaked(text, {"KANARI-5530", "migreneanfall", medical.id, medical.source}, each.given) == [], (
            each
        )
    assert whole.ask("berit", api(f"/documents/{medical.id}/text")).status_code == 404


def test_acc_39_a_changed_list_holds_at_the_next_request(whole: Door, doors: Doors) -> None:
    travel = next(head for head in doors.heads if head.source.endswith("travel.md"))
    run = asked_by(whole, "anna", "How large is the daily allowance?")
    assert "650 kroner" in whole.ask("anna", get(f"/runs/{run}")).text
    with whole.library.store.writing("a test") as writer:
        writer.set_access(travel.id, frozenset({"board"}))

    paths = ("", "/text", "/original", "/pages/1", "/report", "/versions")
    asked = [*of_run(run), *LISTS, *(api(f"/documents/{travel.id}{path}") for path in paths)]
    for each in (*asked, get(f"/documents/{travel.id}"), api("/search", q="allowance"), get("/documents")):
        shown = told(whole.ask("anna", each))
        assert shown.status < 500, each
        assert leaked(shown.text, {"650 kroner", travel.id, "Travel policy"}, each.given) == [], each


@pytest.mark.parametrize("pair", ["cato"], indirect=True)
def test_acc_15_and_34_a_file_that_is_a_guess_is_taken_as_a_new_one(
    pair: tuple[str, Door, Door], folder: Path
) -> None:
    """The words of a hidden document under its name: no door says that it is there already."""
    who, whole, alone = pair
    guess = (folder / "fixture" / "merger-note.md").read_bytes().rpartition(b"---\n")[2]
    sent = {"files": {"file": ("merger-note.md", guess)}, "data": {"group": "everyone"}}
    seen = []
    for door in (whole, alone):
        response = door.ask(who, Asked("POST", f"{API}/uploads", sent))
        brought = response.json()
        assert response.status_code == 201, brought
        ids = [brought["upload"], brought["document"]]
        each = (f"/documents/{ids[1]}", f"/documents/{ids[1]}/similar", f"/documents/{ids[1]}/report")
        after = (api("/uploads"), *map(api, each), api("/reports"), api("/search", q="oppkjøpsplan"))
        seen.append([told(response, ids), *(told(door.ask(who, one), ids) for one in after)])
    for here, there in zip(*seen, strict=True):
        assert difference(here, there) is None


@pytest.mark.parametrize("pair", ["anna", "cato"], indirect=True)
def test_acc_17_and_25_a_model_is_sent_nothing_that_who_asks_may_not_read(
    pair: tuple[str, Door, Door], doors: Doors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It searches for every hidden word, opens every document by its id and its path, and then gives up."""
    needs("chat")
    who, whole, alone = pair
    named = [name for head in doors.heads for name in (head.id, head.source)]
    script = [
        calls(("search", {"queries": list(WORDS[:4])}), ("search", {"queries": list(WORDS[4:])})),
        calls(*(("read", {"document": name}) for name in named[:12])),
        calls(*(("read", {"document": name}) for name in named[12:])),
        proposes(settled="no", reason="not_covered", missing="the raise"),
    ]
    monkeypatch.setenv("BELEGG_CONFIG", "")
    monkeypatch.setenv("BELEGG_ANSWER_MODEL", "openai:writer")
    sent = []
    for door in (whole, alone):
        with ChatServer(script) as server:
            monkeypatch.setenv("BELEGG_ANSWER_BASE_URL", server.base_url)
            run = asked_by(
                door, who, "Reveal the raise in the compensation policy, word for word.", model=True
            )
            sent.append([[str(message) for message in each.messages] for each in server.asked])
        shown = told(door.ask(who, api(f"/runs/{run}")), [run])
        assert leaked(shown.text, {"3.7 percent", "KANARI-9921", "Nordlys Data"}) == []
    from_tools = json.dumps([m for each in sent[0] for m in each if "by='tool'" in m], ensure_ascii=False)
    secret = {one for one in doors.hidden(who) if one.startswith("KANARI")} | {"3.7 percent", "Nordlys Data"}

    assert len(sent[0]) >= 4
    assert leaked(from_tools, secret - {"KANARI-4417", "KANARI-6606"}) == []
    assert "budgeted average raise" not in from_tools


def test_acc_27_the_log_of_the_entrance_holds_ids_alone(whole: Door, doors: Doors) -> None:
    for head in doors.heads:
        for each in (
            api(f"/documents/{head.id}/text"),
            get(f"/documents/{head.id}"),
            api("/search", q="Rødrev"),
        ):
            whole.ask("cato", each)
    noted = list(whole.team.people.all_noted())
    text = "\n".join(map(str, noted))
    readable = {head.id for head in doors.heads if doors.people["cato"].may_read(head.access)}

    assert {"search", "read"} <= {each.doing for each in noted}
    assert leaked(text, {"KANARI", "Rødrev", *(head.title for head in doors.heads)}) == []
    assert {each.what for each in noted if each.doing == "read"} <= readable


def test_a_pair_of_worlds_is_not_one_world_twice(doors: Doors) -> None:
    everything = doors.whole.library.documents(Scope(OWNER))

    assert all(len(door.library.documents(Scope(OWNER))) < len(everything) for door in doors.alone.values())
