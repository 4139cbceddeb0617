"""What a quotation leaves out of its sentence, and what that holds, in every supported language."""

from __future__ import annotations

import pytest

from belegg.text.quotes import check_quote

STOPS_BEFORE = [
    ("nb", "Leier kan framleie rommet", ", med mindre utleier nekter skriftlig.", "condition"),
    ("nb", "Hytta er åpen hele året", ", bortsett fra i romjulen.", "exception"),
    ("nn", "Leigaren kan byte rom", " dersom styret samtykkjer.", "condition"),
    ("nn", "Ferja går kvar dag", ", men ikkje på nyttårsdagen.", "exception"),
    ("sv", "Medlemmen får bygga bastu", ", om stämman godkänner det.", "condition"),
    ("sv", "Bryggan är öppen för alla", ", dock inte efter klockan 22.", "exception"),
    ("da", "Lejeren kan bytte bolig", ", medmindre huset er solgt.", "condition"),
    ("en", "The guest may bring a dog", " provided it is kept on a lead.", "condition"),
    ("en", "The lift serves all floors", ", but never after midnight.", "exception"),
    ("en", "All parcels are delivered by noon", "; letters don't count.", "negation"),
    ("de", "Der Verein darf den Saal nutzen", ", sofern er frei ist.", "condition"),
    ("de", "Das Bad ist täglich geöffnet", ", ausgenommen an Feiertagen.", "exception"),
    ("fi", "Jäsen saa käyttää venettä", ", jos hän on maksanut maksun.", "condition"),
    ("fi", "Sauna on auki joka päivä", ", paitsi jouluna.", "exception"),
    ("nl", "De huurder mag een hond houden", ", tenzij de buren klagen.", "condition"),
    ("fr", "Le locataire peut garder un chat", ", à condition de le déclarer.", "condition"),
    ("es", "El socio puede usar la piscina", ", salvo los domingos.", "exception"),
    ("it", "Il socio può usare la piscina", ", tranne la domenica.", "exception"),
    ("pt", "O sócio pode usar a piscina", ", desde que pague a quota.", "condition"),
    ("ru", "Член клуба может брать лодку", ", если он заплатил взнос.", "condition"),
]


@pytest.mark.req("ANS-3", "LAN-2")
@pytest.mark.parametrize(("language", "quote", "rest", "holds"), STOPS_BEFORE)
def test_a_quotation_that_stops_before_a_reservation_shows_it(
    language: str, quote: str, rest: str, holds: str
) -> None:
    check = check_quote(quote + rest, quote)

    assert check.status == "exact"
    assert [(cut.text, cut.holds) for cut in check.cut] == [(rest.strip(), holds)]


@pytest.mark.req("ANS-3")
@pytest.mark.parametrize(
    ("quote", "following"),
    [
        ("Båten kan lånes gratis.", "Dette gjelder ikke i fellesferien."),
        ("Båten får lånas gratis.", "Styrelsen får dock ta ut en avgift."),
        ("The boat is free to borrow.", "However, fuel is paid by the borrower."),
        ("Veneen saa lainata maksutta.", "Hallitus voi kuitenkin periä maksun."),
        ("Das Boot ist kostenlos.", "Der Vorstand kann jedoch ein Entgelt verlangen."),
        ("Båden kan lånes gratis.", "Bestyrelsen kan dog kræve betaling."),
    ],
)
def test_the_next_sentence_is_shown_when_it_begins_as_an_exception(quote: str, following: str) -> None:
    check = check_quote(f"{quote} {following} Nøkkelen henger i naustet.", quote)

    assert [(cut.text, cut.holds) for cut in check.cut] == [(following, "exception")]


@pytest.mark.req("ANS-3")
def test_a_whole_sentence_among_others_leaves_nothing_out() -> None:
    source = (
        "Ingen må bade her. Båten kan lånes gratis av alle medlemmer. Den ligger ved kai 4. Ingen må fiske."
    )

    assert check_quote(source, "Båten kan lånes gratis av alle medlemmer.").cut == ()


@pytest.mark.req("ANS-3")
def test_a_negation_before_the_quotation_is_shown() -> None:
    check = check_quote(
        "Styret kan ikke pålegge eierne å betale for heis.", "pålegge eierne å betale for heis"
    )

    assert [(cut.text, cut.holds) for cut in check.cut] == [("Styret kan ikke", "negation")]


@pytest.mark.req("ANS-3")
def test_an_item_of_a_list_shows_the_lead_in_that_forbids_it() -> None:
    source = "Det er ikke tillatt å:\n\n- lage bål\n- parkere på gresset\n- slippe hunden løs\n"

    check = check_quote(source, "parkere på gresset")

    assert [(cut.text, cut.holds) for cut in check.cut] == [("Det er ikke tillatt å:", "negation")]


