"""Each arm of a search is killed in turn: `health` says so, and so does the very next answer."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from belegg import Library
from belegg.errors import AnalyserDiffers, ModelTimeout, StoreError
from belegg.library.embedding import embed
from belegg.library.findings import Finding
from belegg.library.health_arms import PAIRS, fault_of
from belegg.library.kept_health import history, keep
from belegg.library.progress import nobody
from belegg.models.processes import InThreads
from belegg.records import OWNER, Answered, Found, Mode, Scope
from belegg.testing import FakeEmbedder
from belegg.testing.embedder import words_of

EVERYTHING = Scope(OWNER)
NOTES = {
    "lamps": "The lamps of the northern corridor are painted green every spring.",
    "ovens": "The ovens of the bakery burn birch wood through the whole night.",
    "boats": "The boats of the harbour master carry barrels of herring southwards.",
    "trains": "The trains of the valley railway stop at eleven small stations.",
}


def translating() -> FakeEmbedder:
    """One that knows which sentences say the same."""
    means: dict[str, str] = {}
    for sentence, same, _ in PAIRS:
        own = words_of(sentence)
        means |= {word: own[n % len(own)] for n, word in enumerate(words_of(same))}
    return FakeEmbedder(means=means)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A library in which everything has vectors."""
    for name, text in NOTES.items():
        note = tmp_path / "notes" / f"{name}.md"
        note.parent.mkdir(exist_ok=True)
        note.write_text(f"# On {name}\n\n{text}\n", encoding="utf-8")
    with Library.open(tmp_path / "belegg.db", create=True) as library:
        library.ingest(tmp_path / "notes")
        embedder = translating()
        with InThreads(embedder, 1) as workers:
            embed(library.store, embedder, workers, nobody, mean=lambda: bytes(4 * embedder.dimension))
    return tmp_path / "belegg.db"


class AnotherWorld(dict[str, str]):
    """Every word means what nobody asks for."""

    def get(self, word: str, default: object = None) -> str:
        return f"not {word}"


def opened(file: Path, embedder: FakeEmbedder | None = None) -> Library:
    library = Library.open(file)
    given = embedder or translating()
    library.use_models(embedder=lambda: given)
    return library


def run_sql(file: Path, *statements: str) -> None:
    connection = apsw.Connection(str(file))
    for statement in statements:
        connection.execute(statement)
    connection.close()


def not_well(library: Library) -> dict[str, Finding]:
    return {one.check: one for one in library.health() if one.state != "well"}


def told(found: Found) -> str:
    return " | ".join(note.text for note in found.notes)


@pytest.mark.req("HYB-9")
def test_two_arms_that_live_are_well(file: Path) -> None:
    with opened(file) as library:
        states = {one.check: one.state for one in library.health()}

    assert {states[check] for check in ("embedder", "words", "meaning", "hybrid")} == {"well"}


@pytest.mark.req("HYB-9")
def test_a_passage_of_many_short_lines_is_probed_whole(file: Path) -> None:
    words = [f"{name} of the {thing}" for name in NOTES for thing in ("yard", "hall", "attic", "cellar")]
    for n in range(30):
        lines = "\n".join(words[n % 7 : n % 7 + 9])
        (file.parent / "notes" / f"list-{n}.md").write_text(
            f"# List {n}\n\nItem {n} first\n{lines}\n", encoding="utf-8"
        )

    with opened(file) as library:
        library.ingest(file.parent / "notes")
        embedder = translating()
        with InThreads(embedder, 1) as workers:
            embed(library.store, embedder, workers, nobody, mean=lambda: bytes(4 * embedder.dimension))
        states = {one.check: one.state for one in library.health()}

    assert states["meaning"] == "well"


def test_short_passages_are_no_reason_to_say_that_there_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("# Lamps\n\nThey are green.\n", encoding="utf-8")

    with Library.open(tmp_path / "belegg.db", create=True) as library:
        library.ingest(tmp_path / "notes")

        assert {one.state for one in library.health()} == {"well"}


@pytest.mark.req("HYB-9")
def test_vectors_that_are_gone_are_told_by_health_and_by_the_next_answer(file: Path) -> None:
    run_sql(file, "DELETE FROM vectors", "DELETE FROM vector_chunks")

    with opened(file) as library:
        found, health = library.search("painted", EVERYTHING), not_well(library)

    assert "vectors" in health
    assert found.mode == "keyword"
    assert "searched by words alone: no passage has a vector" in told(found)


