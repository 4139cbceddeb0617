"""Calibrating a library: questions are searched without a gate, floors are kept, searches go by them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

import pytest

from belegg import Library
from belegg.errors import BadInput
from belegg.evaluation.calibrate import Calibration
from belegg.records import OWNER, EmbeddedPassage, Scope
from belegg.records.gate import EVERY
from belegg.testing import FakeEmbedder

pytestmark = pytest.mark.req("HYB-6")

SUBJECTS = """
lampene gangen grønne | bilene gården røde | taket huset tett | døra skuret låst | vinduet stua knust |
katten trappa svart | hunden hagen brun | båten brygga lekk | sykkelen boden rusten | ovnen kjelleren kald |
bordet kjøkkenet langt | stolen loftet myk | klokka veggen treg | speilet badet blankt | teppet sofaen mykt |
nøkkelen skuffen borte | posten kassen våt | hekken naboen høy | steinen porten tung | treet bakken gammelt
"""
# The embedder finds these near their passages, words alone would not.
MEANS = {"dyret": "katten", "fartøyet": "båten", "uret": "klokka"}


def embed(library: Library, embedder: FakeEmbedder) -> None:
    """One window for each passage."""
    store = library.store
    with store.writing("test") as writer:
        writer.begin_vectors(embedder.id, embedder.dimension, "float32", bytes(4 * embedder.dimension))
        writer.serve_vectors(embedder.id)
    lacking = list(store.without_vectors(embedder.id, 1_000))
    vectors = embedder.passages([one.passage.text for one in lacking])
    rows = [
        EmbeddedPassage(one.key, [blake2b(vector, digest_size=16).digest()], [vector])
        for one, vector in zip(lacking, vectors, strict=True)
    ]
    with store.writing("test") as writer:
        writer.add_vectors(embedder.id, rows)
    library.use_models(embedder=lambda: embedder)


@pytest.fixture
def house(library: Library, tmp_path: Path) -> Library:
    """Twenty pages of three words each, with vectors of an embedder that has no default floor."""
    folder = tmp_path / "house"
    folder.mkdir()
    for number, line in enumerate(SUBJECTS.replace("\n", " ").split("|")):
        thing, place, kind = line.split()
        text = f"Det er sagt at {thing} ved {place} er {kind} og skal være slik til neste år."
        (folder / f"{number}.md").write_text(f"# Side {number}\n\n{text}\n", encoding="utf-8")
    library.ingest(folder, language="nb")
    embed(library, FakeEmbedder("e5/fake@1", 256, means=MEANS))
    return library


def questions(file: Path, *texts: str, kind: str = "single", **more: object) -> Path:
    rows = [{"id": f"{kind}-{n}", "question": text, "class": kind, **more} for n, text in enumerate(texts)]
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return file


def subjects() -> Iterable[list[str]]:
    return (line.split() for line in SUBJECTS.replace("\n", " ").split("|"))


@pytest.fixture
def both(tmp_path: Path) -> tuple[Path, Path]:
    """Sixty questions that use the pages' words, and forty that do not."""
    known = [
        f"Hvordan er det med {word} i år?"
        for thing, place, kind in subjects()
        for word in (thing, place, kind)
    ]
    foreign = [
        f"Hvor mye koster {first} og {second} på mandag?"
        for first in ("brød", "melk", "saft", "ost", "egg")
        for second in ("fisk", "kjøtt", "ris", "salt", "sukker", "mel", "te", "kaffe")
    ]
    return (
        questions(tmp_path / "answerable.jsonl", *known),
        questions(tmp_path / "unanswerable.jsonl", *foreign, kind="off_topic"),
    )


def values(found: Calibration) -> list[float | None]:
    return [floor.value for floor in found.floors()]


def test_the_evidence_of_every_question_makes_the_curve(house: Library, both: tuple[Path, Path]) -> None:
    found = house.calibrate(*both, keep=False)

    row = found.rows[0]
    assert (row.answerable, row.unanswerable, row.pack, row.language) == (60, 40, EVERY, EVERY)
    assert found.judge.model == "e5/fake@1"
    assert row.by_kind["off_topic"].of == 40
    assert house.gate().floors == ()
    assert not found.warnings


