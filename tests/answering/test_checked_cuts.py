"""A reservation that a quotation leaves out of its sentence is doubted, unless the answer says it."""

from __future__ import annotations

import pytest

from answering.drafting_by_hand import Checking, says

PAY = "You pay at most 3,000 kroner, but only if the damage was done on purpose or by gross carelessness."
QUOTED = ("You pay at most 3,000 kroner", "damage")


@pytest.fixture
def shelf() -> Checking:
    checking = Checking()
    checking.put("damage", f"The company bears the cost. {PAY} Tell your manager at once.")
    checking.put("bins", "Glass is collected on Mondays. This does not apply to green glass.")
    return checking


@pytest.mark.req("AGE-9")
def test_a_condition_cut_away_at_the_edge_is_doubted_and_the_model_is_told(shelf: Checking) -> None:
    sentence = says("You pay at most 3,000 kroner for damage.", QUOTED)

    answer = shelf.answered(sentence)

    assert answer.verdict == "downgraded"
    assert answer.sentences[0].doubts[0].startswith("the quotation leaves out a condition: , but only if")
    assert "quote it too, or say it" in shelf.told(sentence)


def test_an_exception_in_the_next_sentence_is_doubted(shelf: Checking) -> None:
    answer = shelf.answered(says("Glass is collected on Mondays.", ("Glass is collected on Mondays", "bins")))

    (doubt,) = answer.sentences[0].doubts
    assert doubt == "the quotation leaves out an exception: This does not apply to green glass."


@pytest.mark.parametrize(
    "after",
    ["But readings were lost before that.", "Nobody may enter, unless asked.", "- cleaning without water"],
)
def test_the_next_statement_is_no_part_of_a_whole_sentence_that_is_quoted(
    shelf: Checking, after: str
) -> None:
    shelf.put("stop", f"The stop lasted two hours.\n{after}")

    whole = shelf.answered(says("The stop lasted two hours.", ("The stop lasted two hours.", "stop")))
    without_its_stop = shelf.answered(
        says("The stop lasted two hours.", ("The stop lasted two hours", "stop"))
    )

    assert (whole.verdict, without_its_stop.verdict) == ("verified", "verified")


@pytest.mark.parametrize("after", ["This does not apply to harbours.", "However, the sea is excepted."])
def test_a_next_sentence_that_points_back_is_doubted_after_a_whole_one_too(
    shelf: Checking, after: str
) -> None:
    shelf.put("stop", f"The stop lasted two hours. {after}")

    answer = shelf.answered(says("The stop lasted two hours.", ("The stop lasted two hours.", "stop")))

    assert answer.verdict == "downgraded"


def test_a_sentence_that_says_the_condition_itself_is_verified(shelf: Checking) -> None:
    said = says("If you did the damage on purpose, you pay at most 3,000 kroner.", QUOTED)

    assert shelf.answered(said).verdict == "verified"


def test_a_condition_on_something_else_does_not_say_it(shelf: Checking) -> None:
    said = says("If you like, you pay at most 3,000 kroner.", QUOTED)

    assert shelf.answered(said).verdict == "downgraded"


def test_a_second_quotation_of_what_was_left_out_settles_it(shelf: Checking) -> None:
    rest = ("but only if the damage was done on purpose or by gross carelessness", "damage")

    answer = shelf.answered(says("You pay at most 3,000 kroner.", QUOTED, rest))

    assert not any("at most" in doubt for doubt in answer.sentences[0].doubts)
    assert not any("only if" in doubt for doubt in answer.sentences[0].doubts)


def test_other_rows_of_a_table_are_statements_of_their_own(shelf: Checking) -> None:
    table = "| Code | Meaning |\n| --- | --- |\n| E-1 | battery low |\n| E-2 | not paired |"
    shelf.put("codes", table)

    answer = shelf.answered(says("E-1 means battery low.", ("| E-1 | battery low |", "codes")))

    assert answer.verdict == "verified"


LIST = "You pay for\n\n- algae,\n- cleaning all parts without water,\n- a fall, or pressure above 10 bar."


