"""Words in other forms, inside compounds, misspelled, and unknown; and what the notes say."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.records import OWNER, Scope
from belegg.search.spellings import edits, likeness, rejoined
from belegg.testing.shelf import Shelf, reader_of


def notes_of(shelf: Shelf, query: str) -> list[str]:
    return [note.text for note in shelf.search(query).notes]


@pytest.mark.req("SEA-2", "LAN-5")
def test_a_word_is_found_in_every_language_of_the_library_by_that_languages_stem(shelf: Shelf) -> None:
    shelf.put("nb", "Kontraktene gjelder i tre år.", language="nb")
    shelf.put("sv", "Kontrakten gäller i tre år.", language="sv")
    shelf.put("none", "kontrakten qwe rty", language=None)

    assert sorted(shelf.sources("kontrakten")) == ["nb", "none", "sv"]


@pytest.mark.req("SEA-2")
def test_codes_are_found_exactly_and_before_their_parts(shelf: Shelf) -> None:
    shelf.put("a", "Order POL-358 was shipped on 4 May.")
    shelf.put("b", "Order POL-359 was cancelled.")
    shelf.put("c", "Pole 358 stands by the road.")

    assert shelf.sources("POL-358")[0] == "a"
    assert "no passage has `po-358-x`" in notes_of(shelf, "PO-358-X")[0]


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize("symbol", ["A/79/797", "S/2025/109", "A/79/797-S/2025/109"])
def test_either_symbol_of_a_paper_in_two_series_stands_somewhere(shelf: Shelf, symbol: str) -> None:
    shelf.put("both", "The letter was issued as A/79/797\u2212S/2025/109 in March.")
    shelf.put("other", "Part 797-S of series 2025 was issued as A/79/109 and S/2025/797.")

    assert shelf.sources(symbol)[0] == "both"
    assert notes_of(shelf, symbol) == []


@pytest.mark.req("SEA-2")
def test_a_passages_own_section_comes_before_one_that_mentions_it(shelf: Shelf) -> None:
    shelf.put(
        "act",
        ("§ 3-1", ("§ 3-1 Regler",), "Fristen følger av § 3-4, jf. § 3-4 annet ledd og § 3-4 tredje ledd."),
        (
            "§ 3-4",
            ("§ 3-4 Frist",),
            "Fristen er tre uker, og den kan forlenges når grunner taler for det.",
        ),
        language="nb",
    )

    assert shelf.search("§ 3-4").hits[0].passage.section == "§ 3-4"


@pytest.mark.req("SEA-1", "SEA-2")
def test_two_forms_of_a_word_ask_for_one_thing(shelf: Shelf) -> None:
    shelf.put("a", "The contracts are long.")
    shelf.put("b", "The period is long.")

    once = shelf.search("contract period long")
    twice = shelf.search("contract contracts period periods long")

    assert [(h.document.source, h.score) for h in twice.hits] == [
        (h.document.source, h.score) for h in once.hits
    ]


@pytest.mark.req("LAN-4")
def test_a_compound_is_found_by_its_part_and_a_part_by_its_compound(shelf: Shelf) -> None:
    shelf.put("compound", "Søksmålsfristen er åtte uker.", language="nb")
    shelf.put("other", "Ferien er fem uker.", language="nb")

    assert shelf.sources("frist") == ["compound"]
    shelf.put("part", "En frist er en grense i tid.", language="nb")
    assert shelf.sources("klagefrist")[0] == "part"


@pytest.mark.req("LAN-4")
def test_the_word_itself_counts_more_than_the_same_word_inside_a_compound(shelf: Shelf) -> None:
    shelf.put("inside", "Klagefristen løper ut.", language="nb")
    shelf.put("itself", "Fristen løper ut.", language="nb")

    assert shelf.sources("frist") == ["itself", "inside"]


@pytest.mark.req("SEA-2")
def test_one_typo_is_mended_and_told_in_a_word_that_stands_there(shelf: Shelf) -> None:
    shelf.put("act", "Arbeidsmiljøloven gjelder her.", language="nb")

    found = shelf.search("arbeidsmiløloven gjelder")

    assert [hit.document.source for hit in found.hits] == ["act"]
    assert [n.text for n in found.notes] == [
        "no passage has `arbeidsmiløloven`; searched for `arbeidsmiljøloven`"
    ]


@pytest.mark.req("SEA-2")
def test_when_only_mended_words_matched_the_notes_say_so(shelf: Shelf) -> None:
    shelf.put("act", "Arbeidsmiljøloven gjelder her.", language="nb")

    assert notes_of(shelf, "arbeidsmiløloven Zebrakron")[-1] == (
        "no hit holds a word as you typed it, only words like it"
    )


@pytest.mark.req("SEA-2")
def test_a_word_with_no_neighbour_is_named_and_nothing_is_found(shelf: Shelf) -> None:
    shelf.put("act", "Arbeidsmiljøloven gjelder her.", language="nb")

    found = shelf.search("zebrakron xylofonist")

    assert found.hits == ()
    assert [note.text for note in found.notes] == ["no passage has `zebrakron`, `xylofonist`"]


@pytest.mark.req("SEA-2")
def test_of_a_search_with_filters_no_word_is_said_to_stand_nowhere(shelf: Shelf) -> None:
    shelf.put("act", "Arbeidsmiljøloven gjelder her.", language="nb")
    shelf.put("note", "Dogs sleep in the office.", language="en")
    norwegian = Scope(OWNER, languages=("nb",))

    told = [note.text for note in shelf.search("office gjelder", scope=norwegian).notes]

    assert told == ["no passage within the filters has `office`"]


@pytest.mark.req("SEA-2")
def test_where_another_form_of_a_word_stands_it_is_only_the_form_that_is_said_to_lack(shelf: Shelf) -> None:
    shelf.put("page", "kontrakten qwe rty", language=None)

    assert notes_of(shelf, "kontraktenes qwe")[0] == (
        "no passage has `kontraktenes` in this form; searched for `kontrakten`"
    )


@pytest.mark.req("SEA-2")
def test_in_an_empty_library_every_word_is_unknown(shelf: Shelf) -> None:
    assert notes_of(shelf, "notice period") == ["no passage has `notice`, `period`"]


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize("query", ['"ferei"', "2026-042", "fere", "fer3i"])
def test_quoted_words_codes_and_short_words_are_never_mended(shelf: Shelf, query: str) -> None:
    shelf.put("a", "Ferie og ferier: sak 2026-041, ferie igjen, fire ganger.", language="nb")

    assert not any("searched for" in note for note in notes_of(shelf, query))


@pytest.mark.req("SEA-2")
def test_a_word_is_mended_in_the_language_of_the_other_words(shelf: Shelf) -> None:
    shelf.put("en", "The contract was signed by all parties.")
    shelf.put("nb", "En kontrakt er en avtale.", language="nb")

    assert notes_of(shelf, "contrakt signed parties") == [
        "no passage has `contrakt`; searched for `contract`"
    ]
    assert shelf.sources("contrakt") == ["nb", "en"]


@pytest.mark.req("SEA-2")
def test_a_known_word_is_not_mended(shelf: Shelf) -> None:
    shelf.put("a", "The contract is signed.")
    shelf.put("b", "The contrast is sharp.")

    assert shelf.sources("contrast") == ["b"]


@pytest.mark.req("SEA-2")
def test_a_word_mended_to_one_that_only_others_may_read_is_not_mended(shelf: Shelf) -> None:
    shelf.put("open", "The archive is open from nine.", access=["everyone"])
    shelf.put("closed", "The takeover is planned.", access=["management"])

    found = shelf.search("takeovr archive", reader_of("everyone"))

    assert [note.text for note in found.notes] == ["no passage has `takeovr`"]


@pytest.mark.req("SEA-2")
def test_a_word_of_five_letters_is_mended_but_for_its_first_one(shelf: Shelf) -> None:
    shelf.put("a", "The yearly count of boats is kept in the harbour office.", language="en")

    assert shelf.sources("early") == []
    assert shelf.sources("yealy") == ["a"]


def test_edits_are_every_string_one_edit_away() -> None:
    made = set(edits("ab", "abc"))

    assert {"a", "b", "ba", "aa", "ac", "cb", "abc", "cab", "acb"} <= made
    assert "ab" in made  # a letter changed to itself: harmless, the word is known to be unknown
    assert all(abs(len(one) - 2) <= 1 for one in made)


@pytest.mark.req("SEA-2", "LAN-1")
def test_a_typo_neighbour_elsewhere_hides_no_other_form_in_text_as_written(shelf: Shelf) -> None:
    shelf.put("sv", "Uppsigelse är inget ord, oppsigelsen inte heller, men oppsigelte.", language="en")
    shelf.put("short", "oppsigelsene", language=None)

    assert "short" in shelf.sources("oppsigelse")


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize(
    ("query", "instead"),
    [
        ("e4012", "e-4012"),
        ("2026041", "2026-041"),
        ("E/4012", "e-4012"),
        ("20260512", "2026-05-12"),
        ("pol-358", "pol358"),
    ],
)
def test_a_code_is_found_with_other_joiners_or_none(shelf: Shelf, query: str, instead: str) -> None:
    shelf.put("a", "Error E-4012 in case 2026-041 of 2026-05-12, see POL358.")

    assert shelf.sources(query) == ["a"]
    assert f"no passage has `{query.lower()}`; searched for `{instead}`" in notes_of(shelf, query)


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize("query", ["12.5", "125", "15-7", "157"])
def test_numbers_that_differ_by_a_point_or_are_short_are_two_numbers(shelf: Shelf, query: str) -> None:
    shelf.put("a", {"12.5": "125", "125": "12.5", "15-7": "157", "157": "15-7"}[query] + " days")

    assert not any("searched for" in note for note in notes_of(shelf, query))


@pytest.mark.req("SEA-2", "LAN-4")
def test_a_word_inside_longer_words_only_is_said_to_stand_there(shelf: Shelf) -> None:
    shelf.put("a", "Planutvalget møtes på mandager.", "Et annet ord.", language="nb")

    found = shelf.search("utvalg")

    assert [hit.passage.text for hit in found.hits] == ["Planutvalget møtes på mandager."]
    assert [note.text for note in found.notes] == ["`utvalg` stands in longer words only: `planutvalget`"]


@pytest.mark.req("SEA-2", "LAN-4")
def test_a_compound_that_was_found_by_its_parts_is_said_to_be(shelf: Shelf) -> None:
    shelf.put("a", "Fristen er tre uker.", language="nb")

    assert notes_of(shelf, "klagefrist") == [
        "no passage has `klagefrist`; searched for its parts, as in `fristen`"
    ]


@pytest.mark.req("SEA-2")
@pytest.mark.parametrize("gibberish", ["blargh", "xlarfe"])
def test_gibberish_finds_no_short_word_that_begins_otherwise(shelf: Shelf, gibberish: str) -> None:
    shelf.put("a", "The large house is for sale.")

    assert notes_of(shelf, gibberish) == [f"no passage has `{gibberish}`"]


@pytest.mark.req("SEA-2")
def test_a_neighbour_by_the_stem_of_nonsense_alone_is_none(shelf: Shelf) -> None:
    shelf.put("a", "Permission is given in writing.")
    shelf.put("b", "The premises are locked, and premises again.")

    assert notes_of(shelf, "permision")[0] == "no passage has `permision`; searched for `permission`"


@given(st.text("abc019-", min_size=1, max_size=9))
def test_rejoined_codes_hold_the_same_letters_and_digits_in_order(code: str) -> None:
    made = rejoined(code)

    assert code not in made
    assert {re.sub(r"\W|_", "", one) for one in made} <= {code.replace("-", "")}
    assert len(made) < 5_000


def test_likeness_is_the_share_of_a_stem_that_stands_in_a_word() -> None:
    assert likeness("frist", "fristen") == 1.0
    assert likeness("frist", "klage") == 0.0
    assert likeness("permiss", "permision") > 0.8
    assert likeness("premis", "permision") == 0.2
