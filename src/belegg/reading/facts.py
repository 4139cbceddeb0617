"""Metadata in one form, wherever it was found: names of facts, dates, languages, access lists."""

from __future__ import annotations

import re
from datetime import date

from belegg.records import Fact

_NAMES = {
    "address": "address url link canonical canonical_url source_url eli pdf_url",
    "organisation": "organisation organization publisher company utgiver",
    "published": "published date publication_date published_at dato publicerad_datum issued",
    "updated": "updated last_updated lastmod last_modified modified updated_at sist_oppdatert oppdatert",
    "in_force": "in_force in_force_from effective effective_from effective_date entry_into_force ikraft "
    "ikraft_datum ikrafttredelse valid_from gyldig_fra gjelder_fra gyldig_frå gjeld_frå giltig_från "
    "gäller_från gælder_fra voimaantulo voimassa_alkaen gültig_ab gültig_von kehtiv_alates",
    "valid_to": "valid_to valid_until valid_through expires expires_on expiry expiry_date expiration_date "
    "effective_to effective_until gyldig_til gyldig_til_og_med gjelder_til gjeld_til giltig_till "
    "giltig_till_och_med gäller_till gælder_til voimassa_asti gültig_bis kehtiv_kuni",
    "repealed": "repealed repealed_on repeal_date superseded superseded_on opphevet opphevet_fra opphevd "
    "upphävd upphör_datum upphor_datum kumottu aufgehoben_am",
    "identifier": "identifier id doc_id document_id reference beteckning citation",
    "short_title": "short_title jurabk korttittel",
    "alias": "alias aliases",
    "ministry": "ministry department departement",
    "report_number": "report_number report_no",
    "reference_period": "reference_period",
    "status": "status",
    "replaces": "replaces supersedes erstatter erstattar ersätter korvaa ersetzt",
    "replaced_by": "replaced_by superseded_by erstattet_av erstatta_av ersatt_av ersatt_genom ersetzt_durch",
}
_NAME_OF = {key: name for name, keys in _NAMES.items() for key in keys.split()}
_DATED = frozenset({"published", "updated", "in_force", "valid_to", "repealed"})

_MONTHS = {
    name: number
    for names, number in zip(
        (
            "jan januar january januari tammikuuta janvier enero gennaio",
            "feb februar february februari helmikuuta février febrero febbraio",
            "mar mars march maaliskuuta märz maart marzo",
            "apr april huhtikuuta avril abril aprile",
            "mai may maj toukokuuta mei mayo maggio",
            "jun juni june kesäkuuta juin junio giugno",
            "jul juli july heinäkuuta juillet julio luglio",
            "aug august augusti elokuuta augustus août agosto",
            "sep sept september syyskuuta septembre septiembre settembre",
            "okt oct oktober october lokakuuta octobre octubre ottobre",
            "nov november marraskuuta novembre noviembre",
            "des dec dez desember december dezember joulukuuta décembre diciembre dicembre",
        ),
        range(1, 13),
        strict=True,
    )
    for name in names.split()
}
_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)|(\d{4})(\d{2})(\d{2})(?!\d)")
_DAY_FIRST = re.compile(r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)")
_DAY_MONTH = re.compile(r"(\d{1,2})\.?\s+([^\W\d]+)\.?,?\s+(\d{4})(?!\d)")
_MONTH_DAY = re.compile(r"([^\W\d]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)")


def fact_of(key: str, value: str, origin: str) -> Fact:
    """
    A fact under the name that Belegg uses for such a key, dates in ISO form.

    A date that cannot be read is kept as `<name>_as_written`, so that it is never compared with dates.
    """
    key = key.strip()
    name = _NAME_OF.get(key.lower().replace("-", "_").replace(" ", "_"), key)
    if name == "source" and value.startswith(("https://", "http://")):
        name = "address"
    if name in _DATED:
        found = iso_date(value)
        return Fact(name if found else f"{name}_as_written", found or value, origin)
    return Fact(name, value, origin)


def iso_date(text: str) -> str | None:
    """
    The date that a value begins with, as `2024-05-12`, or None. A time after it is left out.

    `03/04/2024` is not read: which of the two is the month cannot be told.
    """
    text = text.strip()
    if found := _YEAR_FIRST.match(text):
        return _date(*(part for part in found.groups() if part))
    if found := _DAY_FIRST.match(text):
        return _date(found[3], found[2], found[1])
    if found := _DAY_MONTH.match(text):
        return _date(found[3], str(_MONTHS.get(found[2].lower(), 0)), found[1])
    if found := _MONTH_DAY.match(text):
        return _date(found[3], str(_MONTHS.get(found[1].lower(), 0)), found[2])
    return None


def _date(year: str, month: str, day: str) -> str | None:
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None


def language_code(value: str) -> str | None:
    """
    The ISO 639-1 code of a language tag (`en-GB` → `en`), or None when it is no such tag.

    `no` gives None: which Norwegian it is, is told from the text.
    """
    found = re.fullmatch(r"([a-z]{2})(?:[-_][A-Za-z0-9-]+)?", value.strip().lower())
    return found[1] if found and found[1] != "no" else None
