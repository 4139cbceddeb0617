"""Metadata in one form, wherever it was found."""

from __future__ import annotations

import pytest

from belegg.reading.facts import fact_of, iso_date, language_code

pytestmark = pytest.mark.req("ING-3")


@pytest.mark.parametrize(
    ("written", "date"),
    [
        ("2024-05-12", "2024-05-12"),
        ("2024-05-12T10:00:00Z", "2024-05-12"),
        ("2024/5/2", "2024-05-02"),
        ("20240512", "2024-05-12"),
        ("12.05.2024 kl. 10.30", "2024-05-12"),
        ("12. mai 2024", "2024-05-12"),
        ("12 May 2024", "2024-05-12"),
        ("May 12th, 2024", "2024-05-12"),
        ("den 12 maj 2024", None),
        ("12 toukokuuta 2024", "2024-05-12"),
        ("2024-13-01", None),
        ("30.02.2024", None),
        ("03/04/2024", None),
        ("2024", None),
        ("soon", None),
    ],
)
def test_dates_are_read_where_they_can_be_told(written: str, date: str | None) -> None:
    assert iso_date(written) == date


@pytest.mark.parametrize(
    ("key", "value", "name"),
    [
        ("department", "Finans", "ministry"),
        ("url", "https://example.org", "address"),
        ("source", "https://example.org", "address"),
        ("source", "the archive", "source"),
        ("Beteckning", "1957:684", "identifier"),
        ("last-modified", "2024-05-12", "updated"),
        ("owner", "Kari", "owner"),
        ("valid_from", "2024-05-12", "in_force"),
        ("Gyldig fra", "12.05.2024", "in_force"),
        ("Gyldig til", "12.05.2024", "valid_to"),
        ("giltig till", "2024-05-12", "valid_to"),
        ("expires", "2024-05-12", "valid_to"),
        ("valid_until", "until further notice", "valid_to_as_written"),
        ("repealed", "2024-05-12", "repealed"),
        ("repealed", "true", "repealed_as_written"),
    ],
)
def test_known_keys_have_one_name_and_others_keep_theirs(key: str, value: str, name: str) -> None:
    assert fact_of(key, value, "front matter").name == name


@pytest.mark.parametrize(
    ("tag", "code"),
    [("nb", "nb"), ("en-GB", "en"), ("PT_br", "pt"), ("no", None), ("中文", None), ("english", None)],
)
def test_language_tags_become_codes(tag: str, code: str | None) -> None:
    assert language_code(tag) == code
