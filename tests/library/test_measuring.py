"""A library keeps golden sets and runs, asks each question as its asker, and says what it measured on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.errors import BadInput, StoreUnhealthy
from belegg.evaluation.golden import Gold, GoldenQuestion, as_lines
from belegg.evaluation.outcomes import Outcome
from belegg.library.library import Library
from belegg.records import OWNER, Principal, Scope
from belegg.testing import ScriptedChat
from library.enriched import writes

pytestmark = pytest.mark.req("EVA-1")

NOTICE = GoldenQuestion(
    "1",
    "How long is the notice period?",
    "single",
    (Gold("rules.md", "The notice period is 30 days."),),
    language="en",
    points=("30 days",),
)
PAY = GoldenQuestion(
    "2",
    "What is the bonus of the bosun?",
    "single",
    (Gold("pay.md", "The bonus of the bosun is 900 kroner."),),
)
NONE = GoldenQuestion("3", "Who repairs the zeppelin?", "unanswerable")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    folder = tmp_path / "handbook"
    folder.mkdir()
    (folder / "rules.md").write_text(
        "---\naccess: everyone\n---\n# Rules\n\nThe notice period is 30 days.\n", encoding="utf-8"
    )
    (folder / "pay.md").write_text(
        "---\naccess: hr\n---\n# Pay\n\nThe bonus of the bosun is 900 kroner.\n", encoding="utf-8"
    )
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        opened.ingest(folder, language="en")
        yield opened


def outcomes(library: Library, *questions: GoldenQuestion, asker: Principal | None = None) -> list[Outcome]:
    library.add_questions("mine", questions, replace=True)
    return list(library.measure("mine", asker=asker)[1].outcomes)


def test_a_run_tells_of_each_question_what_was_found_and_answered(library: Library) -> None:
    notice, none = outcomes(library, NOTICE, NONE)

    assert (notice.ranks, notice.document_rank, notice.expected) == ((1,), 1, "answer")
    assert (notice.shown, notice.met, notice.answer_language) == (1, 1, "en")
    assert notice.verdict == "quotations verified"
    assert (none.expected, none.ranks, none.verdict) == ("refusal", (), "abstained")
    assert notice.passed
    assert none.passed


def test_each_question_is_asked_as_its_own_asker(library: Library) -> None:
    def asked_as(*groups: str) -> Outcome:
        question = GoldenQuestion("2", PAY.text, "single", PAY.gold, asker=groups)
        return outcomes(library, question)[0]

    assert asked_as("hr").ranks == (1,)
    assert (asked_as("sales").expected, asked_as("sales").ranks) == ("nothing", ())
    assert outcomes(library, PAY)[0].ranks == (1,)


def test_one_asker_given_for_the_run_asks_everything(library: Library) -> None:
    notice, pay = outcomes(library, NOTICE, PAY, asker=Principal.signed_in("as:", []))
    nobody = outcomes(library, NOTICE, asker=Principal.anonymous())

    assert (notice.expected, pay.expected, pay.verdict) == ("answer", "nothing", "abstained")
    assert nobody[0].expected == "nothing"


def test_gold_that_no_document_holds_counts_as_not_found_and_is_told(library: Library) -> None:
    library.add_questions("mine", [NOTICE, GoldenQuestion("9", "Why?", "single", (Gold("gone.md", "So."),))])

    _, run = library.measure("mine")

    assert run.outcomes[1].ranks == (None,)
    assert "does not hold all gold of question `9`" in run.warnings[0]


def test_a_run_is_kept_as_it_was_made(library: Library) -> None:
    library.add_questions("mine", [NOTICE, NONE])

    number, run = library.measure("mine")

    kept = library.run(number)
    assert (kept.conditions, kept.questions, kept.warnings) == (run.conditions, run.questions, run.warnings)
    assert [each.id for each in kept.outcomes] == ["1", "3"]
    assert [each.passed for each in kept.outcomes] == [True, True]
    assert list(library.runs("mine")) == [number] == list(library.runs())
    assert library.runs("other") == {}


def test_the_corpus_is_another_when_a_document_changed_and_the_same_when_none_did(
    library: Library, tmp_path: Path
) -> None:
    library.add_questions("mine", [NOTICE])
    first = library.measure("mine")[1].conditions
    again = library.measure("mine")[1].conditions
    rules = tmp_path / "handbook" / "rules.md"
    rules.write_text(rules.read_text(encoding="utf-8").replace("30", "31"), encoding="utf-8")
    library.ingest(tmp_path / "handbook")

    changed = library.measure("mine")[1].conditions

    assert first == again
    assert first.corpus != changed.corpus
    assert (first.documents, first.passages) == (2, 2)


def test_a_sample_is_the_same_every_time_and_another_set_of_questions(library: Library) -> None:
    library.add_questions("mine", [NOTICE, PAY, NONE])

    (_, one), (_, two), (_, whole) = (library.measure("mine", limit=n) for n in (2, 2, None))

    assert [each.id for each in one.outcomes] == [each.id for each in two.outcomes]
    assert len(one.outcomes) == 2
    assert one.questions == two.questions != whole.questions


def test_a_file_of_questions_is_kept_under_its_name(library: Library, tmp_path: Path) -> None:
    file = tmp_path / "lamps.jsonl"
    file.write_text(as_lines([NOTICE, NONE]), encoding="utf-8")

    assert library.taken_set(file) == library.taken_set(str(file)) == library.taken_set("lamps") == "lamps"
    assert library.golden_sets() == {"lamps": [NOTICE, NONE]}

    file.write_text(as_lines([NOTICE]), encoding="utf-8")
    with pytest.raises(BadInput, match="eval add lamps --from"):
        library.taken_set(file)


def test_a_set_that_is_not_there_is_told_with_those_that_are(library: Library) -> None:
    library.add_questions("mine", [NOTICE])

    with pytest.raises(BadInput, match="no golden set `yours` \\(it has `mine`\\)"):
        library.taken_set("yours")


def test_a_question_of_the_same_id_is_replaced_only_when_asked_for(library: Library) -> None:
    library.add_questions("mine", [NOTICE, PAY])
    other = GoldenQuestion("1", "How short?", "unanswerable")

    with pytest.raises(BadInput, match="question `1` that says something else"):
        library.add_questions("mine", [other])

    changed = library.add_questions("mine", [other, PAY, NONE], replace=True)
    assert (changed.questions, changed.added, changed.same, changed.replaced) == (3, 1, 1, 1)
    assert library.golden_set("mine") == [other, PAY, NONE]


def test_a_set_has_a_plain_name(library: Library) -> None:
    for name in ("", "a b", "../x", "x" * 61):
        with pytest.raises(BadInput, match="no name of a set"):
            library.add_questions(name, [NOTICE])


def test_a_set_goes_with_its_runs(library: Library) -> None:
    library.add_questions("mine", [NONE])
    library.measure("mine")
    library.measure("mine")
    library.remove_run(1)

    assert library.remove_set("mine") == 1
    assert (library.golden_sets(), library.runs()) == ({}, {})
    with pytest.raises(BadInput, match="no run 1"):
        library.remove_run(1)


def test_a_run_of_a_newer_belegg_is_not_misread(library: Library) -> None:
    library.add_questions("mine", [NONE])
    number, run = library.measure("mine")
    record = json.loads(run.as_record())
    with library.store.writing("test") as writer:
        newer = writer.add_run("mine", json.dumps(record | {"form": 99}))
        torn = writer.add_run("mine", "{}")
        more = writer.add_run("mine", json.dumps(record | {"something": "more"}))

    with pytest.raises(StoreUnhealthy, match="newer Belegg"):
        library.run(newer)
    with pytest.raises(StoreUnhealthy, match="cannot be read"):
        library.run(torn)
    assert library.run(more).outcomes == library.run(number).outcomes


def test_sets_that_still_quote_a_forgotten_document_are_named(library: Library) -> None:
    library.add_questions("mine", [NOTICE, NONE])
    library.add_questions("yours", [PAY])

    forgotten = library.forget(library.document("rules.md", Scope(OWNER)).id)

    assert forgotten.golden_sets == ("mine",)
    assert [(each.question, each.is_fault) for each in library.check_set("mine")] == [("1", True)]
    assert library.check_set("yours") == []


@pytest.mark.req("EVA-3")
def test_leaving_titles_and_headings_out_loses_what_only_a_title_says(
    library: Library, tmp_path: Path
) -> None:
    (tmp_path / "handbook" / "lamps.md").write_text(
        "---\ntitle: Lanterns\n---\n\nRub it weekly with a cloth.\n", encoding="utf-8"
    )
    library.ingest(tmp_path / "handbook", language="en")
    gold = (Gold("lamps.md", "Rub it weekly with a cloth."),)
    library.add_questions("mine", [GoldenQuestion("1", "lanterns", "single", gold), NONE])

    whole, steps = library.ablate("mine", index=True)

    found = {step.name: step for step in steps}
    assert whole.outcomes[0].ranks == (1,)
    made = found["headings"].made
    assert made
    assert [change.after.id for change in made.better] == ["1"]
    assert found["vectors"].made is None
    assert found["compounds"].made is not None
    assert library.runs() == {}


@pytest.mark.req("EVA-3")
def test_what_the_lines_of_a_model_bought_is_measured_where_there_are_some(
    library: Library, tmp_path: Path
) -> None:
    (tmp_path / "handbook" / "lamps.md").write_text(
        "# Lanterns\n\nRub it weekly with a cloth.\n", encoding="utf-8"
    )
    library.ingest(tmp_path / "handbook", language="en")
    gold = (Gold("lamps.md", "Rub it weekly with a cloth."),)
    library.add_questions("mine", [GoldenQuestion("1", "dirigible", "single", gold), NONE])
    lines = writes(lambda text: "dirigible" if "cloth" in text else "")
    library.use_models(enrich=ScriptedChat([lines]))
    library.enrich()

    _, steps = library.ablate("mine", index=True)

    made = {step.name: step for step in steps}["context by model"].made
    assert made
    assert [change.after.id for change in made.better] == ["1"]
    library.drop_enrichment()
    assert "context by model" not in {step.name for step in library.ablate("mine", index=True)[1]}


@pytest.mark.req("EVA-2")
def test_sets_made_by_rule_are_kept_in_place_of_earlier_ones(library: Library, tmp_path: Path) -> None:
    (tmp_path / "handbook" / "lamps.md").write_text(
        "# Lanterns\n\n## Care of lanterns\n\nThe lantern AB-77 is rubbed weekly with a dry cloth.\n",
        encoding="utf-8",
    )
    library.ingest(tmp_path / "handbook", language="en")

    library.make_sets("all")
    sets = library.make_sets("all", each=5)

    assert library.golden_sets() == sets
    assert [question.text for question in sets["all-tokens"]] == ["AB-77"]
    assert library.measure("all-tokens")[1].outcomes[0].ranks == (1,)
