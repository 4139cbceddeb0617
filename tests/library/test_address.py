"""A library's address is what messages call it; its place is beside what its settings and people stand."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import BadInput, BadSetting
from belegg.library.address import BESIDE, address_of
from belegg.library.library import Library
from belegg.library.opening import connecting_at
from belegg.library.settings import Reading, RootSettings
from belegg.library.watching import command
from extras import needs

pytestmark = pytest.mark.req("FAC-5")

ODD = st.text(min_size=1, max_size=12).filter(lambda text: text.isprintable() and not text.isspace())


def place_of(dsn: str, **environment: str) -> Path:
    return address_of(dsn, environment).place


def test_of_a_file_both_are_the_file() -> None:
    address = address_of("team/belegg.db")

    assert (address.told, address.place, address.name) == (
        "team/belegg.db",
        Path("team/belegg.db"),
        "belegg.db",
    )
    assert address.options == ["--library", "team/belegg.db"]


def test_a_database_is_told_without_its_password_and_opened_with_it() -> None:
    needs("postgres")
    address = address_of("postgresql://me:geheim@db.example:5433/team")

    assert address.told == "postgresql://me@db.example:5433/team"
    assert (address.name, address.whole) == ("team", "postgresql://me:geheim@db.example:5433/team")
    assert "geheim" not in repr(address) + str(address)


def test_a_process_of_its_own_is_told_of_a_password_in_its_environment_alone() -> None:
    needs("postgres")
    address = address_of("postgresql://me:geheim@db.example/team")

    assert "geheim" not in " ".join(command(Path("notes"), address, RootSettings("wiki", Reading())))
    assert address.environment["BELEGG_LIBRARY"] == address.whole


@pytest.mark.parametrize(
    "wrong",
    [
        "postgresql://me:ge@heim@db.example/team",
        "postgresql://me:ge/heim@db.example/team",
        "postgresql://me:ge%heim@db.example/team",
        "postgresql://me:gehe?im@db.example@/team",
        "postgresql:/me:geheim@db.example/team",
        "mysql://me:geheim@db.example/team",
        "host=db.example password=geheim",
        Path("postgresql://me:geheim@db.example/team"),
    ],
    ids=str,
)
def test_an_address_that_cannot_be_read_is_not_shown(wrong: str | Path) -> None:
    needs("postgres")
    with pytest.raises(BadInput) as refused:
        Library.open(wrong)

    assert "heim" not in str(refused.value)


@given(ODD, ODD)
def test_no_two_databases_share_what_stands_beside_them(one: str, other: str) -> None:
    needs("postgres")
    from belegg.stores.postgres.dsn import as_uri

    places = {
        place_of(as_uri({"host": "db.example", "dbname": one})),
        place_of(as_uri({"host": "db.example", "dbname": other})),
        place_of(as_uri({"host": "db.example", "dbname": one, "options": "-c search_path=s"})),
        place_of(as_uri({"host": "db.example", "dbname": one, "port": "5433"})),
        place_of(as_uri({"host": "other.example", "dbname": one})),
    }

    assert len(places) == 4 + (one != other)
    assert all(place.parent == Path() for place in places)


def test_the_place_is_the_same_whoever_asks() -> None:
    needs("postgres")

    assert place_of("postgresql://me:x@db.example/team") == Path("team@db.example")
    assert place_of("postgres://you@DB.example:5432/team") == Path("team@db.example")
    assert place_of("postgresql://db.example/team?options=-c%20search_path%3Dhr") == Path(
        "team+hr@db.example"
    )


def test_the_place_is_where_the_environment_says(tmp_path: Path) -> None:
    needs("postgres")
    dsn = "postgresql://db.example/team"
    config = tmp_path / "conf" / "belegg.toml"

    assert place_of(dsn, BELEGG_CONFIG=str(config)) == config.parent / "team@db.example"
    beside = place_of(dsn, BELEGG_CONFIG=str(config), BELEGG_BESIDE=str(tmp_path))
    assert beside == tmp_path / "team@db.example"
    with pytest.raises(BadSetting, match=f"{BESIDE} names no folder"):
        place_of(dsn, BELEGG_BESIDE=str(tmp_path / "missing"))


def test_how_a_server_is_used_is_set_under_postgres(tmp_path: Path) -> None:
    file = tmp_path / "belegg.toml"
    file.write_text("[postgres]\nconnections = 4\nstatement_s = 2.5\n", encoding="utf-8")

    told = connecting_at(tmp_path / "team@db.example")

    assert (told.connections, told.statement_s, told.connect_s) == (4, 2.5, 10)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("connections = 0", "`connections` is a whole number above 0, 1,000 at most, and not `0`"),
        ("connections = 2.5", "`connections` is a whole number"),
        ("statement_s = true", "`statement_s` is a number above 0"),
        ("conections = 4", "conections"),
    ],
)
def test_a_setting_that_cannot_be_is_told(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "belegg.toml").write_text(f"[postgres]\n{line}\n", encoding="utf-8")

    with pytest.raises(BadSetting, match=said):
        connecting_at(tmp_path / "team@db.example")