def test_what_another_item_of_the_list_excludes_is_no_part_of_the_item_quoted(shelf: Checking) -> None:
    shelf.put("faults", LIST)
    fall = "a fall, or pressure above 10 bar"

    own = shelf.answered(says(f"You pay for {fall}.", (f"{fall}.", "faults")))
    its = shelf.answered(says("You pay for cleaning all parts.", ("cleaning all parts", "faults")))

    assert own.verdict == "verified"
    assert its.verdict != "verified"


@pytest.mark.parametrize(
    ("items", "verdict"),
    [
        ("- you are a member,\n- you owe no fees,\n- you live here.", "verified"),
        ("- you are a member,\n- if you live here,\n- you pay.", "verified"),
        ("- you are a member,\n- you owe no fees, and\n- you live here.", "downgraded"),
        ("- you are a member,\n- but not in July,\n- you live here.", "downgraded"),
    ],
)
def test_items_that_hold_together_and_those_that_except_are_doubted(
    shelf: Checking, items: str, verdict: str
) -> None:
    shelf.put("boats", f"You get a boat in these cases:\n\n{items}")

    answer = shelf.answered(says("You are a member.", ("- you are a member", "boats")))

    assert answer.verdict == verdict


def test_the_lead_in_of_a_list_still_takes_back_what_its_items_say(shelf: Checking) -> None:
    shelf.put("yard", "It is forbidden to\nenter:\n\n- with dogs,\n- with cats,\n- with birds.")

    answer = shelf.answered(says("Enter with birds.", ("with birds.", "yard")))

    assert answer.verdict == "downgraded"


@pytest.mark.parametrize(
    ("rest", "verdict"),
    [
        (", and lunch cannot be moved to Friday", "verified"),
        (", and this does not apply to drivers", "downgraded"),
        (", and lunch is served, not on Fridays", "downgraded"),
        (", and lunch is served, if you ask", "downgraded"),
        (" and Friday, not in July", "downgraded"),
    ],
)
def test_a_second_clause_with_its_own_not_takes_nothing_back(
    shelf: Checking, rest: str, verdict: str
) -> None:
    shelf.put("office", f"Wednesday is the common office day{rest}.")

    answer = shelf.answered(
        says("Wednesday is the common office day.", ("Wednesday is the common office day", "office"))
    )

    assert answer.verdict == verdict


def test_an_enumeration_without_a_verb_is_no_first_clause(shelf: Checking) -> None:
    shelf.put("rules", "Fishing with nets, and diving is not allowed.")

    answer = shelf.answered(says("Fishing with nets is fine.", ("Fishing with nets", "rules")))

    assert answer.verdict == "downgraded"


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("If sorting stops, the queue grows fast.", "verified"),
        ("Sorting stops, the queue grows fast.", "downgraded"),
        ("If intake refuses, sorting stops, the queue grows fast.", "downgraded"),
    ],
)
def test_a_sentence_that_repeats_what_was_cut_word_for_word_says_it(
    shelf: Checking, said: str, verdict: str
) -> None:
    shelf.put("queue", "If sorting stops, the queue grows fast.")

    answer = shelf.answered(says(said, ("sorting stops, the queue grows fast.", "queue")))

    assert answer.verdict == verdict


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("No readings were lost in that hour.", "verified"),
        ("Readings were lost in that hour.", "downgraded"),
    ],
)
def test_a_negation_that_was_cut_counts_where_the_sentence_says_it(
    shelf: Checking, said: str, verdict: str
) -> None:
    shelf.put("stop", "No readings were lost in that hour.")

    assert shelf.answered(says(said, ("readings were lost in that hour", "stop"))).verdict == verdict


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("The penalty is at most 8 percent.", "verified"),
        ("The penalty is up to 8 percent.", "verified"),
        ("The penalty must exceed 8 percent.", "downgraded"),
        ("The penalty is at least 8 percent.", "downgraded"),
        ("The penalty is 8 percent.", "downgraded"),
    ],
)
def test_what_may_not_exceed_is_at_most_and_nothing_else(shelf: Checking, said: str, verdict: str) -> None:
    shelf.put("deal", "The penalty shall not exceed 8 percent.")

    assert shelf.answered(says(said, ("The penalty shall not exceed 8 percent.", "deal"))).verdict == verdict


