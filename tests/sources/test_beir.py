"""A BEIR collection is as many documents as it has records; its questions are none."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from belegg.reading import read
from belegg.sources.folder import Skipped, SourceFile, walk

pytestmark = pytest.mark.req("EVA-2")

RECORDS: list[dict[str, object]] = [
    {"_id": "d1", "title": "Lamps", "text": "The lamp is green.", "metadata": {"lang": "en", "year": 1999}},
    {"_id": "d2", "title": "", "text": "Lampen er grønn."},
]


def lines(records: list[dict[str, object]]) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


def collection(folder: Path, corpus: bytes, name: str = "corpus.jsonl") -> Path:
    folder.mkdir(parents=True)
    (folder / name).write_bytes(corpus)
    (folder / "queries.jsonl").write_text('{"_id": "q1", "text": "which lamp?"}\n')
    (folder / "qrels").mkdir()
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n")
    return folder


@pytest.mark.parametrize("name", ["corpus.jsonl", "corpus.jsonl.gz"])
def test_each_record_is_a_document_with_its_id(tmp_path: Path, name: str) -> None:
    data = lines(RECORDS)
    met = list(
        walk(collection(tmp_path / "set", gzip.compress(data) if name.endswith("gz") else data, name), "set")
    )

    files = [m for m in met if isinstance(m, SourceFile)]
    documents = [read(file.read(), file.source, "p").document for file in files]

    assert [file.source for file in files] == [f"set/{name}#d1", f"set/{name}#d2"]
    assert [(d.title, d.text) for d in documents] == [
        ("Lamps", "The lamp is green."),
        ("d2", "Lampen er grønn."),
    ]
    assert [d.fact("identifier") for d in documents] == ["d1", "d2"]
    assert (documents[0].language, documents[0].fact("year")) == ("en", "1999")


def test_questions_and_judgements_are_told_and_not_read(tmp_path: Path) -> None:
    met = walk(collection(tmp_path / "set", lines(RECORDS)), "set")

    assert [m.source for m in met if isinstance(m, Skipped)] == ["set/qrels", "set/queries.jsonl"]


def test_a_line_that_is_no_record_is_told_with_its_number(tmp_path: Path) -> None:
    corpus = lines(RECORDS[:1]) + b'{"_id": "d2"}\nnot json\n' + lines(RECORDS)
    met = list(walk(collection(tmp_path / "set", corpus), "set"))

    told = [m.source for m in met if isinstance(m, Skipped) and "corpus" in m.source]

    assert told == ["set/corpus.jsonl#line 2", "set/corpus.jsonl#line 3", "set/corpus.jsonl#d1"]
    assert [m.source for m in met if isinstance(m, SourceFile)] == [
        "set/corpus.jsonl#d1",
        "set/corpus.jsonl#d2",
    ]


def test_a_packed_corpus_that_breaks_off_hides_files(tmp_path: Path) -> None:
    packed = gzip.compress(lines(RECORDS * 500), mtime=0)
    met = list(walk(collection(tmp_path / "set", packed[: len(packed) // 2], "corpus.jsonl.gz"), "set"))

    assert [m.source for m in met if isinstance(m, Skipped) and m.hides_files] == ["set/corpus.jsonl.gz"]


def test_a_file_that_is_only_named_like_a_corpus_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_text('{"name": "no record"}\n')
    (tmp_path / "queries.md").write_text("# Queries\n")

    assert [m.source for m in walk(tmp_path, "r") if isinstance(m, SourceFile)] == [
        "r/corpus.jsonl",
        "r/queries.md",
    ]
