"""What goes wrong while a model is asked for lines: a refusal costs one passage, a dead server the run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from belegg import Library
from belegg.errors import ModelMalformed, ModelRefused, ModelTimeout, TextRefused
from belegg.library.enriching.run import GIVE_UP_AFTER
from belegg.records.chat import Reply
from belegg.testing.chat import Request, says
from library.enriched import (
    ANYONE,
    asked_for_facts,
    asked_for_lines,
    enriching,
    found,
    is_about_facts,
    lines_of,
    model,
    passages_in,
    sections,
    writes,
    written,
)

pytestmark = pytest.mark.req("ING-10")
DOWN = ModelRefused("`here` cannot be reached; look whether the server is up")
TOO_LONG = TextRefused("`here` does not take the request")


def refusing(*words: str, otherwise: Callable[[Request], Reply]) -> Callable[[Request], Reply | TextRefused]:
    """Takes no request about lines whose text holds one of the words."""

    def reply(request: Request) -> Reply | TextRefused:
        refused = any(word in text for text in passages_in(request) for word in words)
        return TOO_LONG if refused else otherwise(request)

    return reply


def test_a_refused_batch_costs_the_one_passage_alone_and_names_it(house: Library) -> None:
    chat = model(refusing("ovens", otherwise=writes()))
    house.use_models(enrich=chat)

    run = house.enrich(at_once=1)

    assert lines_of(house, "lamps") == ["about lamps", "", "about doors"]
    (named,) = run.unanswered
    assert (named.passage.path[-1] if named.passage else "", named.why) == ("On ovens", str(TOO_LONG))
    assert (run.asked, run.lines, run.of) == (2, 2, 3)


def test_what_was_refused_is_asked_for_by_the_next_run(house: Library) -> None:
    enriching(house, model(refusing("ovens", otherwise=writes())))
    chat = enriching(house, model())

    assert [text.split()[-1] for text in asked_for_lines(chat)] == ["ovens"]
    assert lines_of(house, "lamps") == ["about lamps", "about ovens", "about doors"]


@pytest.mark.parametrize(
    "reply",
    [
        says("I would rather not."),
        says('{"lines": [{"passage": 1, "line": "about it"}]}'),
        says(
            '{"lines": [{"passage": 1, "line": "a"}, {"passage": 2, "line": "b"}, '
            '{"passage": 7, "line": "c"}]}'
        ),
        says('{"lines": [{"passage": 1, "line": "abou', "length"),
        says("", "filtered"),
    ],
    ids=["words", "too few", "a wrong number", "cut at the limit", "filtered"],
)
def test_a_malformed_batch_is_asked_for_in_halves(house: Library, reply: Reply) -> None:
    def once(request: Request) -> Reply:
        return reply if len(passages_in(request)) == 3 else writes()(request)

    chat = enriching(house, model(once))

    assert [len(passages_in(request)) for request in chat.asked if not is_about_facts(request)] == [3, 1, 2]
    assert lines_of(house, "lamps") == ["about lamps", "about ovens", "about doors"]


def test_a_json_object_with_words_around_it_is_taken(house: Library) -> None:
    def chatty(request: Request) -> Reply:
        return says(f"Here you are:\n```json\n{writes()(request).message.text}\n```\nAnything else?")

    enriching(house, model(chatty))

    assert lines_of(house, "lamps") == ["about lamps", "about ovens", "about doors"]


@pytest.mark.parametrize("error", [DOWN, ModelTimeout("`here` did not answer within 120 s")])
def test_a_server_that_is_down_stops_the_run_at_once(
    tmp_path: Path, house: Library, error: ModelRefused | ModelTimeout
) -> None:
    written(tmp_path / "notes", more=sections(["gates"]))
    house.ingest(tmp_path / "notes")
    chat = model(writes(), error)
    house.use_models(enrich=chat)

    with pytest.raises(type(error)):
        house.enrich(at_once=1)

    assert len(chat.asked) == 2
    assert [lines_of(house, "lamps"), lines_of(house, "more")] == [["", "", ""], [""]]


def test_a_run_that_was_stopped_goes_on_and_asks_nothing_twice(tmp_path: Path, house: Library) -> None:
    written(tmp_path / "notes", more=sections(["gates"]))
    house.ingest(tmp_path / "notes")
    first = model(writes(), writes(), DOWN)
    house.use_models(enrich=first)
    with pytest.raises(ModelRefused):
        house.enrich(at_once=1)
    assert lines_of(house, "lamps") == ["about lamps", "about ovens", "about doors"]

    second = enriching(house, model())

    assert [text.split()[-1] for text in asked_for_lines(second)] == ["gates"]
    assert asked_for_facts(second) == 1


def test_a_stream_that_breaks_off_is_asked_for_once_more(house: Library) -> None:
    cut = says('{"lines": [', "interrupted")

    chat = enriching(house, model(writes(), cut, writes()))
    assert (len(chat.asked), lines_of(house, "lamps")[0]) == (3, "about lamps")

    house.drop_enrichment()
    house.use_models(enrich=model(writes(), cut))
    with pytest.raises(ModelRefused, match="broke its reply off twice"):
        house.enrich(at_once=1)


def test_a_model_that_gives_nothing_at_all_is_left_after_some_passages(
    tmp_path: Path, library: Library
) -> None:
    library.ingest(written(tmp_path / "notes", much=sections(f"word{n}" for n in range(40))))
    chat = model(says("I am a poet."))
    library.use_models(enrich=chat)

    with pytest.raises(ModelMalformed):
        library.enrich(at_once=1)

    assert sum(len(passages_in(request)) < 2 for request in chat.asked) == GIVE_UP_AFTER


def test_a_document_is_searched_by_its_lines_when_all_of_them_are_there(
    tmp_path: Path, library: Library
) -> None:
    library.ingest(written(tmp_path / "notes", much=sections(f"word{n}" for n in range(10))))
    seen: list[int] = []

    def watching(request: Request) -> Reply:
        seen.append(len(found(library, "zeppelin")))
        return writes(lambda text: "zeppelin")(request)

    enriching(library, model(watching))

    assert seen == [0, 0, 0]
    assert library.search("zeppelin", ANYONE, per_document=20, limit=20).hits[9:]
