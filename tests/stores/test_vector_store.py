"""The vectors in SQLite's file: what damage is told, what other processes see, what many of them come to."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from belegg.errors import VectorsDamaged
from belegg.records import Principal, Scope, VectorForm, document_id
from belegg.stores.engine.sizes import Sizes
from belegg.stores.sqlite import SqliteStore
from belegg.testing import incoming
from stores.stocked import EVERYTHING, put
from stores.vectored import MODEL, add, begin, by_chance, hashed, keys, nearest, row, vector

SMALL = Sizes(chunk_windows=4, exact_windows=6, candidates=3, candidates_each=1, part_bytes=64)
EAST = vector(1, 0, 0, 0)


def filled(path: Path, passages: int, sizes: Sizes = SMALL, seed: int = 1) -> SqliteStore:
    """Passages `0`, `1` …, every third for hr alone, with one to three windows each."""
    store, chance = SqliteStore(path, sizes=sizes), random.Random(seed)
    for number in range(passages):
        access = ["hr"] if number % 3 == 0 else ["everyone"]
        put(store, incoming(f"r/{number}", str(number), access=access))
    begin(store, form="int8")
    for key in keys(store).values():
        add(store, row(key, *(by_chance(chance) for _ in range(chance.randint(1, 3)))))
    return store


@pytest.fixture
def store(path: Path) -> Iterator[SqliteStore]:
    with closing(filled(path, 5)) as made:
        yield made


def changed(path: Path, sql: str) -> None:
    connection = apsw.Connection(str(path))
    connection.execute(sql)
    connection.close()


@pytest.mark.req("HYB-9")
@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("UPDATE vectors SET data = substr(data, 2) WHERE id & 255 = 1", "1 passage with damaged vectors"),
        ("UPDATE vectors SET data = zeroblob(length(data)) WHERE id & 255 = 2", "1 passage with damaged"),
        ("UPDATE vectors SET hashes = x'00' WHERE id & 255 = 2", "hashes that do not go"),
        ("DELETE FROM vectors WHERE id & 255 = 3", "1 vectors too few"),
        ("UPDATE vectors SET id = id + 1000 WHERE id & 255 = 3", "1 vectors of nothing"),
        ("DELETE FROM vector_chunks WHERE id & 255 = 0", "has a hole"),
        ("UPDATE vector_chunks SET signs = zeroblob(length(signs))", "passages with damaged vectors"),
        ("UPDATE vector_chunks SET signs = x'00'", "signs of vectors have the wrong size"),
        ("UPDATE vector_chunks SET keys = x'00'", "list of passages with vectors is damaged"),
        ("UPDATE vector_models SET passages = passages + 1", "not that of its model"),
        ("UPDATE vector_models SET number = number + 1", "vectors of nothing"),
    ],
)
def test_health_tells_damaged_vectors(store: SqliteStore, path: Path, damage: str, told: str) -> None:
    assert [checked for checked in store.health() if not checked.sound] == []
    store.close()

    changed(path, damage)

    with closing(SqliteStore(path, sizes=SMALL)) as opened:
        wrong = [checked for checked in opened.health() if not checked.sound]
        assert len(wrong) == 1
        assert told in wrong[0].text


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE vectors SET data = substr(data, 2)",
        "UPDATE vectors SET data = zeroblob(length(data))",
        "DELETE FROM vectors",
        "UPDATE vector_chunks SET signs = x'00'",
        "UPDATE vector_chunks SET keys = x'00'",
        "UPDATE vector_models SET passages = passages - 1",
        "UPDATE vector_chunks SET keys = CAST(zeroblob(length(keys) - 3) || x'ffff00' AS BLOB)",
    ],
)
def test_a_search_in_damaged_vectors_is_refused_and_not_answered(
    store: SqliteStore, path: Path, damage: str
) -> None:
    store.close()
    changed(path, damage)

    with closing(SqliteStore(path, sizes=SMALL)) as opened, pytest.raises(VectorsDamaged):
        nearest(opened, EAST)


@pytest.mark.req("HYB-9")
@pytest.mark.parametrize(
    ("form", "broken"),
    [("int8", "00" * 4), ("float32", "00" * 16), ("float32", "ff" * 16), ("float32", "0000807f" * 4)],
)
def test_a_vector_of_zeros_or_no_numbers_is_damage_wherever_it_is_read(
    path: Path, form: VectorForm, broken: str
) -> None:
    with closing(SqliteStore(path)) as store:
        put(store, incoming("r/one", "one"), incoming("r/two", "two"))
        begin(store, form=form)
        add(store, *(row(key, EAST) for key in keys(store).values()))
    changed(path, f"UPDATE vectors SET data = x'{broken}' WHERE id & 255 = 2")

    with closing(SqliteStore(path)) as opened, opened.reading(EVERYTHING) as reader:
        every = sorted(keys(opened).values())
        with pytest.raises(VectorsDamaged):
            reader.by_vector(EAST, 10)
        with pytest.raises(VectorsDamaged):
            reader.cosines(EAST, every)
        with pytest.raises(VectorsDamaged):
            reader.vectors_of(every)


@pytest.mark.req("HYB-9")
def test_health_says_how_many_passages_have_vectors_of_which_model(store: SqliteStore) -> None:
    put(store, incoming("r/new", "new"))
    begin(store, "test/two", 2)

    (checked,) = [checked for checked in store.health() if checked.name == "vectors"]

    assert checked.text == (
        "`test/one` serves, 5 of 6 passages have its vectors; "
        "`test/two` is kept aside, 0 of 6 passages have its vectors"
    )


def test_another_process_sees_new_vectors_and_none_that_were_removed(path: Path) -> None:
    with closing(filled(path, 5)) as writing, closing(SqliteStore(path, sizes=SMALL)) as other:
        assert len(nearest(other, EAST)) == 5
        put(writing, incoming("r/new", "new", access=["everyone"]))
        assert "new" not in nearest(other, EAST)
        add(writing, row(keys(writing)["new"], EAST))
        assert nearest(other, EAST, limit=1) == ["new"]

        writing.forget(document_id("documents", "r/0"))
        assert sorted(nearest(other, EAST)) == ["1", "2", "3", "4", "new"]
        with writing.writing("test") as writer:
            writer.drop_vectors(MODEL)
        assert nearest(other, EAST) == []
        begin(writing, form="int8")
        add(writing, row(keys(writing)["3"], EAST))
        assert nearest(other, EAST) == ["3"]


def test_a_reading_sees_the_vectors_of_its_own_state(path: Path) -> None:
    with closing(filled(path, 3)) as store, store.reading(EVERYTHING) as earlier:
        put(store, incoming("r/new", "new"))
        add(store, row(keys(store)["new"], EAST))
        assert nearest(store, EAST, limit=1) == ["new"]
        assert len(earlier.by_vector(EAST, 10)) == 3
        assert earlier.embedded().passages == 3


@pytest.mark.req("FAC-6")
@pytest.mark.parametrize("passages", [4, 30])
def test_who_may_not_read_a_passage_is_answered_as_if_it_were_not_there(
    tmp_path: Path, passages: int
) -> None:
    """Also where signs choose the candidates, of which there are few here."""
    anna = Scope(Principal.signed_in("anna", []))
    chance = random.Random(7)
    vectors = {str(n): [by_chance(chance) for _ in range(1 + n % 3)] for n in range(passages)}
    answers: list[list[tuple[str, float]]] = []
    for hidden in (True, False):
        with closing(SqliteStore(tmp_path / f"{hidden}.db", sizes=Sizes(
            chunk_windows=4, exact_windows=0, candidates=3, candidates_each=1, part_bytes=64,
        ))) as store:  # fmt: skip
            for number in range(passages):
                if hidden or number % 3:
                    access = ["everyone"] if number % 3 else ["hr"]
                    put(store, incoming(f"r/{number}", str(number), access=access))
            begin(store, form="int8")
            add(store, *(row(key, *vectors[text]) for text, key in keys(store).items()))
            for seed in range(20):
                asked = by_chance(random.Random(seed))
                with store.reading(anna) as reader:
                    found = reader.by_vector(asked, 3)
                    texts = [passage.text for passage in reader.passages([c.key for c in found])]
                answers.append([(text, c.score) for text, c in zip(texts, found, strict=True)])

    assert answers[:20] == answers[20:]
    assert any(answers)


def test_where_signs_choose_the_best_are_among_the_candidates(path: Path) -> None:
    sizes = Sizes(chunk_windows=64, exact_windows=0, candidates=40, part_bytes=4_096)
    chance = random.Random(3)
    with closing(SqliteStore(path, sizes=sizes)) as store:
        put(store, incoming("r/a", *(f"passage {n}" for n in range(400))))
        begin(store, dimension=64)
        made = {text: by_chance(chance, 64) for text in keys(store)}
        add(store, *(row(key, made[text]) for text, key in keys(store).items()))
        known = keys(store)
        first = [nearest(store, made[text], limit=1) for text in made]
        with store.reading(EVERYTHING) as reader:
            found = [reader.by_vector(made[text], 10) for text in list(made)[:30]]
            every = [reader.cosines(made[text], list(known.values())) for text in list(made)[:30]]

    assert first == [[text] for text in made]
    kept = 0
    for candidates, cosines in zip(found, every, strict=True):
        best = sorted((score for score in cosines if score is not None), reverse=True)[:10]
        kept += len({c.score for c in candidates} & set(best))
    assert kept > 150  # of 300; chance alone would keep 30


@pytest.mark.req("LIB-6")
def test_a_forgotten_document_leaves_no_byte_of_its_vectors(path: Path) -> None:
    chance = random.Random(4)
    secret, earlier, other = (by_chance(chance) for _ in range(3))
    with closing(SqliteStore(path, sizes=SMALL)) as store:
        put(store, incoming("r/a", "first"), incoming("r/b", "other"))
        begin(store)
        add(store, row(keys(store)["first"], earlier, of="e"), row(keys(store)["other"], other, of="o"))
        put(store, incoming("r/a", "second"))
        add(store, row(keys(store)["second"], secret, of="s"))

        store.forget(document_id("documents", "r/a"))

    written = b"".join(each.read_bytes() for each in path.parent.iterdir())
    gone = [secret, earlier, hashed("s", 0), hashed("e", 0), hashed("s", 0)[7::-1], hashed("e", 0)[7::-1]]
    assert [gone.index(trace) for trace in gone if trace in written] == []
    assert other in written


def test_compact_drops_the_vectors_of_passages_that_are_gone(path: Path) -> None:
    with closing(filled(path, 9)) as store:
        before = nearest(store, EAST, limit=20)
        with store.writing("test") as writer:
            writer.retire(document_id("documents", "r/4"))

        store.compact()

        assert nearest(store, EAST, limit=20) == [text for text in before if text != "4"]
        rows = apsw.Connection(str(path)).execute("SELECT count(*) FROM vectors").get
        assert rows == 8
        assert [checked for checked in store.health() if not checked.sound] == []


def test_a_backup_holds_the_vectors(path: Path, tmp_path: Path) -> None:
    with closing(filled(path, 5)) as store:
        store.backup(tmp_path / "copy.db")
        expected = nearest(store, EAST)

    with closing(SqliteStore(tmp_path / "copy.db", sizes=SMALL)) as copy:
        assert nearest(copy, EAST) == expected


@pytest.mark.parametrize("step", ["vectors stored", "before commit"])
def test_a_write_that_is_stopped_leaves_no_vector(path: Path, step: str) -> None:
    filled(path, 3).close()

    def stopping(at: str) -> Callable[[str], None]:
        def reached(name: str) -> None:
            if name == at:
                raise RuntimeError(name)

        return reached

    with closing(SqliteStore(path, sizes=SMALL)) as store:
        put(store, incoming("r/new", "new"))
        new = keys(store)["new"]
    with closing(SqliteStore(path, sizes=SMALL, step=stopping(step))) as store:
        with pytest.raises(RuntimeError):
            add(store, row(new, EAST))
        assert len(nearest(store, EAST)) == 3
    with closing(SqliteStore(path, sizes=SMALL)) as store:
        assert [checked for checked in store.health() if not checked.sound] == []
