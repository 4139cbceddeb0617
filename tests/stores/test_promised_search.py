"""What every store promises of a search: which passages and terms, with which scores, in which order."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from belegg.records import OWNER, Alternative, Concept, DocumentId, Scope, document_id
from belegg.seams import Store
from belegg.testing import incoming
from stores.stocked import EVERYTHING, asked, found, named, put


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
        incoming("r/c", "kitten y z"),
    )
    either = Concept("cat", (Alternative(("en:kitten",), 0.3), Alternative(("en:cat",), 1.0)))

    with store.reading(EVERYTHING) as reader:
        both, best, weaker = reader.by_words([either], 10)

    assert both.score == best.score
    assert weaker.score == pytest.approx(0.3 * best.score)


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


def test_of_hundreds_of_terms_those_that_stand_somewhere_are_counted_and_no_others(store: Store) -> None:
    put(store, incoming("r/a", "anchor harbour"), incoming("r/b", "anchor"))
    nonsense = [f"en:{letter}{number}" for letter in "abcdé" for number in range(200)]

    with store.reading(EVERYTHING) as reader:
        counted = reader.document_frequencies([*nonsense, "en:anchor", "en:\ud800", "en:\0", "en:harbour"])

    assert {word: n for word, n in counted.items() if n} == {"en:anchor": 2, "en:harbour": 1}
