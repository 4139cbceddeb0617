"""The script that records the sources' answers anew, on a server of this machine."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

from belegg.sources.statistics import KNOWN
from belegg.testing.statistics_server import Rule
from extras import needs
from statistics_recorded import RULES, replayed

needs("statistics")

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))
script = import_module("record_statistics")


def test_every_source_is_recorded_anew() -> None:
    assert {each.source for each in script.RECORDINGS} == set(KNOWN)
    names = [(each.source, each.name) for each in script.RECORDINGS]
    assert len(names) == len(set(names))


def test_what_it_compares_with_is_there(shared: Path) -> None:
    folder = shared / "data" / "statistics"
    missing = [
        name
        for name in script.EARLIER
        if not any(
            (folder / each.source / each.was).is_file() for each in script.RECORDINGS if each.name == name
        )
    ]

    assert missing == []


@pytest.mark.parametrize("id", ["ssb", "eurostat", "owid", "sodir", "nve", "norges_bank"])
def test_what_is_recorded_twice_has_the_same_form(shared: Path, tmp_path: Path, id: str) -> None:
    old = shared / "data" / "statistics"
    with replayed(id, shared) as replay:
        publisher = script.publisher_of(replay.source)
        said = {
            each.name: script.record(replay.asking, publisher, each, tmp_path, old)
            for each in script.RECORDINGS
            if each.source == id and (old / id / each.was).is_file()
        }

    assert said
    assert {name: words for name, words in said.items() if words} == {}
    assert {path.name for path in (tmp_path / id).iterdir()} == set(said)


def test_a_form_that_changed_is_told_member_by_member(shared: Path, tmp_path: Path) -> None:
    old = (shared / "data/statistics/ssb/data_14700_en.json").read_bytes()
    changed = old.replace(b'"updated":', b'"changed":').replace(
        b'"source":"Statistics Norway"', b'"source":7'
    )
    (recording,) = [each for each in script.RECORDINGS if each.name == "data_14700_en.json"]

    with replayed("ssb", shared, [Rule("/14700/data", changed)]) as replay:
        words = script.record(
            replay.asking, script.publisher_of(replay.source), recording, tmp_path, shared / "data/statistics"
        )

    assert words == [
        "gone: .source text",
        "gone: .updated text",
        "new: .changed text",
        "new: .source number",
    ]


def test_codes_are_no_part_of_a_form() -> None:
    one = b'{"value": {"0": 1, "1": 2.5}, "index": {"2020": 0}}'
    other = b'{"value": {"7": 3}, "index": {"2021": 0, "2022": 1}}'

    assert list(script.differences(one, other, ".json")) == []
    assert list(script.differences(b"a,b\n1,2\n", b"a,c\n", ".csv")) == ["gone: b", "new: c"]
    assert list(script.differences(b"{}", b"<html>", ".json")) == ["it is no JSON"]


def test_a_source_that_fails_is_told_and_nothing_is_written(shared: Path, tmp_path: Path) -> None:
    recording = next(each for each in script.RECORDINGS if each.source == "ssb")

    with replayed("ssb", shared) as replay:
        replay.server.always(lambda turn: turn.send(500, b""))
        words = script.record(replay.asking, script.publisher_of(replay.source), recording, tmp_path, None)

    assert words[0].startswith("Statistics Norway (SSB) cannot answer now")
    assert (list(tmp_path.iterdir()), "ssb" in RULES) == ([], True)
