"""One answer rests on a contract and on the deals; what only some may see, others get from neither."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from belegg.library.demo import place_tables
from belegg.library.library import Library
from belegg.records import Abstained, Answer, Answered, Principal, Scope
from belegg.records.runs import Event, Opened, Sent, Used
from belegg.testing import ScriptedChat
from belegg.testing.chat import calls
from extras import needs

pytestmark = pytest.mark.req("AGE-10")

BOTH = "Hva er betalingsfristen til Elvheim Fjernvarme, og hvor mye har vi fakturert dem i 2026?"
CONTRACT = "Kontrakt 2026-041: Elvheim Fjernvarme AS"
REVENUE = (
    "SELECT customer, year, sum(amount_nok) AS revenue_nok FROM revenue "
    "WHERE customer LIKE 'Elvheim Fjernvarme%' AND year = 2026 GROUP BY customer, year"
)
ROW = "customer: Elvheim Fjernvarme AS · year: 2026 · revenue_nok: 4131000.0"
RAISE = "What average raise is budgeted for 2026?"
FRAME = "SELECT DISTINCT year, frame_per_cent FROM raises WHERE year = 2026"


@pytest.fixture
def library(tmp_path: Path, company: Path) -> Iterator[Library]:
    needs("tables")
    place_tables(tmp_path)
    with Library.open(tmp_path / "belegg.db", create=True) as opened:
        opened.ingest(company / "contracts")
        opened.ingest(company / "policies")
        yield opened


def who(*groups: str) -> Scope:
    return Scope(Principal.signed_in("-".join(groups), groups))


def sentence(text: str, document: str, quote: str) -> dict[str, object]:
    return {"text": text, "quotes": [{"document": document, "quote": quote}]}


def asked(
    library: Library, question: str, scope: Scope, *script: tuple[str, object]
) -> tuple[Answer, list[Event]]:
    """What a model that calls these, one after the other, comes to."""
    events: list[Event] = []
    chat = ScriptedChat([calls(call) for call in script])  # type: ignore[arg-type]
    library.use_models(answer=chat)
    return library.ask(question, scope, watch=events.append), events


def test_terms_and_revenue_stand_in_one_answer_with_both_sources(library: Library) -> None:
    said = [
        sentence("Fakturaene til Elvheim Fjernvarme forfaller etter 21 kalenderdager.", CONTRACT,
                 "Fakturaene forfaller 21 kalenderdager etter at de er mottatt"),
        sentence("I 2026 har vi fakturert Elvheim Fjernvarme for 4 131 000 kroner.", "deals: revenue", ROW),
    ]  # fmt: skip

    answer, events = asked(
        library,
        BOTH,
        who("sales"),
        ("query_table", {"database": "deals", "statement": REVENUE}),
        ("answer", {"settled": "yes", "sentences": said}),
    )

    assert isinstance(answer, Answered)
    assert [(each.supported, each.doubts) for each in answer.sentences] == [(True, ()), (True, ())]
    assert [quote.document.pack for each in answer.sentences for quote in each.quotes] == [
        "documents",
        "tables",
    ]
    assert [event.outcome for event in events if isinstance(event, Used)] == ["1 row of deals"]


@pytest.mark.req("ACC-1")
@pytest.mark.parametrize("group", ["hr", "management", "sales"])
def test_the_raise_of_2026_is_told_to_hr_and_management_alone(library: Library, group: str) -> None:
    said = [
        sentence("The average raise budgeted for 2026 is 4.1 per cent.", "Compensation policy 2026",
                 "The average raise budgeted for 2026 is 4.1 per cent of base salary"),
        sentence("The frame for 2026 is 4.1 per cent.", "pay: raises", "year: 2026 · frame_per_cent: 4.1"),
    ]  # fmt: skip
    script = (
        ("describe_table", {"database": "pay", "table": "raises"}),
        ("query_table", {"database": "pay", "statement": FRAME}),
        ("answer", {"settled": "yes", "sentences": said}),
    )

    answer, events = asked(library, RAISE, who(group), *script)

    if group != "sales":
        assert isinstance(answer, Answered)
        assert [(each.supported, each.doubts) for each in answer.sentences] == [(True, ()), (True, ())]
        return
    assert isinstance(answer, Abstained) or "4.1" not in str(answer.sentences)
    assert not any(isinstance(event, Opened) for event in events)
    told = [message.text for event in events if isinstance(event, Sent) for message in event.messages]
    assert not any("raises" in text for text in told if text.startswith(("D", "<<<")))
    refused = [event.outcome for event in events if isinstance(event, Used)][:2]
    assert all("there is no" in outcome.lower() for outcome in refused), refused


def test_a_person_in_no_group_is_offered_no_table(library: Library) -> None:
    chat = ScriptedChat(
        [calls(("answer", {"settled": "no", "reason": "not_covered", "missing": "All of it."}))]
    )
    library.use_models(answer=chat)

    library.ask("How is the delivery of the contract paid?", who("support"))

    assert all("query_table" not in request.tools for request in chat.asked)
