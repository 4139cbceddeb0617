"""Quick calls are fitted on what a library finds for golden questions, each for its own model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from belegg import Library
from belegg.errors import BadInput
from belegg.library.calibrating_quick import messages
from belegg.library.classifying import shipped
from belegg.records.deciding import OneOf, QuickQuestion
from belegg.testing.deciding import ScriptedClassifier

pytestmark = pytest.mark.req("EVA-3")


def boats(folder: Path, count: int = 32) -> tuple[Path, Path]:
    """A page for each boat, and a question about each."""
    pages = folder / "pages"
    pages.mkdir()
    rows = []
    for number in range(count):
        text = f"The boat number {number} has a berth at pier {number * 7}."
        (pages / f"boat-{number}.md").write_text(f"# Boat {number}\n\n{text}\n", encoding="utf-8")
        gold = [{"file": f"boat-{number}.md", "quote": text}]
        rows.append({"question": f"At which pier is the boat number {number}?", "gold": gold})
    golden = folder / "golden.jsonl"
    golden.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return pages, golden


def surer_than_right(state: str, name: str, question: QuickQuestion) -> Mapping[str, float]:
    """Says irrelevant of every passage, and is certain of it."""
    if isinstance(question, OneOf):
        first, *others = (
            question.options if "relevant" not in question.options else ("irrelevant", "partial", "relevant")
        )
        return {first: 0.98, **dict.fromkeys(others, 0.02 / len(others))}
    return {"yes": 0.98, "no": 0.02}


def test_a_temperature_is_kept_for_the_classifier_at_hand(tmp_path: Path) -> None:
    pages, golden = boats(tmp_path)
    classifier = ScriptedClassifier(surer_than_right, id="openai:m@host")
    with Library.open(tmp_path / "belegg.db", create=True) as library:
        library.ingest(pages)
        library.use_models(classify=classifier)

        found = library.fit_quick_calls(golden)
        kept = library.quick_fits()

    by_name = {call.decision: call for call in found.calls}
    assert set(by_name) == {"relevance", "first move", "stands alone"}  # of one pack nothing is to choose
    assert kept.temperatures["openai:m@host"]["relevance"] > 1
    assert kept == found.fits
    assert by_name["relevance"].right < by_name["relevance"].rows


def test_without_labels_nothing_is_fitted(tmp_path: Path) -> None:
    pages, _ = boats(tmp_path, 2)
    golden = tmp_path / "none.jsonl"
    golden.write_text('{"question": "Who?", "answerable": false}\n', encoding="utf-8")
    with Library.open(tmp_path / "belegg.db", create=True) as library:
        library.ingest(pages)

        with pytest.raises(BadInput, match="no question has a gold quotation"):
            library.fit_quick_calls(golden)


def test_the_model_that_comes_with_belegg_is_of_the_embedder_that_runs_here() -> None:
    model = shipped()

    assert model.model.startswith("e5/multilingual-e5-small")
    assert model.irrelevant(0.85, 0.0, 0.6) < 0.1  # the best hit is never surely irrelevant
    assert model.irrelevant(0.80, 0.06, 0.0) > 0.98


def test_the_messages_that_come_with_belegg_are_enough_to_fit_a_temperature() -> None:
    assert len(messages()) >= 30
    assert sum(bool(message["earlier"]) for message in messages()) >= 30
