"""Synonyms: asked for one word of a pack's group, the others are searched too, below the typed word."""

from __future__ import annotations

import pytest

from belegg.records import OWNER, Pack, Scope, SynonymGroup
from belegg.search.explain import explain
from belegg.search.settings import SearchSettings
from belegg.testing.shelf import ANALYSER, Shelf, reader_of

SACKED = SynonymGroup(("sparken", "oppsigelse", "avskjed", "si opp"), "nb")


def with_pack(shelf: Shelf, *groups: SynonymGroup, name: str = "documents", on: bool = True) -> Shelf:
    with shelf.store.writing("a pack") as writer:
        writer.set_pack(Pack(name, synonyms=groups, on=on))
    return shelf


def notes(shelf: Shelf, query: str, scope: Scope | None = None) -> list[str]:
    return [note.text for note in shelf.search(query, scope).notes]


@pytest.fixture
def law(shelf: Shelf) -> Shelf:
    shelf.put("notice.md", "Oppsigelse skal skje skriftlig.", language="nb")
    shelf.put("gale.md", "Ved avskjed må arbeidstaker fratre straks.", language="nb")
    shelf.put("boats.md", "Båten ligger ved kaien og skal males.", language="nb")
    return with_pack(shelf, SACKED)


@pytest.mark.req("PAC-2")
def test_a_word_of_a_group_finds_what_holds_the_others(law: Shelf) -> None:
    assert sorted(law.sources("Jeg har fått sparken")) == ["gale.md", "notice.md"]


@pytest.mark.req("PAC-2")
def test_the_typed_word_weighs_more_than_its_synonyms(law: Shelf) -> None:
    assert law.sources("avskjed") == ["gale.md", "notice.md"]
    assert law.sources("oppsigelse") == ["notice.md", "gale.md"]


@pytest.mark.req("PAC-2", "SEA-6")
def test_what_was_searched_is_told_with_its_pack(law: Shelf) -> None:
    assert notes(law, "sparken")[0] == (
        "`sparken` was also searched as `oppsigelse`, `avskjed` (pack `documents`)"
    )
    assert "no passage has `sparken`" in notes(law, "sparken")


def test_a_word_that_a_pack_knows_is_not_taken_for_a_typing_error(shelf: Shelf) -> None:
    shelf.put("ski.md", "Sparkene står i boden.", "Sparkan og sparkar.", language="nb")
    shelf.put("notice.md", "Oppsigelse skal skje skriftlig.", language="nb")

    assert notes(with_pack(shelf, SACKED), "oppsiglese")[0].startswith(
        "no passage has `oppsiglese`; searched"
    )
    assert not any("searched for" in note for note in notes(shelf, "avskjed"))


@pytest.mark.req("PAC-2")
@pytest.mark.parametrize(
    "query",
    [
        "kan sjefen si opp avtalen",
        "han sa meg opp",
        "sies opp",
        "oppsigelser",
        "oppsigelsens form",
        "AVSKJED",
    ],
)
def test_inflected_forms_and_parted_runs_set_a_group_off(shelf: Shelf, query: str) -> None:
    shelf.put("a.md", "Fikk sparken.", language="nb")
    group = SynonymGroup(("sparken", "oppsigelse", "avskjed", "si opp", "sa opp", "sies opp"), "nb")

    assert with_pack(shelf, group).sources(query) == ["a.md"]


@pytest.mark.req("PAC-2")
@pytest.mark.parametrize("query", ["hva gjelder her", "opp", "hvem si sak", "sparker"])
def test_short_stems_and_parts_of_runs_set_nothing_off(shelf: Shelf, query: str) -> None:
    shelf.put("a.md", "En skuld og en kontrakt.", language="nb")
    debt = SynonymGroup(("gjeld", "skuld", "si opp"), "nb", exact=frozenset({"gjeld"}))
    kick = SynonymGroup(("sparken", "kontrakt"), "nb", exact=frozenset({"sparken"}))

    assert with_pack(shelf, debt, kick).sources(query) == []


@pytest.mark.req("PAC-2")
def test_a_word_that_is_only_asked_sets_its_group_off_and_is_not_searched(shelf: Shelf) -> None:
    shelf.put("dismissal.md", "Avskjed er fratredelse straks.", language="nb")
    shelf.put("leader.md", "Den daglige lederen må gå foran dagen lang.", language="nb")
    words = ("avskjed", "fratreden", "må gå på dagen")
    both = SynonymGroup(words, "nb")
    asked = SynonymGroup(words, "nb", asked_only=frozenset({"må gå på dagen"}))

    assert with_pack(shelf, both).sources("avskjed") == ["dismissal.md", "leader.md"]
    assert with_pack(shelf, asked).sources("avskjed") == ["dismissal.md"]
    assert "dismissal.md" in shelf.sources("jeg må gå på dagen")
    assert not any("`må gå på dagen`" in note for note in notes(shelf, "avskjed"))


