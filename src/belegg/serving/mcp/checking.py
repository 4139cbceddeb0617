"""`check_quotes`: a client's own draft, every quotation of it checked word for word."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from belegg.answering.desk import Desk
from belegg.answering.tools.arguments import number_of
from belegg.answering.tools.fitting import shortened
from belegg.answering.tools.room import BadArguments
from belegg.serving.entrance.audit import Doing
from belegg.serving.entrance.visitor import Right
from belegg.serving.mcp.caller import Caller
from belegg.serving.mcp.finding import NEXT
from belegg.serving.mcp.tool import SKIP, Given, Json, Spec
from belegg.serving.shapes.documents import claim_json, note_json
from belegg.text.counted import counted
from belegg.text.drafts import find_claims

if TYPE_CHECKING:
    from belegg.library.check import CheckedClaim, CheckedDraft

LONGEST_DRAFT: Final = 100_000
MOST_QUOTATIONS: Final = 200
MOST_ON_A_PAGE: Final = 25
PAGE_BUDGET: Final = 24_000
"""Characters of the JSON of the quotations that one call tells."""
MOST_QUOTED: Final = 200
MOST_LEFT_OUT: Final = 300
NONE_FOUND = (
    "No quotation found: put what you quote in quotation marks, three words or more, or in a block quote."
)


class CheckQuotes:
    """Checks quotations."""

    name = "check_quotes"
    doing: Doing = "check"
    right: Right = "read"

    def offered(self, desk: Desk) -> bool:
        with desk.store.reading(desk.scope) as reader:
            return bool(reader.languages()) or desk.gives_figures

    def spec(self, desk: Desk) -> Spec:
        description = (
            "Check your own draft before you send it: every quotation in quotation marks or block quotes "
            "is held word for word against the documents. Name the source beside each. You are told which "
            "stand (`exact`, or `shortened` with what was left out: see that it is no condition and no "
            "negation), which differ and how, which stand elsewhere than you say, and which nowhere. Mend "
            "these and check again. That the words stand does not say that they carry your sentence."
        )
        parameters: dict[str, Json] = {
            "draft": {
                "type": "string",
                "maxLength": LONGEST_DRAFT,
                "description": "The text with its quotations, as plain text or Markdown.",
            },
            "skip": SKIP,
        }
        returns: dict[str, Json] = {
            "total": {"type": "integer", "description": "Quotations in the draft."},
            "right": {"type": "integer", "description": "Those whose words stand, where the draft says."},
            "wrong": {
                "type": "array",
                "items": {"type": "integer"},
                "description": "Numbers of the others, from 1, in the order of the draft.",
            },
            "quotes": {"type": "array", "items": {"type": "object"}},
            "next": NEXT,
            "notes": {"type": "array", "items": {"type": "object"}},
        }
        return Spec(self.name, "Check quotations", description, parameters, ("draft",), returns)

    def call(self, arguments: Mapping[str, object], caller: Caller) -> Given:
        draft, skip = str(arguments["draft"]), number_of(arguments, 0, "skip")
        if (many := len(find_claims(draft))) > MOST_QUOTATIONS:
            raise BadArguments(
                f"The draft has {many:,} quotations; {MOST_QUOTATIONS} are checked at once. Send it in parts."
            )
        checked = caller.library.check(draft, caller.scope())
        shown = _page(checked.claims[skip:])
        end = skip + len(shown)
        following = end if end < len(checked.claims) else None
        wrong = [place for place, claim in enumerate(checked.claims, 1) if not claim.is_right]
        structured: Json = {
            "total": len(checked.claims),
            "right": len(checked.claims) - len(wrong),
            "wrong": wrong,
            "quotes": [claim_json(claim) for claim in shown],
            "next": following,
            "notes": [note_json(note) for note in checked.notes],
        }
        return Given("\n".join(_told(checked, wrong, shown, skip, following)), structured)


def _page(claims: Sequence[CheckedClaim]) -> list[CheckedClaim]:
    """The first of them, as many as fit, and one at least."""
    kept: list[CheckedClaim] = []
    left = PAGE_BUDGET
    for claim in claims[:MOST_ON_A_PAGE]:
        left -= len(json.dumps(claim_json(claim), ensure_ascii=False))
        if left < 0 and kept:
            break
        kept.append(claim)
    return kept


def _told(
    checked: CheckedDraft,
    wrong: Sequence[int],
    shown: Sequence[CheckedClaim],
    skip: int,
    following: int | None,
) -> Iterator[str]:
    total = len(checked.claims)
    if not total:
        yield NONE_FOUND
    elif wrong:
        numbers = ", ".join(map(str, wrong))
        yield f"{counted(total, 'quotation')}, {total - len(wrong)} right. Not right: {numbers}."
    else:
        yield f"{counted(total, 'quotation')}, all of them stand."
    for place, claim in enumerate(shown, skip + 1):
        yield from _claim_told(place, claim)
    if following is not None:
        yield f"{skip + 1} to {following} of {total}; skip={following} shows the next."
    for note in checked.notes:
        yield f"Note: {note.text}."


def _claim_told(place: int, claim: CheckedClaim) -> Iterator[str]:
    status = claim.check.status + (", but not where named" if claim.misnamed else "")
    yield f"{place}. {status}: “{shortened(claim.claim.text, MOST_QUOTED)}”"
    if claim.quote is not None:
        head = claim.quote.document
        page = f"page {claim.quote.page}" if claim.quote.page is not None else ""
        where = ", ".join(filter(None, (page, claim.quote.section, claim.quote.rows)))
        yield "   in " + " · ".join(filter(None, (head.id, f"«{shortened(head.title, 120)}»", where)))
    for one in claim.check.differences:
        yield f"   {one.kind}: “{one.in_quote}” for “{one.in_source}”"
    for cut in claim.check.cut:
        held = f", which holds a {cut.holds}" if cut.holds != "none" else ""
        yield f"   left out{held}: “{shortened(cut.text, MOST_LEFT_OUT)}”"
    if claim.note:
        yield f"   {shortened(claim.note, 2 * MOST_LEFT_OUT)}"
    if claim.today is not None:
        now = f"“{shortened(claim.today.text, MOST_LEFT_OUT)}”" if claim.today.text else "it is gone"
        yield f"   today (version {claim.today.version}): {now}"
