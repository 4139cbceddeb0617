"""The JSON that programs rely on: every key and type of every command, as docs/reference/json.md says."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from belegg import Library
from belegg.library.embedders import EMBEDDER, ChosenEmbedder
from belegg.models.hosted.settings import EmbedderSettings
from belegg.records import PageReport
from belegg.serving.cli.commands import app
from belegg.testing import incoming
from belegg.testing.model_server import ModelServer
from extras import needs
from json_contract import CONTRACT
from plain_pdf import line, one_page

LEAVE = """# Parental leave

## How long

Each parent may take sixteen weeks of parental leave. The weeks need not be taken in one piece, unless the
team lead asks for it in writing.

## Pay

Pay during parental leave is the full salary for the first twelve weeks.
"""
PACK = """
name = "pets"
access = ["staff"]
[[synonyms]]
language = "en"
words = ["horse", "pony"]
exact = ["pony"]
[[dictionary]]
word = "horse"
documents_say = ["pony"]
meanings = ["an animal"]
searches = ["pony winter"]
rule = "the season"
"""
LAST_QUESTION = "How many weeks of parental leave may each parent take?"
QUESTIONS = [
    {
        "id": "1",
        "kind": "lay",
        "question": "How many weeks of parental leave may each parent take?",
        "answerable": True,
        "gold": [{"file": "leave.md", "quote": "Each parent may take sixteen weeks of parental leave."}],
    },
    {"id": "2", "kind": "none", "question": "Who repairs the zeppelin?", "answerable": False},
]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a library, drafts, questions and a retrieval set, for the commands to work on."""
    desk = tmp_path_factory.mktemp("desk")
    handbook = desk / "handbook"
    handbook.mkdir()
    (handbook / "leave.md").write_text(
        f"---\nupdated: 2026-03-01\naccess: staff\n---\n{LEAVE}", encoding="utf-8"
    )
    (desk / "rules.tsv").write_text("\tstaff\n", encoding="utf-8")
    (handbook / "travel.md").write_text("# Travel\n\nTrains are booked by the traveller.\n", encoding="utf-8")
    (handbook / "odd.md").write_text("# Odd\n\nA soft\u00adhyphen in the word.\n", encoding="utf-8")
    (handbook / "broken.pdf").write_bytes(b"no page")
    (handbook / "page.pdf").write_bytes(one_page(line("Ships are mended by the harbour master in May.")))
    (handbook / ".hidden").write_text("left out", encoding="utf-8")
    (desk / "draft.md").write_text(
        'The handbook says "Each parent may take sixteen weeks of parental leave." and also that\n'
        '"The weeks need not be taken in one piece", "Dogs may sleep in the red office",\n'
        '"everybody gets a horse for the winter season".\n',
        encoding="utf-8",
    )
    (desk / "questions.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)), encoding="utf-8")
    beir = desk / "set"
    beir.mkdir()
    (beir / "corpus.jsonl").write_text(
        '{"_id": "d1", "title": "Lamps", "text": "The lamp stands in the hall."}\n'
    )
    (beir / "queries.jsonl").write_text('{"_id": "q1", "text": "lamp in the hall"}\n')
    (beir / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td1\t1\n")
    (desk / "pack").mkdir()
    (desk / "pack" / "pack.toml").write_text(PACK, encoding="utf-8")
    dogs = handbook / "dogs.md"
    dogs.write_text("# Dogs\n\nDogs may sleep in the red office.\n\nCats may not.\n", encoding="utf-8")
    ran(desk, "ingest", str(handbook))
    dogs.write_text("# Dogs\n\nDogs may sleep in the blue office.\n\nBirds sing.\n", encoding="utf-8")
    ran(desk, "ingest", str(handbook))
    with tarfile.open(desk / "acts.tar.gz", "w:gz") as acts:
        acts.add(Path(__file__).parent / "reading" / "lampeloven.xml", "nl/nl-20200102-003.xml")
    for question in ("Where do dogs sleep in the blue office?", "Who repairs the zeppelin?", LAST_QUESTION):
        ran(desk, "ask", question, "--keep")
    (desk / "receipt.json").write_text(json.dumps(ran(desk, "receipt", "last")), encoding="utf-8")
    (desk / "pack" / "pony.md").write_text("# Ponies\n\nThe pony has a stable.\n", encoding="utf-8")
    ran(desk, "pack", "add", str(desk / "pack"))
    ran(desk, "ingest", str(desk / "pack"))
    for earlier in ("barn", "shed", "hut"):
        ran(desk, "search", "stable", "--after", earlier)
    (desk / "rows").mkdir()
    (desk / "rows" / "revenue.csv").write_text("customer;amount\nAlfa;1,5\nBeta;\n", encoding="utf-8")
    (desk / "belegg.toml").write_text('[tables.deals]\npath = "rows"\n', encoding="utf-8")
    scanned(desk / "belegg.db")
    with ModelServer() as server:
        embedder = ChosenEmbedder(EmbedderSettings("openai", "small", server.base_url))
        with Library.open(desk / "belegg.db") as library, library.store.writing("a test") as writer:
            writer.set_setting(EMBEDDER, embedder.to_setting())
        yield desk


def scanned(library: Path) -> None:
    """A document of which something is known of each page."""
    pages = (
        PageReport(1, "i", 9, 2, 1, 1, 0, 0, 0.93, "a note"),
        PageReport(2, hidden=4, empty="hidden text"),
    )
    document = incoming("scans/scan.pdf", "Page one.")
    with Library.open(library) as opened, opened.store.writing("a test") as writer:
        writer.add(replace(document, report=replace(document.report, page_reports=pages)))


def ran(desk: Path, *words: str) -> dict[str, Any]:
    """What a command prints with --json."""
    environment = {"BELEGG_LIBRARY": str(desk / "belegg.db")}
    outcome = CliRunner().invoke(app, [*words, "--json"], env=environment, catch_exceptions=False)
    printed: dict[str, Any] = json.loads(outcome.stdout)
    return printed


def kind_of(value: object) -> str:
    kinds = {str: "text", bool: "yes or no", int: "integer", float: "number", list: "list", dict: "object"}
    return "null" if value is None else kinds[type(value)]


def paths(value: object, at: str, known: frozenset[str]) -> list[tuple[str, str]]:
    """Every path in a value with its kind; a key counts as `{}` where `known` has that."""
    found = [(at, kind_of(value))] if at else []
    if isinstance(value, list):
        for item in value:
            found += (
                paths(item, f"{at}[]", known)
                if not isinstance(item, dict)
                else fields(item, f"{at}[]", known)
            )
    elif isinstance(value, dict):
        found += fields(value, at, known)
    return found


def fields(value: dict[str, object], at: str, known: frozenset[str]) -> list[tuple[str, str]]:
    found = []
    for key, item in value.items():
        below = f"{at}{{}}" if f"{at}{{}}" in known else f"{at}.{key}" if at else key
        found += paths(item, below, known)
    return found


def allowed(kind: str) -> set[str]:
    """The kinds of values that a type of the contract allows."""
    plain = kind.removesuffix("?")
    return {plain, *(["null"] if kind.endswith("?") else []), *(["integer"] if plain == "number" else [])}


def hold(command: str, printed: dict[str, Any]) -> set[str]:
    """Check what was printed against the contract; the paths that were met."""
    contract = CONTRACT[command]
    kept = tuple(f"{path}." for path, (kind, _) in contract.items() if kind == "as kept")
    met = [each for each in paths(printed, "", frozenset(contract)) if not each[0].startswith(kept)]
    unknown = sorted({path for path, _ in met if path not in contract})
    wrong = sorted(
        {(path, kind) for path, kind in met if path in contract and kind not in allowed(contract[path][0])}
    )
    without = {path for path, kind in met if kind == "null"}
    missing = [
        path
        for path in contract
        if "[]" not in path
        and "{}" not in path
        and path not in dict(met)
        and not any(path.startswith(f"{above}.") for above in without)
    ]
    assert (unknown, wrong, missing) == ([], [], [])
    return {path for path, _ in met}


CALLS: dict[str, list[list[str]]] = {
    "search": [["search", "parental leave"], ["search", "parentol"]],
    "ask": [
        ["ask", "How many weeks of parental leave may each parent take?"],
        ["ask", "Who repairs the zeppelin?"],
    ],
    "chat": [],  # test_cli_chat.py
    "check": [["check", "draft.md"]],
    "diff": [["diff", "dogs.md"]],
    "mark": [
        ["mark", "leave.md", "sixteen weeks of parental leave"],
        ["mark", "page.pdf", "Ships are mended by the harbour", "--out", "page.png"],
    ],
    "read": [["read", "leave.md"], ["read", "leave.md", "--section", "Pay"]],
    "explain": [["explain", "parental leave"], ["explain", "parental leave", "-d", "leave.md"]],
    "similar": [["similar", "leave.md"], ["similar", "dogs.md"]],
    "discover": [["discover", "parental leave"]],
    "related": [["related", "horses"], ["related", "hoarse"], ["related", "horse", "--as", "anonymous"]],
    "documents": [["documents"], ["documents", "--as-of", "2026-01-01"]],
    "report": [["report"], ["report", "scan.pdf"]],
    "report --page": [["report", "scan.pdf", "--page", "1"], ["report", "scan.pdf", "--page", "2"]],
    "health": [["health", "--keep"]],
    "health --history": [["health", "--history"]],
    "ingest": [["ingest", "handbook"]],
    "embed": [["embed"]],
    "embed --drop": [["embed", "--drop"]],
    "enrich": [],  # test_cli_enriching.py
    "enrich --estimate": [],  # test_cli_enriching.py
    "enrich --drop": [["enrich", "--drop"]],
    "rerank": [["rerank"], ["rerank", "--off"]],  # one that is set: test_cli_reranking.py
    "models": [["models"]],  # roles that have a model: test_cli_models.py
    "models check": [["models", "check"]],
    "reanalyse": [["reanalyse"]],
    "backup": [["backup", "copy.db"]],
    "copy": [["copy", "belegg.db", "moved.db", "--queries", "5"]],
    "compact": [["compact"]],
    "eval retrieval": [["eval", "retrieval", "set"]],
    "eval questions": [["eval", "questions", "questions.jsonl"]],
    "eval run": [
        ["eval", "run", "questions.jsonl"],
        ["eval", "run", "questions", "--compare", "1"],
        ["eval", "run", "questions", "--answers", "--no-model"],
        ["eval", "run", "questions", "--answers", "--no-model", "--compare", "3"],
    ],
    "eval check": [["eval", "check", "questions"]],
    "eval make": [["eval", "make", "made", "--each", "3"]],
    "eval ablate": [["eval", "ablate", "questions.jsonl", "--index"]],
    "eval runs": [["eval", "runs"]],
    "eval report": [["eval", "report", "1", "--html", "report.html"]],
    "eval show": [["eval", "show", "1"], ["eval", "show", "3"]],
    "eval show RUN QUESTION": [["eval", "show", "3", "1"], ["eval", "show", "3", "2"]],
    "eval add": [["eval", "add", "mine", "Where do dogs sleep?", "--class", "unanswerable"]],
    "eval sets": [["eval", "sets"]],
    "eval export": [["eval", "export", "questions"]],
    "eval remove": [["eval", "remove", "mine"], ["eval", "remove", "--run", "1"]],
    "runs": [["runs"]],
    "runs --changed": [["runs", "--changed"]],
    "runs keep": [["runs", "keep"], ["runs", "keep", "900"]],
    "replay": [["replay", "last"]],
    "verify": [["verify", "last"], ["verify", "receipt.json"]],
    "receipt": [["receipt", "last"]],
    "export": [["export", "last", "--to", "answer.docx"]],
    "gaps": [["gaps"], ["gaps", "--close", "1"], ["gaps", "--closed"]],
    "runs remove": [["runs", "remove", "last"]],
    "forget": [["forget", "travel.md", "--yes"]],
    "demo": [],
    "pack add": [["pack", "add", "pack"]],
    "pack lovdata": [["pack", "lovdata", "acts.tar.gz"]],
    "pack show": [["pack", "show"], ["pack", "show", "--as", "staff"]],
    "pack show NAME": [["pack", "show", "pets"]],
    "pack set": [["pack", "set", "pets", "access", "staff"], ["pack", "set", "documents", "access", "all"]],
    "pack on": [["pack", "on", "pets"]],
    "pack off": [["pack", "off", "pets"]],
    "pack rebuild": [["pack", "rebuild", "pets"]],
    "pack remove": [["pack", "remove", "pets"]],
    "pack suggest": [["pack", "suggest", "pets", "--questions", "questions.jsonl"]],
    "pack accept": [["pack", "accept", "pets", "1"]],
    "pack undo": [["pack", "accept", "pets", "1"], ["pack", "undo", "pets"]],
    "statistics sync": [],  # test_cli_statistics.py
    "statistics find": [],  # test_cli_statistics.py
    "statistics describe": [],  # test_cli_statistics.py
    "statistics get": [],  # test_cli_statistics.py
    "statistics verify": [],  # test_cli_statistics.py
    "statistics pin": [],  # test_cli_statistics.py
    "statistics list": [],  # test_cli_statistics.py
    "statistics forget": [],  # test_cli_statistics.py
    "tables list": [["tables", "list"]],
    "tables describe": [["tables", "describe", "deals", "revenue"]],
    "tables query": [
        ["tables", "query", "deals", "SELECT customer, sum(amount) FROM revenue GROUP BY customer"],
        ["tables", "query", "deals", "SELECT amount FROM revenue WHERE amount IS NULL", "--keep"],
    ],
    "access set": [["access", "set", "handbook/odd.md", "staff"]],
    "access rules": [["access", "rules", "handbook", "rules.tsv"]],
    "access show": [["access", "show"]],
    "people add": [["people", "add", "nightly", "--service", "--groups", "staff"]],
    "people list": [["people", "list"]],
    "people set": [["people", "set", "nightly", "--groups", "staff,board"]],
    "people password": [],  # test_cli_people.py
    "people disable": [["people", "disable", "nightly"]],
    "people enable": [["people", "enable", "nightly"]],
    "people sign-out": [["people", "sign-out", "nightly"]],
    "token new": [["token", "new", "nightly", "--for", "a report"]],
    "token list": [["token", "list"]],
    "token revoke": [],  # test_cli_people.py
    "audit": [["audit"]],
    "audit check": [["audit", "check"]],
    "audit shorten": [["audit", "shorten", "--before", "2020-01-01"]],
    "audit-access": [["audit-access"]],
    "calibrate": [],  # test_cli_calibrating.py
    "calibrate --off": [["calibrate", "--off"]],
    "calibrate --quick-calls": [],  # test_cli_calibrating.py
    "any command that fails": [["read", "nothing.md"], ["search", "x", "--since", "soon"]],
}


@pytest.mark.req("FAC-1")
@pytest.mark.parametrize("command", CONTRACT)
def test_a_command_prints_the_keys_and_types_of_the_contract(
    command: str, desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if command == "embed":
        needs("models")
    if command == "tables query":
        needs("tables")
    monkeypatch.chdir(desk)

    for words in CALLS[command]:
        hold(command, ran(desk, *words))


@pytest.mark.req("FAC-1")
def test_an_error_as_json_names_its_kind_and_the_exit_code_says_whose_it_is(desk: Path) -> None:
    outcome = CliRunner().invoke(
        app, ["read", "nothing.md", "--json"], env={"BELEGG_LIBRARY": str(desk / "belegg.db")}
    )

    assert (json.loads(outcome.stdout)["error"]["kind"], outcome.exit_code) == ("UnknownDocument", 2)
    assert outcome.stderr.startswith("belegg: no document `nothing.md`")
