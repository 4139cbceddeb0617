"""Golden sets are read from files, thinned the same way every time, and refused in plain words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from belegg.errors import BadInput
from belegg.evaluation.sets import read_set

pytestmark = pytest.mark.req("EVA-2")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four documents in two languages, four queries, one of them without a judgement."""
    documents = [
        {"_id": f"{lang}-{n}", "text": "x", "metadata": {"lang": lang}} for lang in ("de", "sv") for n in "12"
    ]
    queries = [
        {"_id": "q1", "text": "eins", "metadata": {"lang": "de"}},
        {"_id": "q2", "text": "två", "metadata": {"lang": "sv"}},
        {"_id": "q3", "text": "drei", "metadata": {"lang": "de"}},
        {"_id": "q4", "text": "unjudged"},
    ]
    (tmp_path / "corpus.jsonl").write_text("\n".join(json.dumps(d, ensure_ascii=False) for d in documents))
    (tmp_path / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)) + "\n\n")
    rows = ["query-id\tcorpus-id\tscore", "q1\tde-1\t2", "q1\tsv-1\t1", "q2\tsv-2\t1", "q3\tsv-1\t1"]
    (tmp_path / "qrels.tsv").write_text("\n".join(rows) + "\n")
    return tmp_path


def test_a_set_holds_its_judged_queries_with_their_grades(folder: Path) -> None:
    golden = read_set(folder)

    assert golden.name == folder.name
    assert [(q.id, q.text, dict(q.judged)) for q in golden.queries] == [
        ("q1", "eins", {"de-1": 2, "sv-1": 1}),
        ("q2", "två", {"sv-2": 1}),
        ("q3", "drei", {"sv-1": 1}),
    ]


def test_a_corpus_language_drops_judgements_of_other_languages(folder: Path) -> None:
    golden = read_set(folder, corpus_language="de")

    assert [(q.id, dict(q.judged)) for q in golden.queries] == [("q1", {"de-1": 2})]


def test_a_query_language_keeps_its_queries(folder: Path) -> None:
    assert [q.id for q in read_set(folder, query_language="de").queries] == ["q1", "q3"]
    assert [q.id for q in read_set(folder, query_language="de", corpus_language="sv").queries] == ["q1", "q3"]


def test_another_table_of_judgements_may_be_named(folder: Path) -> None:
    table = folder / "other.tsv"
    table.write_text("query-id\tcorpus-id\tscore\nq4\tde-2\t1\n")

    assert [q.id for q in read_set(folder, qrels=table).queries] == ["q4"]


def test_a_limit_takes_the_same_sample_every_time_in_the_files_order(folder: Path) -> None:
    ids = [q.id for q in read_set(folder, limit_queries=2).queries]

    assert ids == [q.id for q in read_set(folder, limit_queries=2).queries]
    assert len(ids) == 2
    assert ids == sorted(ids)


def test_what_cannot_be_read_is_said_with_its_place(folder: Path) -> None:
    (folder / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq1 de-1 2\n")
    with pytest.raises(BadInput, match="line 2"):
        read_set(folder)
    with pytest.raises(BadInput, match="no judged query"):
        read_set(folder, qrels=_empty(folder))
    with pytest.raises(BadInput, match="cannot be read"):
        read_set(folder / "nowhere")


def _empty(folder: Path) -> Path:
    table = folder / "empty.tsv"
    table.write_text("query-id\tcorpus-id\tscore\n")
    return table


@pytest.mark.parametrize("name", ["scifact-en", "cranfield-en", "swefaq-sv", "xquad-crosslingual"])
def test_the_shared_sets_can_be_read(shared: Path, name: str) -> None:
    golden = read_set(shared / "data/retrieval" / name)

    assert len(golden.queries) >= 100
    assert all(any(grade > 0 for grade in query.judged.values()) for query in golden.queries)
