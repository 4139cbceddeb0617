"""`belegg pack …` as a person types it: what is shown, what is changed, what is refused with which words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from belegg.records.packs import Pack
from belegg.serving.cli.commands import app
from belegg.sources.packs import read_pack

PACK = """
name = "wiki"
description = "How we work"
access = ["staff"]
[[synonyms]]
language = "nb"
words = ["sparken", "si opp", "gjeld"]
exact = ["gjeld"]
[[dictionary]]
word = "sparken"
documents_say = ["oppsigelse"]
meanings = ["oppsigelse: with notice"]
rule = "in writing"
"""


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A library of two pages in a pack `wiki` that nobody has defined, and a pack to add."""
    for name, text in (
        ("open.md", "---\naccess: staff\n---\n# Open\n\nLamps."),
        ("silent.md", "# Silent\n\nOvens."),
    ):
        (tmp_path / "pages").mkdir(exist_ok=True)
        (tmp_path / "pages" / name).write_text(text, encoding="utf-8")
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "pack.toml").write_text(PACK, encoding="utf-8")
    belegg(tmp_path, "ingest", str(tmp_path / "pages"), "--pack", "wiki")
    return tmp_path


def belegg(desk: Path, *words: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a command."""
    environment = {"BELEGG_LIBRARY": str(desk / "belegg.db"), "COLUMNS": "100"}
    outcome = CliRunner().invoke(app, list(words), env=environment, catch_exceptions=False)
    return outcome.exit_code, outcome.stdout, outcome.stderr


def as_json(desk: Path, *words: str) -> dict[str, Any]:
    printed: dict[str, Any] = json.loads(belegg(desk, *words, "--json")[1])
    return printed


@pytest.mark.req("PAC-1")
def test_the_packs_are_a_table_and_one_is_told_whole(desk: Path) -> None:
    added = belegg(desk, "pack", "add", str(desk / "pack"))[1]
    assert added.startswith("Pack wiki: 1 synonym group, 1 dictionary word, on.")

    rows = [line.split() for line in belegg(desk, "pack", "show")[1].splitlines()]
    assert rows == [
        ["pack", "kind", "documents", "synonyms", "dictionary", "description"],
        ["wiki", "documents", "2", "on", "1", "1", "How", "we", "work"],
    ]
    whole = belegg(desk, "pack", "show", "wiki")[1]
    assert "sparken · si opp · gjeld (this form) [nb]" in whole
    assert "oppsigelse: with notice" in whole
    assert "staff, where nothing else says it" in whole


@pytest.mark.req("PAC-1", "FAC-6")
def test_a_person_is_shown_what_they_may_read(desk: Path) -> None:
    belegg(desk, "pack", "add", str(desk / "pack"))

    assert as_json(desk, "pack", "show", "--as", "staff")["packs"][0]["documents"] == 1
    assert "where nothing else says it" not in belegg(desk, "pack", "show", "wiki", "--as", "staff")[1]
    assert as_json(desk, "pack", "show", "--as", "strangers")["packs"] == []
    code, _, told = belegg(desk, "pack", "show", "wiki", "--as", "strangers")
    assert (code, told) == (2, belegg(desk, "pack", "show", "nowhere")[2].replace("nowhere", "wiki"))


@pytest.mark.req("PAC-1")
def test_a_pack_is_printed_as_the_file_that_makes_it(desk: Path) -> None:
    belegg(desk, "pack", "add", str(desk / "pack"))
    belegg(desk, "pack", "set", "wiki", "ranking", "bm25")

    (desk / "copy.toml").write_text(belegg(desk, "pack", "show", "wiki", "--toml")[1], encoding="utf-8")

    copy, original = read_pack(desk / "copy.toml"), read_pack(desk / "pack")
    assert (copy.ranking, copy.synonyms, copy.dictionary) == ("bm25", original.synonyms, original.dictionary)


@pytest.mark.req("PAC-1")
def test_off_is_not_searched_and_on_is_again(desk: Path) -> None:
    assert "off: not searched" in belegg(desk, "pack", "off", "wiki")[1]
    code, _, told = belegg(desk, "search", "lamps", "--pack", "wiki")
    assert (code, "belegg pack on wiki" in told) == (2, True)
    assert "pack `wiki` is switched off and was not searched" in belegg(desk, "search", "lamps")[1]
    belegg(desk, "pack", "on", "wiki")
    assert [hit["source"] for hit in as_json(desk, "search", "lamps")["hits"]] == ["pages/open.md"]


@pytest.mark.req("PAC-1", "FAC-6")
def test_another_default_says_what_is_closed_and_how_the_rest_is_opened(desk: Path) -> None:
    belegg(desk, "pack", "add", str(desk / "pack"))
    belegg(desk, "ingest", str(desk / "pages"))

    printed = belegg(desk, "pack", "set", "wiki", "access", "board")[1]

    assert "Open to fewer people than before: 1 document." in printed
    assert "To be opened: 1 document, once their files are found unchanged:" in printed
    assert f"  belegg ingest {desk / 'pages'}" in printed
    belegg(desk, "ingest", str(desk / "pages"))
    assert as_json(desk, "pack", "show", "--as", "board")["packs"][0]["documents"] == 1
    assert "Open to fewer" in belegg(desk, "pack", "set", "wiki", "access", "--unset")[1]


@pytest.mark.req("PAC-1")
def test_another_stemmer_indexes_anew_and_a_removed_pack_is_a_mere_name(desk: Path) -> None:
    assert "Indexed anew: 2 passages." in belegg(desk, "pack", "set", "wiki", "stemmer", "none")[1]
    assert "Indexed anew: 2 passages." in belegg(desk, "pack", "rebuild", "wiki")[1]
    assert "stemmer    none" in belegg(desk, "pack", "show", "wiki")[1]

    assert belegg(desk, "pack", "remove", "wiki")[1].startswith("Pack wiki is not defined any more.")

    shown = as_json(desk, "pack", "show", "wiki")
    assert (shown["defined"], shown["stemmer"], shown["documents"]) == (False, "auto", 2)


@pytest.mark.parametrize(
    ("words", "kind", "told"),
    [
        (["set", "wiki", "stemmer", "klingon"], "BadInput", "`stemmer` is `klingon`; write one of `auto`"),
        (["set", "wiki", "colour", "red"], "BadInput", "`colour` is no key here"),
        (["set", "wiki", "on", "true"], "BadInput", "`belegg pack on wiki`"),
        (["set", "wiki", "name", "other"], "BadInput", "a pack keeps its name"),
        (["set", "wiki", "kind"], "BadInput", "say what `kind` is to be, or `--unset`"),
        (["set", "wiki", "kind", "law", "--unset"], "BadInput", "and not both"),
        (["set", "wiki", "access", "staff,*"], "BadInput", "`access` holds `*`"),
        (["set", "nowhere", "kind", "law"], "UnknownPack", "no pack `nowhere`"),
        (["off", "nowhere"], "UnknownPack", "no pack `nowhere`"),
        (["remove", "nowhere"], "UnknownPack", "no pack `nowhere`"),
        (["show", "--toml"], "BadInput", "name it"),
        (["add", "pages"], "BadInput", "a pack is a folder with a `pack.toml`"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_way_on(
    desk: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], kind: str, told: str
) -> None:
    monkeypatch.chdir(desk)

    refused = as_json(desk, "pack", *words)["error"]

    assert refused["kind"] == kind
    assert told in refused["message"]


@pytest.mark.req("PAC-1")
def test_a_fault_in_a_pack_is_told_with_file_and_line(desk: Path) -> None:
    faulty = desk / "pack" / "pack.toml"
    faulty.write_text(PACK.replace('word = "sparken"', 'wort = "sparken"'), encoding="utf-8")

    code, _, told = belegg(desk, "pack", "add", str(desk / "pack"))

    assert code == 2
    assert f"line 10 of `{faulty}`: `wort` is no key here; did you mean `word`?" in told
    assert belegg(desk, "pack", "show", "wiki", "--toml")[1].startswith(f'name = "{Pack("wiki").name}"')


def test_every_command_has_help_with_an_example(desk: Path) -> None:
    for command in ("show", "add", "set", "on", "off", "rebuild", "remove"):
        assert f"$ belegg pack {command}" in belegg(desk, "pack", command, "--help")[1]
