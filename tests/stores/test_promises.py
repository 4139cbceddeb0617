"""What every store promises, held by one suite for all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from zlib import crc32

import pytest

from belegg.errors import BeleggError, UnknownDocument
from belegg.records import (
    OWNER,
    Alternative,
    Concept,
    Document,
    DocumentHead,
    DocumentId,
    Principal,
    Report,
    Scope,
    Terms,
    document_id,
)
from belegg.seams import Incoming, Reader, Store
from belegg.testing import incoming, term
from belegg.testing.builders import terms_of

EVERYTHING = Scope(OWNER)
STAFF = Scope(Principal("staff", frozenset({"staff"})))
NOBODY = Scope(Principal("nobody", frozenset()))


def put(store: Store, *documents: Incoming) -> list[DocumentHead]:
    with store.writing("test") as writer:
        return [writer.add(document) for document in documents]


def asked(words: str, language: str | None = "en") -> list[Concept]:
    """One concept for each word, of one term."""
    return [Concept(w, (Alternative((term(w, language),), 1.0),), n) for n, w in enumerate(words.split())]


def found(store: Store, words: str, scope: Scope = EVERYTHING, limit: int = 10) -> list[str]:
    """Ids of the passages that a search for these words returns, best first."""
    with store.reading(scope) as reader:
        keys = [candidate.key for candidate in reader.by_words(asked(words), limit)]
        return [passage.id for passage in reader.passages(keys)]


def named(source: str, ordinal: int = 0, pack: str = "documents") -> str:
    return f"{document_id(pack, source)}-{ordinal}"


def sources(reader: Reader) -> list[str]:
    return [head.source for head in reader.heads()]


def failing(source: str, access: Sequence[str] = ("all",)) -> tuple[Document, Report]:
    document = Document(
        document_id("documents", source), source, "documents", "", "", access=frozenset(access)
    )
    return document, Report(source, "test", failed="it is a picture")


# ---------------------------------------------------------------- what was put in comes out


def test_a_stored_document_comes_back_as_it_was(store: Store) -> None:
    given = incoming("r/a", "one two", "three", title="A title", facts=[("updated", "2024-05-12")])
    [head] = put(store, given)

    with store.reading(EVERYTHING) as reader:
        text = reader.text(given.document.id)
        assert reader.passages_of(given.document.id) == given.passages
        assert reader.head(given.document.id) == head
        assert list(reader.heads()) == [head]
        assert reader.original(given.document.id) == given.original

    assert head.version == 1
    assert (head.source, head.title, head.date) == ("r/a", "A title", "2024-05-12")
    assert (head.passages, head.pages, head.access) == (2, 2, frozenset({"all"}))
    assert text is not None
    assert (text.text, text.pages, text.furniture) == (
        given.document.text,
        tuple(replace(page, layout=b"") for page in given.document.pages),
        given.document.furniture,
    )
    assert text.current


def test_every_letter_survives_storage(store: Store) -> None:
    odd = "æøå ÄÖ \u00a0\u200b\ufeff \U0001f600 \x00 end\r\n"
    put(store, incoming("r/odd", odd, title=odd))

    with store.reading(EVERYTHING) as reader:
        document = document_id("documents", "r/odd")
        assert reader.passages_of(document)[0].text == odd
        text, head = reader.text(document), reader.head(document)

    assert text is not None
    assert text.text == odd
    assert head is not None
    assert head.title == odd


def test_an_original_that_was_not_kept_is_not_there(store: Store) -> None:
    put(store, incoming("r/a", "word", original=False), incoming("r/b", "word"))

    with store.reading(EVERYTHING) as reader:
        assert reader.original(document_id("documents", "r/a")) is None
        assert reader.original(document_id("documents", "r/b")) == b"word"


def test_passages_come_in_the_order_of_the_keys_asked_for(store: Store) -> None:
    put(store, incoming("r/a", "word", "word word"), incoming("r/b", "word"))

    with store.reading(EVERYTHING) as reader:
        keys = list(reversed(reader.matching(["en:word"])))
        assert [p.id for p in reader.passages(keys)] == [named("r/b"), named("r/a", 1), named("r/a", 0)]
        assert reader.documents_of(keys) == [p.document for p in reader.passages(keys)]
        for read in (reader.passages, reader.documents_of, reader.sequences):
            assert read([]) == []


def test_sequences_hold_the_crc32_of_each_word_with_borders_between_fields(store: Store) -> None:
    put(store, incoming("r/a", "body words", title="The title", headings=["head"]))

    with store.reading(EVERYTHING) as reader:
        [sequence] = reader.sequences(reader.matching(["en:body"]))

    words = ["en:The", "en:title", None, "en:head", None, "en:body", "en:words"]
    expected = [crc32(word.encode()) if word else 0 for word in words]
    assert [int.from_bytes(sequence[i : i + 4], "little") for i in range(0, len(sequence), 4)] == expected


def test_compound_parts_stand_beside_the_words_and_take_no_place(store: Store) -> None:
    put(store, incoming("r/a", "oppsigelses|frist", language="nb"))

    with store.reading(EVERYTHING) as reader:
        assert reader.matching(["no~frist"]) == reader.matching(["no:oppsigelsesfrist"])
        assert reader.collection().mean_length == 1
        [sequence] = reader.sequences(reader.matching(["no~frist"]))

    assert len(sequence) == 3 * 4


@pytest.mark.req("ING-13")
def test_reports_list_the_failed_first(store: Store) -> None:
    put(store, incoming("r/b", "word"), incoming("r/a", "word"))
    document, report = failing("r/z")
    with store.writing("test") as writer:
        writer.failed(document, report, "hash", 5, 6)

    with store.reading(EVERYTHING) as reader:
        reports = [report for _, report in reader.reports()]
        assert sources(reader) == ["r/a", "r/b"]
        assert reader.head(document.id) is None
        assert reader.text(document.id) is None

    assert [(r.source, r.failed) for r in reports] == [
        ("r/z", "it is a picture"),
        ("r/a", None),
        ("r/b", None),
    ]


def test_settings_and_roots_are_remembered(store: Store) -> None:
    with store.writing("test") as writer:
        writer.set_root("r", "/somewhere")
        writer.set_setting("analyser", "1")
        writer.set_setting("analyser", "2")

    assert store.roots() == {"r": "/somewhere"}
    assert store.settings() == {"analyser": "2"}


# ---------------------------------------------------------------- versions


@pytest.mark.req("ING-12")
def test_a_new_version_replaces_the_old_one_in_searches_and_the_old_text_stays_readable(store: Store) -> None:
    put(store, incoming("r/a", "thirty days"))
    [head] = put(store, incoming("r/a", "ninety days"))

    assert head.version == 2
    assert found(store, "thirty") == []
    assert found(store, "ninety") == [named("r/a")]
    with store.reading(EVERYTHING) as reader:
        old, new = reader.text(head.id, 1), reader.text(head.id)
        assert reader.text(head.id, 3) is None
        assert reader.original(head.id) == b"ninety days"
    assert old is not None
    assert new is not None
    assert (old.text, old.version, old.current) == ("thirty days", 1, False)
    assert (new.text, new.version, new.current) == ("ninety days", 2, True)


@pytest.mark.req("ING-12")
def test_the_same_text_again_is_the_same_version_with_new_passages(store: Store) -> None:
    put(store, incoming("r/a", "one two"))
    put(store, incoming("r/a", "one two three"))
    again = incoming("r/a", "one two three", title="Another title")
    [head] = put(store, again)

    assert (head.version, head.title) == (2, "Another title")
    with store.reading(EVERYTHING) as reader:
        texts = [reader.text(head.id, n) for n in (1, 2, 3)]
        assert [text.text if text else None for text in texts] == ["one two", "one two three", None]
        assert reader.collection().passages == 1


@pytest.mark.req("ING-12")
def test_a_retired_document_is_neither_found_nor_listed_and_its_text_stays_readable(store: Store) -> None:
    put(store, incoming("r/a", "word", names=["name"]), incoming("r/b", "word"))
    document = document_id("documents", "r/a")
    with store.writing("test") as writer:
        writer.retire(document)

    assert found(store, "word") == [named("r/b")]
    assert list(store.known("r")) == ["r/b"]
    with store.reading(EVERYTHING) as reader:
        assert sources(reader) == ["r/b"]
        assert reader.head(document) is None
        assert not reader.passages_of(document)
        assert not reader.keys_of(document)
        assert reader.named(["name"]) == {}
        assert [report.source for _, report in reader.reports()] == ["r/b"]
        text = reader.text(document)
    assert text is not None
    assert (text.text, text.current) == ("word", False)


def test_a_retired_document_that_comes_back_is_its_next_version(store: Store) -> None:
    put(store, incoming("r/a", "word"))
    with store.writing("test") as writer:
        writer.retire(document_id("documents", "r/a"))
    [head] = put(store, incoming("r/a", "word again"))

    assert head.version == 2
    assert found(store, "again") == [named("r/a")]


@pytest.mark.req("ING-13")
def test_a_source_that_cannot_be_read_any_more_keeps_its_last_version(store: Store) -> None:
    put(store, incoming("r/a", "word"))
    document, report = failing("r/a")
    with store.writing("test") as writer:
        writer.failed(document, report, "other", 5, 6)

    assert found(store, "word") == [named("r/a")]
    assert store.known("r")["r/a"].failed
    assert store.known("r")["r/a"].sha256 == "other"
    with store.reading(EVERYTHING) as reader:
        assert [report.failed for _, report in reader.reports()] == ["it is a picture"]


def test_known_tells_new_changed_and_unchanged_sources_apart(store: Store) -> None:
    given = incoming("r/a", "word", access=["x", "y"])
    put(store, given, incoming("r/sub/b", "word"), incoming("rest/c", "word"), incoming("r-1/d", "word"))
    with store.writing("test") as writer:
        writer.touched("r/a", 7, 8)

    known = store.known("r")
    assert list(known) == ["r/a", "r/sub/b"]
    assert known["r/a"].sha256 == given.sha256
    assert (known["r/a"].size_bytes, known["r/a"].modified_ns) == (7, 8)
    assert known["r/a"].access == frozenset({"x", "y"})
    assert (known["r/a"].reader, known["r/a"].failed) == ("test", False)


# ---------------------------------------------------------------- search


def test_scores_are_those_of_the_formula(store: Store) -> None:
    put(store, incoming("r/a", "cat dog", title="cat"), incoming("r/b", "dog dog dog"))

    with store.reading(EVERYTHING) as reader:
        [first, second] = reader.by_words(asked("dog cat"), 10)

    def part(tf: float, length: int, df: int) -> float:
        idf = math.log(1 + (2 - df + 0.5) / (df + 0.5))
        return idf * tf * 2.2 / (tf + 1.2 * (1 - 0.6 + 0.6 * length / 3))

    assert first.score == pytest.approx(part(3, 3, 1) + part(1, 3, 2), rel=1e-12)
    assert second.score == pytest.approx(part(3, 3, 2), rel=1e-12)


def test_of_a_concept_the_best_alternative_counts_and_never_the_sum(store: Store) -> None:
    put(
        store,
        incoming("r/a", "cat kitten other"),
        incoming("r/b", "cat more words"),
        incoming("r/c", "x y z"),
    )
    both = Concept("cat", (Alternative(("en:cat",), 1.0), Alternative(("en:kitten",), 0.3)))

    with store.reading(EVERYTHING) as reader:
        one, two = reader.by_words([both], 10)

    assert one.score == two.score


def test_frequencies_of_one_word_in_several_languages_add_up(store: Store) -> None:
    put(
        store,
        incoming("r/a", "plan", language="nb"),
        incoming("r/b", "plan", language="en"),
        incoming("r/c", "text", language="en"),
    )
    words = Concept("plan", (Alternative(("no:plan", "en:plan", "=plan"), 1.0),))

    with store.reading(EVERYTHING) as reader:
        one, two = reader.by_words([words], 10)
        assert reader.document_frequencies(["no:plan", "en:plan", "=plan"]) == {"no:plan": 1, "en:plan": 1}

    assert one.score == two.score == pytest.approx(math.log(1 + 1.5 / 2.5) * 2.2 / 2.2)


def test_of_equal_scores_the_earlier_passage_stands_first(store: Store) -> None:
    put(store, *(incoming(f"r/{n}", "same words") for n in range(30)))

    assert found(store, "words", limit=20) == [named(f"r/{n}") for n in range(20)]


def test_a_required_word_and_a_refused_one_decide_who_takes_part(store: Store) -> None:
    put(store, incoming("r/a", "cat dog"), incoming("r/b", "cat bird"), incoming("r/c", "cat"))

    def ordered(*, must: Sequence[str] = (), must_not: Sequence[str] = ()) -> list[DocumentId]:
        with store.reading(EVERYTHING) as reader:
            all_of = [Alternative((word,), 1.0) for word in must]
            candidates = reader.by_words(asked("cat"), 10, all_of=all_of, none_of=must_not)
            return list(reader.documents_of([c.key for c in candidates]))

    a, b, c = (document_id("documents", f"r/{name}") for name in "abc")
    assert ordered(must=["en:dog"]) == [a]
    assert sorted(ordered(must_not=["en:dog", "en:absent"])) == sorted([b, c])
    assert ordered(must=["en:dog"], must_not=["en:dog"]) == []
    assert ordered(must=["en:absent"]) == []


def test_words_that_stand_nowhere_find_nothing(store: Store) -> None:
    assert found(store, "word") == []
    put(store, incoming("r/a", "word"))

    assert found(store, "absent") == []
    assert found(store, "") == []
    with store.reading(EVERYTHING) as reader:
        assert reader.by_words([Concept("word", ())], 10) == []


def test_matching_returns_every_passage_with_any_of_the_terms_in_order(store: Store) -> None:
    put(store, incoming("r/a", "cat", "dog", "bird"), incoming("r/b", "dog cat"))

    with store.reading(EVERYTHING) as reader:
        matched = reader.passages(reader.matching(["en:cat", "en:dog", "en:absent"]))

    assert [p.id for p in matched] == [named("r/a"), named("r/a", 1), named("r/b")]


def test_similar_terms_are_ordered_by_shared_trigrams(store: Store) -> None:
    put(store, incoming("r/a", "oppsigelse oppsigelser oppsigelsen avtale", language="nb"))
    put(store, incoming("r/b", "oppsigelse", language="en"), incoming("r/c", "oppsigelsen", language="nb"))

    with store.reading(EVERYTHING) as reader:
        similar = reader.similar_terms("no:oppsigelze", 0.5, 5)
        assert reader.similar_terms("no:oppsigelze", 0.99, 5) == []
        assert reader.similar_terms("no:oppsigelze", 0.5, 1) == similar[:1]

    assert [name for name, _ in similar] == ["no:oppsigelse", "no:oppsigelsen", "no:oppsigelser"]
    assert similar[0][1] == pytest.approx(2 * 7 / (9 + 9))


def test_documents_are_found_by_their_names_and_sections(store: Store) -> None:
    act = incoming("r/aml", "one", "two", "three", sections=["§ 1", "§ 2", "§ 1"], names=["aml", "lov 62"])
    put(store, act, incoming("r/other", "word", names=["aml"]))

    with store.reading(EVERYTHING) as reader:
        assert reader.named(["aml", "lov 62", "unknown"]) == {
            "aml": [act.document.id, document_id("documents", "r/other")],
            "lov 62": [act.document.id],
        }
        keys = reader.keys_of(act.document.id, "§ 1")
        assert [p.text for p in reader.passages(keys)] == ["one", "three"]
        assert len(reader.keys_of(act.document.id)) == 3
        assert reader.keys_of(act.document.id, "§ 9") == []


# ---------------------------------------------------------------- scope


def filled(store: Store) -> None:
    put(
        store,
        incoming("r/a", "word", language="nb", facts=[("updated", "2023-05-01"), ("organisation", "NAV")]),
        incoming("r/b", "word", language="en", facts=[("published", "2024-05-12")], pack="other"),
        incoming(
            "r/c", "word", "ord", language="en", languages=["en", "nb"], facts=[("organisation", "OECD")]
        ),
    )


@pytest.mark.req("SEA-6")
@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, ["r/a", "r/b", "r/c"]),
        ({"packs": ("other",)}, ["r/b"]),
        ({"documents": (document_id("documents", "r/c"),)}, ["r/c"]),
        ({"languages": ("nb",)}, ["r/a", "r/c"]),
        ({"organisations": ("nav", "unknown")}, ["r/a"]),
        ({"since": "2024"}, ["r/b"]),
        ({"since": "2024-05-12", "until": "2024-05-12"}, ["r/b"]),
        ({"until": "2023"}, ["r/a"]),
        ({"since": "2025"}, []),
        ({"packs": ("other",), "languages": ("nb",)}, []),
    ],
)
def test_filters_narrow_lists_and_searches(
    store: Store, filters: dict[str, object], expected: list[str]
) -> None:
    filled(store)
    scope = Scope(OWNER, **filters)  # type: ignore[arg-type]

    with store.reading(scope) as reader:
        assert sources(reader) == expected
        assert [report.source for _, report in reader.reports()] == expected
        keys = reader.matching(["no:word", "en:word", "no:ord"])
        assert (
            sorted({head.source for head in map(reader.head, reader.documents_of(keys)) if head}) == expected
        )
        assert reader.collection().passages == 4


def test_a_language_filter_narrows_passages_and_not_whole_documents(store: Store) -> None:
    filled(store)

    with store.reading(Scope(OWNER, languages=("nb",))) as reader:
        found_keys = reader.matching(["no:word", "en:word", "no:ord"])
        assert [p.text for p in reader.passages(found_keys)] == ["word", "ord"]
        assert reader.languages() == ("no",)
        document = document_id("documents", "r/c")
        assert len(reader.keys_of(document)) == 1
        assert len(reader.passages_of(document)) == 2


def test_languages_are_the_name_spaces_in_scope(store: Store) -> None:
    put(
        store,
        incoming("r/a", "ord 2026", language="nb", pack="one"),
        incoming("r/b", "word", language="en", pack="two"),
        incoming("r/c", "uttal", language=None, pack="three"),
    )

    def languages(*packs: str) -> tuple[str, ...]:
        with store.reading(Scope(OWNER, packs=packs)) as reader:
            return reader.languages()

    assert languages() == ("=", "en", "no")
    assert languages("one") == ("=", "no")
    assert languages("two") == ("en",)
    assert languages("three") == ("=",)
    assert languages("four") == ()


# ---------------------------------------------------------------- who may read


def test_nobody_reads_what_no_list_allows_but_the_owner(store: Store) -> None:
    put(store, incoming("r/a", "word", access=[]), incoming("r/b", "word", access=["staff", "hr"]))

    assert found(store, "word") == [named("r/a"), named("r/b")]
    assert found(store, "word", STAFF) == [named("r/b")]
    assert found(store, "word", NOBODY) == []


@pytest.mark.parametrize("odd", ["", "\0", "a\0b", "\ud800", "'", '"', "%", "en:", "no~", "x" * 10_000])
def test_any_text_may_be_asked_for(store: Store, odd: str) -> None:
    put(store, incoming("r/a", "word", names=["name"]))

    with store.reading(EVERYTHING) as reader:
        assert not reader.document_frequencies([f"en:{odd}", f"={odd}"])
        assert not reader.similar_terms(f"en:{odd}", 0.5, 5)
        assert not reader.matching([f"en:{odd}"])
        assert not reader.named([odd])
        assert reader.named([odd, "name"])
        assert reader.head(DocumentId(odd)) is None
        assert reader.text(DocumentId(odd)) is None
        assert not reader.keys_of(DocumentId(odd), odd)
    with store.reading(Scope(OWNER, packs=(odd,), languages=(odd,), organisations=(odd,))) as reader:
        assert not list(reader.heads())


def test_absent_and_forbidden_read_the_same(store: Store) -> None:
    hidden = incoming("r/hidden", "word secret", access=["hr"], names=["name"], sections=["§ 1"])
    put(store, hidden)
    document, report = failing("r/broken", ["hr"])
    with store.writing("test") as writer:
        writer.failed(document, report, "hash", 1, 1)

    for number in (hidden.document.id, document.id, DocumentId("0" * 16)):
        with store.reading(STAFF) as reader:
            assert reader.head(number) is None
            assert reader.text(number) is None
            assert reader.text(number, 1) is None
            assert reader.original(number) is None
            assert not reader.passages_of(number)
            assert not reader.keys_of(number)
    with store.reading(STAFF) as reader:
        assert not list(reader.heads())
        assert not list(reader.reports())
        assert not reader.named(["name"])
        assert not reader.document_frequencies(["en:word"])
        assert not reader.similar_terms("en:secret", 0.1, 5)
        assert not reader.matching(["en:word"])
        assert (reader.languages(), reader.collection().passages) == ((), 0)


def test_a_passage_outside_the_scope_cannot_be_read_by_its_key(store: Store) -> None:
    put(store, incoming("r/hidden", "word", access=["hr"]))
    with store.reading(EVERYTHING) as reader:
        keys = reader.matching(["en:word"])

    for read in ("passages", "sequences", "documents_of"):
        with store.reading(STAFF) as reader, pytest.raises(KeyError):
            getattr(reader, read)(keys)


@pytest.mark.req("ING-12", "FAC-6")
def test_a_redacted_page_that_is_opened_keeps_its_earlier_text_closed(store: Store) -> None:
    put(store, incoming("r/a", "old secret", access=["hr"]))
    put(store, incoming("r/a", "old", access=["staff", "hr"]))
    document = document_id("documents", "r/a")

    with store.reading(STAFF) as reader:
        now, before = reader.text(document), reader.text(document, 1)
    assert (now and now.text, before) == ("old", None)
    with store.reading(Scope(Principal("hr", frozenset({"hr"})))) as reader:
        before = reader.text(document, 1)
    assert before is not None
    assert before.text == "old secret"

    with store.writing("test") as writer:
        writer.set_access(document, frozenset({"staff"}))
    with store.reading(STAFF) as reader:
        assert reader.text(document, 1) is None
        assert reader.text(document, 2) is not None


def test_changed_access_holds_at_once_for_all_versions(store: Store) -> None:
    put(store, incoming("r/a", "old", access=["staff"]))
    put(store, incoming("r/a", "new", access=["staff"]))
    document = document_id("documents", "r/a")
    with store.writing("test") as writer:
        writer.set_access(document, frozenset({"hr"}))

    assert found(store, "new", STAFF) == []
    assert store.known("r")["r/a"].access == frozenset({"hr"})
    with store.reading(STAFF) as reader:
        assert reader.text(document) is None
        assert reader.text(document, 1) is None
    with store.reading(Scope(Principal("hr", frozenset({"hr", "x"})))) as reader:
        text, before = reader.text(document), reader.text(document, 1)
    assert text is not None
    assert text.head.access == frozenset({"hr"})
    assert before is None
    with store.reading(Scope(Principal("both", frozenset({"hr", "staff"})))) as reader:
        assert reader.text(document, 1) is not None


def test_hidden_documents_move_nothing_that_a_person_sees(store: Store) -> None:
    put(
        store, incoming("r/a", "cat cat dog", access=["staff"]), incoming("r/b", "dog bird", access=["staff"])
    )

    def seen() -> object:
        with store.reading(STAFF) as reader:
            return (
                [c.score for c in reader.by_words(asked("cat dog"), 10)],
                reader.collection(),
                dict(reader.document_frequencies(["en:cat", "en:dog", "en:secret"])),
                reader.similar_terms("en:secrets", 0.1, 9),
                reader.languages(),
                sources(reader),
            )

    before = seen()
    put(store, *(incoming(f"r/h{n}", "cat secret long text", access=["hr"]) for n in range(9)))
    with_hidden = seen()
    for n in range(9):
        store.forget(document_id("documents", f"r/h{n}"))

    assert with_hidden == before
    assert seen() == before


# ---------------------------------------------------------------- transactions


def test_a_transaction_that_fails_leaves_nothing_behind(store: Store) -> None:
    put(store, incoming("r/a", "word"))

    def interrupted() -> None:
        with store.writing("test") as writer:
            writer.add(incoming("r/a", "changed"))
            writer.add(incoming("r/b", "word"))
            writer.set_setting("name", "value")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        interrupted()

    assert found(store, "word changed") == [named("r/a")]
    assert store.settings() == {}
    [head] = put(store, incoming("r/b", "word"))
    assert head.version == 1


def test_a_reader_sees_the_state_in_which_it_began(store: Store) -> None:
    put(store, incoming("r/a", "word", title="old"))

    with store.reading(EVERYTHING) as reader:
        put(store, incoming("r/a", "word word", title="new"), incoming("r/b", "word"))
        assert [head.title for head in reader.heads()] == ["old"]
        assert len(reader.by_words(asked("word"), 10)) == 1
        assert reader.collection().mean_length == 2
    assert len(found(store, "word")) == 2


def test_what_is_done_to_an_unknown_document_is_an_error(store: Store) -> None:
    unknown = DocumentId("0" * 16)

    with pytest.raises(UnknownDocument):
        store.forget(unknown)
    for name, arguments in (("retire", ()), ("set_access", (frozenset("a"),))):
        with pytest.raises(UnknownDocument), store.writing("test") as writer:
            getattr(writer, name)(unknown, *arguments)


# ---------------------------------------------------------------- forgetting, analysing again


def test_a_forgotten_document_is_gone_with_all_its_versions(store: Store) -> None:
    put(store, incoming("r/a", "old words"), incoming("r/b", "word"))
    put(store, incoming("r/a", "new words", "more"))
    document = document_id("documents", "r/a")

    forgotten = store.forget(document)

    assert (forgotten.versions, forgotten.passages, forgotten.postings) == (2, 2, 3)
    assert forgotten.original_bytes == len("new words\n\nmore")
    assert found(store, "old new words more") == []
    assert list(store.known("r")) == ["r/b"]
    with store.reading(EVERYTHING) as reader:
        assert sources(reader) == ["r/b"]
        assert reader.text(document) is None
        assert reader.text(document, 1) is None
        assert reader.document_frequencies(["en:new", "en:word"]) == {"en:word": 1}
        assert reader.similar_terms("en:more", 0.5, 5) == []
    [head] = put(store, incoming("r/a", "again"))
    assert head.version == 1


@pytest.mark.req("LAN-5")
def test_passages_analysed_again_are_found_by_their_new_terms_only(store: Store) -> None:
    put(store, incoming("r/a", "cat dog", "cat"), incoming("r/b", "bird"), incoming("r/gone", "cat"))
    with store.writing("test") as writer:
        writer.retire(document_id("documents", "r/gone"))

    analysed = [
        (head.id, [terms_of("", "", " ".join(w + "s" for w in p.text.split()), "nb") for p in passages])
        for head, passages in store.stored_passages()
    ]
    assert store.replace_terms(analysed) == 3

    assert found(store, "cat bird") == []
    with store.reading(EVERYTHING) as reader:
        assert len(reader.matching(["no:cats"])) == 2
        assert reader.languages() == ("no",)
        assert dict(reader.document_frequencies(["no:cats", "en:cat"])) == {"no:cats": 2}
    put(store, incoming("r/c", "cat"))
    assert found(store, "cat") == [named("r/c")]


def test_a_word_that_went_with_its_last_document_comes_back_with_the_next(store: Store) -> None:
    put(store, incoming("r/a", "word"), incoming("r/b", "other"))
    with store.reading(EVERYTHING) as reader:
        assert [name for name, _ in reader.similar_terms("en:words", 0.3, 5)] == ["en:word"]
    store.forget(document_id("documents", "r/a"))
    put(store, incoming("r/c", "word"))

    assert found(store, "word") == [named("r/c")]
    with store.reading(EVERYTHING) as reader:
        assert [name for name, _ in reader.similar_terms("en:words", 0.3, 5)] == ["en:word"]


def test_an_index_that_lacks_a_document_is_not_put_to_use(store: Store) -> None:
    put(store, incoming("r/a", "cat"), incoming("r/b", "cat"))
    other = Terms((), (), ("no:katt",))

    with pytest.raises(BeleggError, match="lacks"):
        store.replace_terms([(document_id("documents", "r/a"), [other])])

    assert len(found(store, "cat")) == 2
