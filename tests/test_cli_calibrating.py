"""What `belegg calibrate` prints: both curves, the floor and what it does, in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from belegg import Library
from belegg.evaluation.calibrate import Calibrated, Calibration, Judge, calibrate
from belegg.evaluation.curves import Asked
from belegg.records.gate import EVERY
from belegg.search.gate import Evidence
from belegg.serving.cli.calibrating import curve_of, headline, of, show, verdict
from belegg.serving.cli.commands import app
from belegg.testing.deciding import deciding
from belegg.testing.model_server import ModelServer
from evaluation.test_calibrate import asked, worded
from json_contract import CONTRACT
from library.test_fitting_quick_calls import boats, surer_than_right
from test_json_contract import hold

pytestmark = pytest.mark.req("HYB-6")

SEPARATE = [*asked(60, 0.88, True), *asked(40, 0.78, False, kind="off_topic")]
OVERLAP = [*asked(60, 0.85, True), *asked(60, 0.849, False)]


def run(questions: list[Asked], pack: str = EVERY) -> Calibration:
    return calibrate({pack: questions}, Judge("e5/small@1", "17"))


def first(questions: list[Asked], pack: str = EVERY) -> Calibrated:
    return run(questions, pack).rows[0]


def test_the_floor_is_told_with_what_it_stops_and_what_it_loses() -> None:
    row = first(SEPARATE, "law")

    assert (
        headline(row, "cosine")
        == "pack law, questions in all its languages: 60 answerable, 40 unanswerable, cosine"
    )
    assert "stops 40 of 40 (100%, 91 to 100) of the unanswerable, loses 0 of 60 (0%, 0 to 6)" in verdict(row)


def test_no_floor_is_told_with_the_reason_and_what_it_would_have_done() -> None:
    told = verdict(first(OVERLAP))

    assert told.startswith("not separable: the gate stays off; 0.8")
    assert "stops 0 of 60" in told


def test_the_curve_has_a_bar_for_each_share_and_a_mark_at_the_floor() -> None:
    lines = curve_of(first(SEPARATE)).splitlines()

    assert lines[1].count("█") == 20
    assert sum("<-" in line for line in lines) == 1
    assert all(line.startswith(("floor", "0.")) for line in lines)


def test_a_share_of_nothing_is_no_division_by_zero() -> None:
    row = first([Asked("?", True, "no", True, (Evidence(0.9, 0.0),))])

    assert of(row.rejected) == "0 of 0"
    assert curve_of(row)


@pytest.mark.parametrize(
    ("questions", "kept", "says"),
    [
        (SEPARATE, True, "keeps the floors"),
        (SEPARATE, False, "Nothing was kept"),
        (OVERLAP, True, "the gate is off"),
        (asked(5, 0.9, True), True, "the gate is off"),
    ],
)
def test_what_became_of_it_is_said_last(
    questions: list[Asked], kept: bool, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    show(run(questions), kept=kept)

    assert says in " ".join(capsys.readouterr().out.split())


@pytest.mark.req("FAC-1")
@pytest.mark.parametrize(
    "questions", [SEPARATE, OVERLAP, [*worded(120, True, 0.25), *worded(120, False, 0.03)]]
)
def test_the_json_holds_the_contract(questions: list[Asked]) -> None:
    printed = json.loads(json.dumps({**run(questions).as_json(), "kept": True}, allow_nan=False))

    assert hold("calibrate", printed) <= set(CONTRACT["calibrate"])


def test_the_command_wants_a_file_or_off_and_says_what_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "belegg.db"
    with Library.open(file, create=True):
        pass
    environment = {"BELEGG_LIBRARY": str(file)}
    questions = tmp_path / "both.jsonl"
    rows = [{"id": n, "question": "Where is it?", "class": n} for n in ("single", "unanswerable")]
    questions.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    neither = CliRunner().invoke(app, ["calibrate"], env=environment)
    empty = CliRunner().invoke(app, ["calibrate", str(questions)], env=environment)
    off = CliRunner().invoke(app, ["calibrate", "--off"], env=environment)

    assert neither.exit_code == 2
    assert "belegg embed" in empty.stderr
    assert (off.exit_code, "nothing is dropped" in off.stdout) == (0, True)


@pytest.mark.req("EVA-3")
def test_quick_calls_are_fitted_with_the_classifier_of_the_settings(tmp_path: Path) -> None:
    pages, golden = boats(tmp_path)
    with ModelServer() as server:
        server.always(deciding(surer_than_right))
        toml = f'[models.classify]\nprovider = "systemone"\nmodel = "jev"\nbase_url = "{server.base_url}"\n'
        (tmp_path / "belegg.toml").write_text(toml, encoding="utf-8")
        environment = {"BELEGG_LIBRARY": str(tmp_path / "belegg.db")}
        with Library.open(tmp_path / "belegg.db", create=True) as library:
            library.ingest(pages)
        command = ["calibrate", str(golden), "--quick-calls"]
        printed = CliRunner().invoke(app, [*command, "--json"], env=environment)
        text = CliRunner().invoke(app, [*command, "--dry-run"], env=environment)

    assert hold("calibrate --quick-calls", json.loads(printed.stdout)) <= set(
        CONTRACT["calibrate --quick-calls"]
    )
    assert "relevance by `systemone:jev@127.0.0.1" in text.stdout
    assert "Nothing was kept (`--dry-run`)." in text.stdout
