"""The packs' dictionaries: an everyday word finds its entry; a closed pack tells nothing."""

from __future__ import annotations

import pytest

from belegg.records import OWNER, Pack, Principal, Scope
from belegg.records.packs import Entry, Related
from belegg.search.related import has_dictionary, related
from belegg.testing.shelf import ANALYSER, Shelf

SACKED = Entry(
    "sparken", ("oppsigelse", "avskjed", "si opp"), ("oppsigelse: with notice",), ("oppsigelse",), "aml"
)
DEBT = Entry("gjeld", ("skyldnad", "lån"))
RENT = Entry("husleie", ("leie",))
STAFF = Scope(Principal.signed_in("ada", ("staff",)))


@pytest.fixture
def law(shelf: Shelf) -> Shelf:
    """A pack with a dictionary, of which the staff may read a document."""
    shelf.put("notice.md", "Oppsigelse skal skje skriftlig.", language="nb", access=("staff",), pack="law")
    return defined(shelf, Pack("law", dictionary=(RENT, SACKED, DEBT)))


def defined(shelf: Shelf, *packs: Pack) -> Shelf:
    with shelf.store.writing("packs") as writer:
        for pack in packs:
            writer.set_pack(pack)
    return shelf


def asked(shelf: Shelf, word: str, scope: Scope = STAFF) -> Related:
    return related(word, scope, shelf.store, ANALYSER)


def words(shelf: Shelf, word: str, scope: Scope = STAFF) -> list[str]:
    return [one.entry.word for one in asked(shelf, word, scope).entries]


@pytest.mark.req("PAC-3")
@pytest.mark.parametrize(
    "word",
    ["sparken", "Sparken", "avskjed", "oppsigelsen", "jeg fikk sparken i går", "han sa de kan si meg opp"],
)
def test_an_entry_is_met_by_any_of_its_words_in_any_form_and_inside_a_question(law: Shelf, word: str) -> None:
    found = asked(law, word)

    assert [(one.pack, one.entry) for one in found.entries] == [("law", SACKED)]
    assert found.notes == ()
    assert not found.quotable


@pytest.mark.req("PAC-3")
def test_the_entry_of_the_word_itself_comes_before_those_that_use_it(shelf: Shelf) -> None:
    shelf.put("a.md", "Leie betales hver måned.", language="nb")
    defined(shelf, Pack("documents", dictionary=(Entry("bolig", ("leie",)), Entry("leie", ("vederlag",)))))

    assert words(shelf, "leie", Scope(OWNER)) == ["leie", "bolig"]


def test_a_short_stem_counts_only_when_nothing_else_is_met(law: Shelf) -> None:
    assert words(law, "lånende") == ["gjeld"]
    assert words(law, "lånende oppsigelse") == ["sparken"]


@pytest.mark.req("PAC-3")
@pytest.mark.parametrize("word", ["hund", "hunden min", "leilighet og hund"])
def test_an_entry_is_met_by_a_word_listed_for_it_and_by_its_words_in_any_order(law: Shelf, word: str) -> None:
    dogs = Entry("hund i leiligheten", ("dyrehold",), also=("hund",))
    home = Entry("bo i leiligheten", ("husrom",))
    defined(law, Pack("law", dictionary=(home, dogs)))

    assert words(law, word)[0] == "hund i leiligheten"


@pytest.mark.req("PAC-3")
def test_the_words_of_an_entry_count_in_another_order_but_all_of_them(law: Shelf) -> None:
    defined(law, Pack("law", dictionary=(Entry("hvem barnet skal bo hos", ("bu fast",)),)))

    assert words(law, "hvem skal barnet bo hos") == ["hvem barnet skal bo hos"]
    assert words(law, "barnet skal sove") == []


def test_another_form_of_a_short_word_counts_as_the_word(law: Shelf) -> None:
    assert words(law, "gjelden og oppsigelsen") == ["gjeld", "sparken"]


@pytest.mark.req("PAC-3")
def test_a_misspelled_word_finds_the_nearest_entry_and_says_so(law: Shelf) -> None:
    found = asked(law, "oppsiglese")

    assert [(one.entry.word, one.met) for one in found.entries] == [("sparken", ())]
    assert [note.text for note in found.notes] == ["no entry for `oppsiglese`; the nearest is `sparken`"]


def test_a_word_that_nothing_is_near_to_finds_no_entry(law: Shelf) -> None:
    found = asked(law, "zeppelin")

    assert (found.entries, found.has_dictionary) == ((), True)
    assert found.notes[0].text.startswith("no entry for `zeppelin`; none is near")


@pytest.mark.parametrize("word", ["", " ", "§", "-", "\x00", "x" * 100_000])
def test_any_text_may_be_asked(law: Shelf, word: str) -> None:
    assert asked(law, word).entries == ()


@pytest.mark.req("PAC-3", "ING-12")
@pytest.mark.parametrize(
    "scope", [Scope(Principal.signed_in("bo", ("guests",))), Scope(Principal.anonymous())]
)
def test_a_pack_in_which_nothing_may_be_read_is_as_if_it_were_not_there(law: Shelf, scope: Scope) -> None:
    law.put("open.md", "Båten ligger ved kaien.", language="nb", access=("guests",))
    without = Shelf()
    without.put("open.md", "Båten ligger ved kaien.", language="nb", access=("guests",))

    for word in ("sparken", "oppsiglese", "zeppelin"):
        assert asked(law, word, scope) == asked(without, word, scope)
    assert has_dictionary(STAFF, law.store)
    assert not has_dictionary(scope, law.store)


@pytest.mark.req("PAC-1", "PAC-3")
def test_there_is_no_dictionary_when_its_pack_is_off_or_not_in_scope(law: Shelf) -> None:
    law.put("other.md", "Båten ligger ved kaien.", language="nb", access=("staff",))
    elsewhere = Scope(STAFF.principal, packs=("documents",))
    assert not has_dictionary(elsewhere, law.store)
    assert words(law, "sparken", elsewhere) == []

    defined(law, Pack("law", dictionary=(SACKED,), on=False))
    assert not has_dictionary(STAFF, law.store)
    assert asked(law, "sparken") == Related("sparken", (), False, ())
