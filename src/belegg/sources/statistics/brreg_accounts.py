"""Accounts as the register of company accounts sends them: amounts as their text, by its own names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from belegg.sources.statistics.numbers import Json, as_published
from belegg.sources.statistics.shapes import Unread, json_of, list_of, object_of, text_of, text_or_empty

PARTS = ("resultatregnskapResultat", "eiendeler", "egenkapitalGjeld")
"""Of accounts those parts that hold amounts."""
MOST_DEPTH = 8


@dataclass(frozen=True, slots=True)
class Accounts:
    """Of one year: `kind` (SELSKAP, KONSERN), the year that it ended in, amounts by their names there."""

    kind: str
    year: str
    first: str
    last: str
    currency: str
    amounts: Mapping[str, str]


def same_entity(told: Mapping[str, Json], number: str) -> None:
    """Raises Unread where a number is told and it is not the one that was asked for."""
    given = text_or_empty(told.get("organisasjonsnummer"))
    if given and given != number:
        raise Unread(f"it is of the entity {given}, and {number} was asked for")


def accounts_of(content: bytes, number: str) -> tuple[Accounts, ...]:
    """The accounts of a company. Raises Unread where they are another's."""
    found = []
    for each in list_of(json_of(content), "the answer"):
        told = object_of(each, "accounts")
        company = told.get("virksomhet")
        same_entity(company if isinstance(company, dict) else {}, number)
        period = object_of(told.get("regnskapsperiode"), "`regnskapsperiode`")
        last = text_of(period.get("tilDato"), "`tilDato`")
        amounts: dict[str, str] = {}
        for part in PARTS:
            gather(told.get(part), amounts, 0)
        found.append(
            Accounts(
                text_or_empty(told.get("regnskapstype")) or "SELSKAP", last[:4],
                text_or_empty(period.get("fraDato")), last, text_or_empty(told.get("valuta")), amounts,
            )
        )  # fmt: skip
    return tuple(found)


def gather(told: Json, amounts: dict[str, str], depth: int) -> None:
    """Every amount by its own name, which is used once in accounts; the first of a name counts."""
    for name, value in told.items() if isinstance(told, dict) and depth < MOST_DEPTH else ():
        if isinstance(value, str) and as_published(value, None) is not None:
            amounts.setdefault(name, value)
        else:
            gather(value, amounts, depth + 1)


def spelt(name: str) -> str:
    """`sumEgenkapitalGjeld` as `sum egenkapital gjeld`."""
    return re.sub(r"(?<=[a-zæøå])(?=[A-ZÆØÅ])", " ", name).lower()
