"""A document by its own name and a section by its number come before everything else."""

from __future__ import annotations

import pytest

from belegg.records import Pack, SynonymGroup
from belegg.records.packs import OtherNames
from belegg.testing.shelf import Shelf, reader_of

LONG_RULE = "Jf. § 15-3, § 15-3 og § 15-3 i arbeidsmiljøloven, aml § 15-3."


@pytest.fixture
def acts(shelf: Shelf) -> Shelf:
    shelf.put(
        "lov/aml.md",
        ("§ 15-2", (), LONG_RULE),
        ("§ 15-3", (), "Oppsigelsesfrist er en måned."),
        ("§ 15-4", (), LONG_RULE),
        title="Lov om arbeidsmiljø (arbeidsmiljøloven)",
        language="nb",
        facts=[("short_title", "Arbeidsmiljøloven – aml"), ("identifier", "LOV-2005-06-17-62")],
    )
    shelf.put("guide", LONG_RULE, LONG_RULE + " Mer om § 15-3.", title="Om aml § 15-3", language="nb")
    return shelf


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize(
    "query",
    [
        "aml § 15-3",
        "aml 15-3",
        "Arbeidsmiljøloven § 15‑3",
        "arbeidsmiljøloven § 15-3 oppsigelsesfrist",
        "Hva sier § 15-3 i arbeidsmiljøloven?",
        "LOV-2005-06-17-62 § 15-3",
    ],
)
def test_the_section_that_is_named_is_the_first_hit(acts: Shelf, query: str) -> None:
    first = acts.search(query).hits[0]

    assert (first.document.source, first.passage.section) == ("lov/aml.md", "§ 15-3")
    assert first.arms["names"] == 1


@pytest.mark.req("SEA-2")
def test_words_that_named_a_section_are_not_called_unknown(acts: Shelf) -> None:
    assert [note.text for note in acts.search("LOV-2005-06-17-62 § 15-3").notes] == []


@pytest.mark.req("SEA-2")
def test_a_section_that_the_document_lacks_is_not_made_up(acts: Shelf) -> None:
    found = acts.search("Hva sier § 99-9 i arbeidsmiljøloven?")

    assert all("names" not in hit.arms for hit in found.hits)
    assert any("§ 99-9" in note.text for note in found.notes)


@pytest.mark.req("SEA-2")
def test_of_two_acts_with_one_name_the_one_in_force_comes_first(shelf: Shelf) -> None:
    for source, in_force in (
        ("a-new", "Kongen bestemmer"),
        ("b-coming", "2999-01-01"),
        ("c-old", "1970-01-01"),
    ):
        shelf.put(
            source,
            ("§ 29", (), f"Om klage, {source}."),
            title="Lov om saker (forvaltningsloven)",
            language="nb",
            facts=[("in_force", in_force)],
        )

    assert shelf.sources("forvaltningsloven § 29") == ["c-old", "a-new", "b-coming"]


@pytest.mark.req("SEA-2")
def test_a_letter_after_a_space_belongs_to_the_number_only_where_such_a_section_is(
    shelf: Shelf,
) -> None:
    shelf.put(
        "lov",
        ("§ 20", (), "Innsyn."),
        ("§ 9 a", (), "Særlige saker."),
        title="Lov om saker (forvaltningsloven)",
        language="nb",
    )

    def first(query: str) -> str | None:
        return shelf.search(query).hits[0].passage.section

    assert first("§ 20 i forvaltningsloven") == "§ 20"
    assert first("§ 9 a forvaltningsloven") == "§ 9 a"
    assert first("forvaltningsloven § 9a") == "§ 9 a"


@pytest.mark.req("SEA-2")
def test_a_named_section_that_is_hidden_is_not_found_by_its_name(shelf: Shelf) -> None:
    shelf.put("closed", ("§ 1", (), "Lukket."), title="Hemmeligloven", language="nb", access=["management"])
    shelf.put("open", "Åpent om § 1.", language="nb", access=["everyone"])

    assert shelf.sources("Hemmeligloven § 1", reader_of("everyone")) == ["open"]