def test_what_was_found_is_kept_with_the_model_and_the_state_of_the_library(
    house: Library, both: tuple[Path, Path], tmp_path: Path
) -> None:
    found = house.calibrate(*both)
    (tmp_path / "house" / "new.md").write_text("# Ny\n\nEn ny side om plenen.\n", encoding="utf-8")
    house.ingest(tmp_path / "house", language="nb")
    embed(house, FakeEmbedder("e5/fake@1", 256, means=MEANS))

    later = house.calibrate(*both)

    assert found.floors()
    assert list(house.gate().floors) == later.floors()
    assert {floor.model for floor in later.floors()} == {"e5/fake@1"}
    assert found.judge.corpus_version != later.judge.corpus_version


def test_a_question_off_the_subject_finds_nothing_once_the_gate_is_set_and_all_again_without(
    house: Library, both: tuple[Path, Path]
) -> None:
    asked, scope = "Hvor mye koster brød og fisk på mandag?", Scope(OWNER)
    before = house.search(asked, scope).hits
    found = house.calibrate(*both)
    gated = house.search(asked, scope)
    answered = house.search("Hvordan er det med katten i år?", scope).hits
    house.gate_off()

    assert found.rows[0].rejected.count > 30
    assert before
    assert not gated.hits
    assert any(note.stage == "gate" for note in gated.notes)
    assert answered
    assert house.search(asked, scope).hits == before


def test_a_pack_calibrated_by_itself_leaves_the_floors_of_the_others(
    house: Library, both: tuple[Path, Path], tmp_path: Path
) -> None:
    first = house.calibrate(*both)
    folder = tmp_path / "garden"
    folder.mkdir()
    (folder / "plenen.md").write_text("# Hagen\n\nDet er sagt at plenen er grønn.\n", encoding="utf-8")
    house.ingest(folder, pack="garden", language="nb")
    embed(house, FakeEmbedder("e5/fake@1", 256, means=MEANS))

    house.calibrate(*both, packs=["garden"])

    kept = house.gate().floors
    assert [floor for floor in kept if floor.pack == EVERY] == first.floors()
    assert {floor.pack for floor in kept} == {EVERY, "garden"}


def test_one_file_may_hold_both_kinds_and_say_who_asks(house: Library, tmp_path: Path) -> None:
    file = questions(tmp_path / "both.jsonl", "Hvordan er det med katten?", asker=["cats"])
    other = questions(tmp_path / "other.jsonl", "Hvor mye koster brødet?", kind="unanswerable")
    file.write_text(
        f"{file.read_text(encoding='utf-8')}\n{other.read_text(encoding='utf-8')}", encoding="utf-8"
    )

    row = house.calibrate(file, keep=False).rows[0]

    assert (row.answerable, row.unanswerable) == (1, 1)
    assert row.floor is None or not row.floor.separable


def test_gibberish_is_told_from_questions_of_real_words(
    house: Library, both: tuple[Path, Path], tmp_path: Path
) -> None:
    nonsense = questions(tmp_path / "nonsense.jsonl", *(f"blorf{'k' * n} qzwortle gnarf" for n in range(25)))

    warned = house.calibrate(both[0], nonsense, keep=False).warnings

    assert any("only gibberish" in warning for warning in warned)


def test_without_vectors_there_is_nothing_to_calibrate(
    library: Library, both: tuple[Path, Path], tmp_path: Path
) -> None:
    (tmp_path / "page.md").write_text("# Side\n\nKatten er svart.\n", encoding="utf-8")
    library.ingest(tmp_path / "page.md")

    with pytest.raises(BadInput, match="vector"):
        library.calibrate(*both)


def test_questions_of_one_kind_alone_are_refused(house: Library, both: tuple[Path, Path]) -> None:
    with pytest.raises(BadInput, match="no unanswerable question"):
        house.calibrate(both[0])


def test_a_gate_that_cannot_be_read_is_written_anew(house: Library, both: tuple[Path, Path]) -> None:
    with house.store.writing("test") as writer:
        writer.set_setting("gate", "nothing that could be read")

    found = house.calibrate(*both)

    assert list(house.gate().floors) == found.floors()


def test_floors_of_a_reranker_need_one(house: Library, both: tuple[Path, Path]) -> None:
    with pytest.raises(BadInput, match="no reranker"):
        house.calibrate(*both, rerank=True)