@pytest.mark.req("HYB-9", "HYB-3")
@pytest.mark.parametrize(
    "damage",
    [
        "DELETE FROM vectors",
        "UPDATE vectors SET data = zeroblob(length(data))",
        "UPDATE vectors SET data = x'01'",
        "UPDATE vector_chunks SET keys = x'00'",
    ],
)
def test_damaged_vectors_leave_the_words_and_a_note_to_every_question(file: Path, damage: str) -> None:
    run_sql(file, damage)

    with opened(file) as library:
        modes: tuple[Mode | None, ...] = (None, "hybrid", "vector")
        found = [library.search("painted", EVERYTHING, mode=mode) for mode in modes]
        phrase = library.search('"painted green"', EVERYTHING)
        answer = library.ask("What is painted green every spring?", EVERYTHING)
        name = phrase.hits[0].document.title
        like = library.similar(name, EVERYTHING)

    assert {one.mode for one in (*found, phrase)} == {"keyword"}
    assert all(one.hits for one in (*found, phrase))
    assert all("searched by words alone: the vectors are damaged" in told(one) for one in (*found, phrase))
    assert isinstance(answer, Answered)
    assert "the vectors are damaged" in " ".join(note.text for note in answer.notes)
    assert like.by == "words"
    assert "the vectors are damaged" in " ".join(note.text for note in like.notes)


@pytest.mark.req("HYB-9")
def test_passages_without_vectors_are_told_by_health_and_by_the_next_answer(file: Path) -> None:
    late = file.parent / "notes" / "late.md"
    late.write_text("# Late\n\nA late note on bicycles in the yard.\n", encoding="utf-8")

    with opened(file) as library:
        library.ingest(file.parent / "notes")
        found, health = library.search("painted", EVERYTHING), not_well(library)

    assert "4 of 5 passages of pack `documents` have vectors" in health["vectors"].text
    assert found.mode == "keyword"
    assert "4 of 5 passages are embedded" in told(found)


@pytest.mark.req("HYB-3", "HYB-9")
def test_another_model_is_told_by_health_and_by_the_next_answer(file: Path) -> None:
    with opened(file, FakeEmbedder("fake/other@1")) as library:
        found, health = library.search("painted", EVERYTHING), not_well(library)

    assert health["embedder"].state == "wrong"
    assert "`fake/other@1`" in health["embedder"].text
    assert found.mode == "keyword"
    assert "the embedder at hand is `fake/other@1`" in told(found)


@pytest.mark.req("HYB-9")
def test_a_model_that_does_not_answer_is_told_by_health_and_by_the_next_answer(file: Path) -> None:
    silent = translating()
    silent.failing = ModelTimeout("it did not answer in 10 s")

    with opened(file, silent) as library:
        found, health = library.search("painted", EVERYTHING), not_well(library)

    assert "it did not answer in 10 s; words answer alone" in health["embedder"].text
    assert "it did not answer in 10 s" in told(found)


@pytest.mark.req("HYB-9")
def test_another_analyser_is_told_by_health_and_stops_the_next_answer(file: Path) -> None:
    run_sql(file, "UPDATE settings SET value = 'words 0' WHERE name = 'analyser'")

    with opened(file) as library:
        assert not_well(library)["analyser"].state == "wrong"
        with pytest.raises(AnalyserDiffers, match="belegg reanalyse"):
            library.search("painted", EVERYTHING)


@pytest.mark.req("HYB-9")
def test_an_index_that_was_dropped_is_told_by_health_and_stops_the_next_answer(file: Path) -> None:
    with Library.open(file) as library:
        library.compact()
    tables = ("short_lists_0", "short_lists_1", "long_lists_0", "long_lists_1")
    run_sql(file, *(f"DELETE FROM {table}" for table in tables))

    with opened(file) as library:
        health = not_well(library)
        with pytest.raises(StoreError, match="belegg reanalyse"):
            library.search("painted", EVERYTHING)

    assert health["index"].state == "wrong"


@pytest.mark.req("HYB-9")
def test_vectors_that_say_nothing_of_their_passages_are_an_alarm(file: Path) -> None:
    with Library.open(file) as library:
        library.drop_vectors()
        confused = FakeEmbedder(means=AnotherWorld(all="else"))
        with InThreads(confused, 1) as workers:
            embed(library.store, confused, workers, nobody, mean=lambda: bytes(4 * confused.dimension))
            spread = {f"note-{n}.md": f"A paragraph about item {n} and thing {n}." for n in range(60)}
    for name, text in spread.items():
        (file.parent / "notes" / name).write_text(f"{text}\n", encoding="utf-8")

    with opened(file) as library:
        library.ingest(file.parent / "notes")
        with InThreads(confused, 1) as workers:
            embed(library.store, confused, workers, nobody, mean=lambda: bytes(4 * confused.dimension))
        health = not_well(library)

    assert health["meaning"].state == "wrong"


@pytest.mark.req("HYB-9")
def test_an_embedder_that_takes_another_sentence_for_a_translation_is_found_out() -> None:
    sentence, _, other = PAIRS[0]
    mixed_up = FakeEmbedder(means=dict(zip(words_of(other), words_of(sentence), strict=False)))

    assert fault_of(translating()) == ""
    assert "nearer to" in fault_of(mixed_up)


def test_what_health_found_is_kept_the_newest_first(file: Path) -> None:
    fine, wrong = Finding("a", "well", "fine"), Finding("b", "wrong", "broken", "mend it")

    with Library.open(file) as library:
        keep(library, [fine])
        keep(library, [fine, wrong])
        kept = history(library)

    assert [(one.state, one.told) for one in kept] == [("wrong", (wrong,)), ("well", ())]