@pytest.mark.req("PAC-2")
@pytest.mark.parametrize(
    "query", ["hva kan utleieren kreve", "utleierne", "Naboens hekk", "naboane", "boten"]
)
def test_definite_forms_of_any_length_set_a_group_off(shelf: Shelf, query: str) -> None:
    shelf.put("a.md", "Parten skal varsles.", language="nb")
    groups = [SynonymGroup((word, "part"), "nb") for word in ("utleier", "nabo", "bot")]

    assert with_pack(shelf, *groups).sources(query) == ["a.md"]


@pytest.mark.req("PAC-2")
def test_the_others_are_searched_in_the_forms_whose_stems_differ(shelf: Shelf) -> None:
    shelf.put("a.md", "Utleieren kan ikke kreve mer.", language="nb")
    shelf.put("b.md", "En utleier kan kreve mindre.", language="nb")

    found = with_pack(shelf, SynonymGroup(("huseier", "utleier"), "nb")).sources("huseieren")

    assert sorted(found) == ["a.md", "b.md"]


def test_words_in_quotation_marks_and_words_left_out_set_nothing_off(law: Shelf) -> None:
    assert law.sources('"sparken"') == []
    assert law.sources("båten -sparken") == ["boats.md"]
    assert not any("also searched" in note for note in notes(law, "båten -sparken"))


def test_a_run_among_the_others_is_searched_by_its_telling_words(shelf: Shelf) -> None:
    shelf.put("court.md", "Søksmålet reises for tingretten.", language="nb")
    group = SynonymGroup(("gå til sak", "reise søksmål"), "nb")

    assert with_pack(shelf, group).sources("når må jeg gå til sak") == ["court.md"]


def test_a_group_of_another_language_stands_behind_what_the_questions_own_language_holds(
    shelf: Shelf,
) -> None:
    shelf.put("gift.md", "A gift to the harbour master must be declared.", language="en")
    shelf.put("marriage.md", "Ekteskap inngås for en vigsler.", language="nb")

    marriage = SynonymGroup(("gift", "ekteskap"), "nb")
    assert with_pack(shelf, marriage).sources("gift to the harbour master") == ["gift.md", "marriage.md"]


@pytest.mark.req("PAC-2", "SEA-5")
def test_synonyms_add_nothing_to_the_order_and_the_all_words_bonus(law: Shelf) -> None:
    explained = explain("skriftlig avskjed", Scope(OWNER), law.store, ANALYSER, SearchSettings())

    assert [(p.document.source, p.all_words_bonus, p.order_bonus) for p in explained.passages] == [
        ("notice.md", 0, 0),
        ("gale.md", 0, 0),
    ]
    (synonym,) = [use for use in explained.passages[0].concepts if use.is_synonym]
    assert [(term.term, term.kind) for term in synonym.terms] == [("no:oppsig", "a synonym")]


@pytest.mark.req("PAC-1")
def test_a_pack_that_is_off_has_no_synonyms(law: Shelf) -> None:
    with law.store.writing("off") as writer:
        writer.set_pack(Pack("documents", synonyms=(SACKED,), on=False))

    assert law.sources("sparken") == []


@pytest.mark.req("PAC-2", "FAC-6")
def test_the_synonyms_of_a_pack_that_one_may_not_see_change_nothing(shelf: Shelf) -> None:
    shelf.put("open.md", "Oppsigelse skal skje skriftlig.", language="nb")
    shelf.put("secret.md", "Avskjed.", language="nb", access=["board"], pack="secret")
    staff, board = reader_of("all"), reader_of("all", "board")
    before = shelf.search("sparken", staff)

    with_pack(shelf, SACKED, name="secret")

    after = shelf.search("sparken", staff)
    assert (after.hits, after.notes) == (before.hits, before.notes)
    assert sorted(shelf.sources("sparken", board)) == ["open.md", "secret.md"]


@pytest.mark.req("PAC-2")
def test_a_long_group_is_searched_in_part_and_says_so(shelf: Shelf) -> None:
    words = tuple(f"kvadratord{letter}a" for letter in "abcdefghijklmnopqrstuvwxyzæøåbcdefghijk"[:36])
    shelf.put("a.md", " ".join(dict.fromkeys(words)), language="nb")
    distinct = tuple(dict.fromkeys(words))

    found = notes(with_pack(shelf, SynonymGroup(distinct, "nb")), distinct[0])

    assert f"; left out of a long group: {len(distinct) - 25} words)" in found[0]


@pytest.mark.req("PAC-2")
def test_the_commonest_words_of_a_long_group_are_left_out_and_told(shelf: Shelf) -> None:
    rare = [f"sjeldenord{letter}a" for letter in "bcdefg"]
    common = ["hyppigordba", "hyppigordca", "hyppigordda"]
    shelf.put("a.md", *([" ".join([*rare, *common])] * 5), *([" ".join(common)] * 500), language="nb")
    with_pack(shelf, SynonymGroup(("storord", *rare, *common), "nb"))

    (told,) = (note for note in notes(shelf, "storord") if "also searched" in note)

    assert all(f"`{word}`" in told for word in rare)
    assert "and 1 more (pack `documents`; left out of a long group: 2 words)" in told
