"""Documents of one title are told apart, and notes that say the same of several quotations are one."""

from __future__ import annotations

import pytest

from answering.drafting_by_hand import Checking, says
from belegg.answering.checks.telling import called, grouped
from belegg.serving.cli.render_answers import show_answer

FEES = "Guests pay the harbour fee of this year at the office."
WATER = "The water of the harbour is tested in the spring."


def shelf_of(*numbers: str | None, dates: tuple[str, ...] = ("2025-02-21", "2025-06-11")) -> Checking:
    shelf = Checking()
    for name, text, number, date in zip(("one", "other"), (FEES, WATER), numbers, dates, strict=True):
        facts = [("published", date), *([("report_number", number)] if number else [])]
        shelf.put(name, text, title="The harbour", facts=facts)
    return shelf


def remark(shelf: Checking) -> str:
    sentence = says("The water of the harbour is tested in the spring.", (WATER, "one"))
    (proof,) = shelf.prove(sentence, elsewhere=["other"])
    return proof.remarks[0]


def test_documents_of_one_title_are_told_by_their_numbers_their_dates_or_their_sources() -> None:
    by_number = "found in `The harbour` (A/79/947), not in `The harbour` (A/79/797)"
    by_date = "found in `The harbour` (2025-06-11), not in `The harbour` (2025-02-21)"
    by_source = "found in `The harbour` (other.md), not in `The harbour` (one.md)"

    assert by_number in remark(shelf_of("A/79/797", "A/79/947"))
    assert by_date in remark(shelf_of(None, None))
    assert by_source in remark(shelf_of(None, None, dates=("2025-02-21", "2025-02-21")))


def test_a_title_of_its_own_stands_alone() -> None:
    shelf = Checking()
    shelf.put("rules", FEES)
    (proof,) = shelf.prove(says("Guests pay the harbour fee of this year at the office.", (FEES, "rules")))

    assert called(proof.quotes[0].document) == "`Rules`"


def test_the_model_reads_its_handle_and_a_person_does_not() -> None:
    shelf = Checking()
    shelf.put("D1", FEES, title="The harbour", facts=[("report_number", "A/79/797")])
    made_up = says("The fee is paid.", ("Guests pay the fee in gold only", "D1"))

    (dropped,) = shelf.refused(made_up).dropped

    assert "does not stand in `The harbour` (A/79/797) [D1]: " in shelf.told(made_up)
    assert "does not stand in `The harbour` (A/79/797): " in dropped


def test_what_is_said_of_many_quotations_is_one_note() -> None:
    rest = "found in `A`, not in `B`"
    remarks = [f"“words {n}”: {rest}" for n in range(6)]

    assert grouped(["first", *remarks, "first", "last"]) == (
        "first",
        f"“words 0”, “words 1”, “words 2” and 3 more: {rest}",
        "last",
    )
    assert grouped(remarks[:2]) == (f"“words 0”, “words 1”: {rest}",)


def test_what_is_said_of_different_documents_stays_apart() -> None:
    remarks = ("“words”: found in `A`, not in `B`", "“words”: found in `C`, not in `B`")

    assert grouped(remarks) == remarks


def test_sources_that_differ_are_told_once_each_with_its_date_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shelf = Checking()
    fees = {"old": ("200", "2021-03-01"), "new": ("250", "2026-05-01")}
    for name, (fee, date) in fees.items():
        shelf.put(name, f"The harbour fee for guests is {fee} kroner.", facts=[("published", date)])
    claims = [(f"The harbour fee for guests is {fee} kroner.", name) for name, (fee, _) in fees.items()]

    answer = shelf.answered(*(says(claim[0], claim) for claim in claims))
    show_answer(answer)

    shown = " ".join(capsys.readouterr().out.split())
    assert shown.startswith("DOWNGRADED Not all of it can be relied on: sources differ.")
    assert shown.count("Sources differ on a figure: 250 kroner or 200 kroner; the newest counts") == 1
    table = shown[shown.index("Sources differ on") :]
    assert (table.count("2026-05-01"), table.count("2021-03-01")) == (1, 1)
    assert not any("differ" in note.text for note in answer.notes)