@pytest.mark.parametrize(
    ("after", "verdict"),
    [
        ("Notwithstanding § 4, the board may close it.", "verified"),
        ("Notwithstanding this, the board may close it.", "downgraded"),
        ("The same applies if the harbour is not open.", "verified"),
        ("The same does not apply to harbours.", "downgraded"),
        ("These lasted two hours in non-partisan harbours.", "verified"),
    ],
)
def test_what_names_itself_what_it_excepts_from_or_adds_takes_nothing_back(
    shelf: Checking, after: str, verdict: str
) -> None:
    shelf.put("stop", f"The stop lasted two hours. {after}")

    answer = shelf.answered(says("The stop lasted two hours.", ("The stop lasted two hours.", "stop")))

    assert answer.verdict == verdict


POINTING = [
    ("Du har rett til å stå i stillingen mens forhandlingene pågår.", "Det gjelder ikke ved avskjed."),
    ("Du har rett til å stå i stillingen.", "Den retten gjelder heller ikke i prøvetiden."),
    ("Toget skal velges når reisen er kort.", "Regelen gjelder bare for ansatte uten utstyr."),
    ("Hotell dekkes med 1 950 kroner natta.", "Grensen gjelder ikke på messer."),
    ("Kravet om to personar gjeld alle som arbeider her.", "Det gjeld ikkje ved avlesing frå bakken."),
    ("Bilen må lånes av alle ansatte i helgen.", "Den må ikke brukes i utlandet."),
    ("Båden kan lånes af alle medlemmer.", "Det gælder ikke i sommerferien."),
    ("Ydelsen betales hver måned efter fødslen.", "Reglen gælder kun for ansatte."),
    ("Rabatten ges till alla som köper mer.", "Avdraget gäller inte för äldre modeller."),
    ("The liability of the seller is limited to a year's rent.", "The limit does not apply to fraud."),
    ("Every guest may borrow the boat in the summer.", "It may not be taken out of the bay."),
    ("Die Karte ist ein Jahr lang auf allen Strecken gültig.", "Sie gilt nicht im Nachtzug."),
    ("Takuuaika alkaa laitteen luovutuksesta.", "Takuu ei koske vesivahinkoa."),
    ("De korting is voor alle leden van de club.", "Zij geldt niet in de zomer."),
    ("La carte est valable un an sur toutes les lignes.", "Elle ne s'applique pas aux trains de nuit."),
    ("El descuento es para todos los socios del club.", "La regla no se aplica en verano."),
    ("Lo sconto è per tutti i soci del circolo.", "La norma non si applica in estate."),
    ("O desconto é para todos os sócios do clube.", "A regra não se aplica no verão."),
    ("Скидка действует для всех членов клуба.", "Она не распространяется на гостей."),
]


@pytest.mark.req("AGE-9", "LAN-2")
@pytest.mark.parametrize(("quoted", "after"), POINTING)
def test_a_limit_in_the_next_sentence_is_doubted_in_every_language(
    shelf: Checking, quoted: str, after: str
) -> None:
    shelf.put("rule", f"{quoted} {after}")

    answer = shelf.answered(says(quoted, (quoted, "rule")))

    assert answer.verdict == "downgraded"
    assert after in answer.sentences[0].doubts[0]


@pytest.mark.parametrize(
    ("quoted", "after"),
    [
        ("Styret møtes i kantina hver mandag.", "Det finnes ikke noe salg i utlandet."),
        ("Fristen er lang for alle som klager.", "Regelen gjelder ikke bare ansatte, men også innleide."),
        ("The logger measures pressure in a culvert.", "It needs no mains power."),
        ("The blockade was lifted in the spring.", "Despite the rain, the roads were open."),
        ("Die Karte ist ein Jahr gültig.", "Es gibt keine Fahrräder im Zug."),
        ("Avtalet kan sägas upp av båda.", "Det påverkar inte anställningen."),
    ],
)
def test_a_next_sentence_that_only_goes_on_is_not_doubted(shelf: Checking, quoted: str, after: str) -> None:
    shelf.put("rule", f"{quoted} {after}")

    assert shelf.answered(says(quoted, (quoted, "rule"))).verdict == "verified"