@pytest.mark.req("SEA-2", "PAC-2")
@pytest.mark.parametrize("query", ["wea § 15-3", "WEA 15-3", "work environment act § 15-3"])
def test_a_packs_synonym_of_a_documents_name_names_the_document(acts: Shelf, query: str) -> None:
    others = SynonymGroup(("arbeidsmiljøloven", "WEA", "Work Environment Act"))
    before = acts.search(query).hits[0]
    with acts.store.writing("a pack") as writer:
        writer.set_pack(Pack("documents", synonyms=(others,)))

    first = acts.search(query).hits[0]

    assert "names" not in before.arms
    assert (first.document.source, first.passage.section) == ("lov/aml.md", "§ 15-3")
    assert first.arms["names"] == 1


def sections(shelf: Shelf, query: str) -> list[str | None]:
    """Of the passages that were named, in order."""
    return [hit.passage.section for hit in shelf.search(query).hits if "names" in hit.arms]


def with_pack(shelf: Shelf, pack: Pack) -> Shelf:
    with shelf.store.writing("a pack") as writer:
        writer.set_pack(pack)
    return shelf


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("aml §§ 15-3 og 15-4", ["§ 15-3", "§ 15-4"]),
        ("aml §§ 15-2 til 15-4", ["§ 15-2", "§ 15-3", "§ 15-4"]),
        ("aml §§ 15-2–15-4", ["§ 15-2", "§ 15-3", "§ 15-4"]),
        ("aml §§ 15-4 og 99-9", ["§ 15-4"]),
        ("aml § 15-3 og § 15-2", ["§ 15-3", "§ 15-2"]),
    ],
)
def test_several_sections_are_looked_up_at_once(acts: Shelf, query: str, named: list[str]) -> None:
    law = with_pack(acts, Pack("documents", kind="law"))

    assert sections(law, query) == named


@pytest.mark.req("SEA-2")
def test_a_range_is_taken_for_one_section_where_the_document_has_it(shelf: Shelf) -> None:
    shelf.put("a", *[(f"§ {n}", (), f"Regel {n}.") for n in (4, 5, 6)], title="Ferieloven", language="nb")
    shelf.put("b", ("§ 5-6", (), "Regel."), ("§ 5", (), "En."), title="Skatteloven", language="nb")

    assert sections(shelf, "ferieloven §§ 5–6") == ["§ 5", "§ 6"]
    assert sections(shelf, "skatteloven §§ 5–6") == ["§ 5-6"]


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize(
    "query", ["gdpr artikkel 17", "Personopplysningsloven art. 17", "artikkel 17 i GDPR"]
)
def test_an_article_beside_a_name_is_looked_up(shelf: Shelf, query: str) -> None:
    shelf.put(
        "popp",
        ("§ 17", (), "Unntak."),
        ("Art. 17", (), "Sletting."),
        title="Personopplysningsloven",
        language="nb",
    )
    with_pack(shelf, Pack("documents", names=(OtherNames("personopplysningsloven", ("GDPR",)),)))

    assert sections(shelf, query) == ["Art. 17"]


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize("query", ["aml", "Arbeidsmiljøloven", "arbeidsvernet"])
def test_an_act_asked_for_by_its_name_alone_is_shown_from_its_beginning(acts: Shelf, query: str) -> None:
    names = (OtherNames("aml", ("arbeidsvernet",)),)
    law = with_pack(acts, Pack("documents", kind="law", names=names))

    assert sections(law, query) == ["§ 15-2", "§ 15-3", "§ 15-4"]
    assert sections(law, query + " oppsigelse") == []


def test_a_document_that_is_no_act_is_not_shown_for_its_name(acts: Shelf) -> None:
    assert sections(acts, "aml") == []


@pytest.mark.req("SEA-2", "FAC-6")
def test_other_names_in_a_pack_that_one_may_not_see_name_nothing(shelf: Shelf) -> None:
    shelf.put("open", ("§ 1", (), "Åpent."), title="Granneloven", language="nb")
    shelf.put("closed", "Lukket.", language="nb", access=["board"], pack="secret")
    with_pack(shelf, Pack("secret", names=(OtherNames("granneloven", ("naboloven",)),)))

    def named(*groups: str) -> list[bool]:
        return ["names" in hit.arms for hit in shelf.search("naboloven § 1", reader_of(*groups)).hits]

    assert named("all") == [False]
    assert named("all", "board") == [True]
