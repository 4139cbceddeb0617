"""What became of a kept answer since it was given, as its page says it first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belegg.library.turns.verifying import Verified, VerifiedQuote, failing
from belegg.serving.web.evidence import Changed, Words, language_guessed, of_runs, of_verified
from belegg.serving.web.places import address_of
from belegg.serving.web.visit import Visit

STATES = {"changed": "changed", "removed": "removed", "not here": "not_here", "nowhere": "nowhere"}


@dataclass(frozen=True, slots=True)
class Over:
    """A quotation that does not stand today: `changed` word by word, or `words` as they were quoted."""

    title: str
    page: str
    address: str
    state: str
    changed: Changed | None
    words: Words | None


@dataclass(frozen=True, slots=True)
class SinceShown:
    """`told` says how many of how many; `quotes` which ones, and what stands there now."""

    told: str
    quotes: Sequence[Over]


def since_shown(visit: Visit, checked: Verified) -> SinceShown | None:
    """None where every quotation holds, wherever it stands today."""
    wrong = failing(checked)
    if not wrong:
        return None
    date = visit.words.date(checked.asked_at)
    told = visit.words.count("since.told", len(wrong), of=len(checked.quotations), date=date)
    return SinceShown(told, [_over(visit, each) for each in wrong])


def _over(visit: Visit, each: VerifiedQuote) -> Over:
    quoted = each.quoted
    is_here = each.state != "not here"
    told = " ".join(run.text for run in each.words)
    address = address_of(visit, quoted.document, page=quoted.page, span=quoted.span, version=quoted.version)
    return Over(
        quoted.title,
        visit.words.say("place.page", n=quoted.page) if quoted.page else "",
        address if is_here else "",
        visit.words.say(f"since.{STATES[each.state]}"),
        of_runs(each.words, language_guessed(told)) if each.words else None,
        of_verified(quoted.text, language_guessed(quoted.text)) if each.state == "removed" else None,
    )