@pytest.mark.req("ANS-3")
@pytest.mark.parametrize("item", ["lage bål", "parkere på gresset", "slippe hunden løs"])
def test_the_first_item_and_one_behind_commas_show_their_lead_in_too(item: str) -> None:
    source = "Det er ikke tillatt å:\n\n- lage bål,\n- parkere på gresset,\n- slippe hunden løs.\n"

    assert "Det er ikke tillatt å:" in [cut.text for cut in check_quote(source, item).cut]


@pytest.mark.req("ANS-3")
def test_a_marked_omission_tells_what_it_swallowed() -> None:
    check = check_quote(
        "Eieren kan ikke kreve erstatning for tapt leie.", "Eieren kan […] kreve erstatning for tapt leie."
    )

    assert check.status == "shortened"
    assert [(cut.text, cut.holds) for cut in check.cut] == [("ikke", "negation")]


@pytest.mark.req("ANS-3")
def test_words_of_other_languages_are_no_reservation() -> None:
    source = "De kan si opp plassen i mai, sin egen og naboens, en eller to."

    assert check_quote(source, "De kan si opp plassen").cut == ()


@pytest.mark.req("ANS-3")
def test_a_stop_where_the_source_goes_on_is_told_even_without_reservation() -> None:
    check = check_quote("Hunder holdes i bånd, også om natten.", "Hunder holdes i bånd.")

    assert check.status == "same words"
    assert [difference.kind for difference in check.differences] == ["closing mark"]
    assert [(cut.text, cut.holds) for cut in check.cut] == [(", også om natten.", "none")]


@pytest.mark.req("ANS-3")
def test_a_number_without_its_unit_shows_the_unit() -> None:
    days = check_quote("Fristen for å klage er 30 dager fra mottak.", "Fristen for å klage er 30")
    millions = check_quote("Prisen er 3 millioner kroner.", "Prisen er 3")

    assert [(cut.text, cut.holds) for cut in days.cut] == [("dager fra mottak.", "none")]
    assert [(cut.text, cut.holds) for cut in millions.cut] == [("millioner kroner.", "none")]


@pytest.mark.req("ANS-3")
@pytest.mark.parametrize(
    ("lead_in", "item"),
    [
        ("I gården er det forbudt å:", "vaske biler på plassen"),
        ("På gården är det förbjudet att:", "tvätta bilar på planen"),
        ("In the yard it is forbidden to:", "wash cars on the grass"),
        ("Auf dem Hof ist es verboten:", "Autos auf dem Rasen zu waschen"),
    ],
)
def test_a_word_that_forbids_is_shown_above_the_item_that_it_forbids(lead_in: str, item: str) -> None:
    check = check_quote(f"{lead_in}\n\n- mate fugler\n- {item}\n", item)

    assert [(cut.text, cut.holds) for cut in check.cut] == [(lead_in, "negation")]


@pytest.mark.req("ANS-3")
@pytest.mark.parametrize(
    "rest",
    [
        ", se https://styret.no/regler for båten.",
        " og meldes til havn@styret.no på forhånd.",
        ", som styret.no/regler viser.",
        ", as rule No. 5 of the harbour says.",
    ],
)
def test_an_address_or_a_number_called_no_is_no_negation(rest: str) -> None:
    check = check_quote(f"Båten kan lånes av alle i laget{rest}", "Båten kan lånes av alle i laget")

    assert not check.cut


@pytest.mark.req("ANS-3")
@pytest.mark.parametrize(
    "ordinal", ["1st", "2nd", "3rd", "4th", "21st", "1er", "2e", "1º", "1ª", "1o", "1a", "1."]
)
def test_a_sentence_may_end_with_an_ordinal_number(ordinal: str) -> None:
    quote = f"Rent is paid in advance on the {ordinal.rstrip('.')}"

    assert check_quote(f"{quote}. The key hangs in the hall.", quote).cut == ()


@pytest.mark.req("ANS-3")
def test_a_street_is_still_abbreviated_before_a_capital() -> None:
    check = check_quote("It is closed at 5 St. Olav, unless it rains.", "It is closed at 5")

    assert [cut.holds for cut in check.cut] == ["condition"]


@pytest.mark.req("ANS-3")
def test_a_number_may_begin_a_sentence_behind_a_whole_word_and_not_behind_an_abbreviation() -> None:
    invoices = check_quote(
        "They were invoiced as if for one hour of consumption. 37 invoices to 11 customers were too high.",
        "37 invoices to 11 customers were too high.",
    )
    paragraphs = check_quote(
        "Unless it rains, see paras. 37 and so on for the rest.", "37 and so on for the rest."
    )

    assert invoices.cut == ()
    assert [cut.holds for cut in paragraphs.cut] == ["condition"]


@pytest.mark.req("ANS-3")
def test_a_condition_that_begins_a_later_sentence_is_shown_as_that_of_the_first() -> None:
    condition = "Om ett larm inte går fram ersätter säljaren köparens kostnad."

    later = check_quote(f"Larm ska gå fram inom fem minuter. {condition}", condition.removeprefix("Om ett "))

    assert [(cut.text, cut.holds) for cut in later.cut] == [("Om ett", "condition")]
