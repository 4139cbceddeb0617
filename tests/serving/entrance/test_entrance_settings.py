"""What `[serve]` may say of coming in, and what makes a start refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from belegg.errors import BadSetting
from belegg.serving.entrance.opening import entrance_for
from belegg.serving.entrance.settings import EntranceSettings, entrance_settings
from belegg.serving.entrance.team import TeamEntrance
from belegg.serving.entrance.visitor import LocalEntrance
from extras import needs

pytestmark = pytest.mark.req("FAC-6")
OIDC = '[serve]\nsign_in = "oidc"\nurl = "https://b.example/belegg/"\n[serve.oidc]\nissuer = "https://id.example/r"\n'
CLIENT = 'client_id = "belegg"\n'
SECRET = "3cUvQkq9wS8LxT2n"


def settings_of(folder: Path, toml: str, **environment: str) -> EntranceSettings:
    (folder / "belegg.toml").write_text(toml, encoding="utf-8")
    return entrance_settings(folder / "belegg.db", environment)


def test_without_a_word_one_owner_comes_in_and_no_file_of_people_is_made(tmp_path: Path) -> None:
    (tmp_path / "belegg.toml").write_text("", encoding="utf-8")

    assert isinstance(entrance_for(tmp_path / "belegg.db"), LocalEntrance)
    assert not (tmp_path / "belegg.db.people").exists()


def test_with_passwords_people_are_kept_beside_the_library(tmp_path: Path) -> None:
    needs("serve")
    (tmp_path / "belegg.toml").write_text('[serve]\nsign_in = "passwords"\n', encoding="utf-8")

    entrance = entrance_for(tmp_path / "belegg.db")

    assert isinstance(entrance, TeamEntrance)
    assert (tmp_path / "belegg.db.people").stat().st_mode & 0o777 == 0o600
    assert entrance.ways.passwords
    assert not entrance.ways.provider
    entrance.close()


def test_the_file_says_it_all(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SECRET + "\n", encoding="utf-8")

    told = settings_of(
        tmp_path,
        OIDC
        + CLIENT
        + 'client_secret_file = "secret"\nscopes = ["openid", "offline_access"]\n'
        + 'groups_claim = "realm_access.roles"\naudience = "https://b.example"\nkeep_minutes = 30\n'
        + '[serve.roles]\nadmin = ["it"]\ncurator = ["archive", "law"]\n'
        + "[serve.sessions]\nidle_minutes = 30\nabsolute_hours = 12\n",
    )

    assert told.oidc is not None
    assert told.oidc.client_secret is not None
    assert told.oidc.client_secret.reveal() == SECRET
    assert told.oidc.scopes == ("openid", "offline_access")
    assert (told.oidc.groups_s, told.oidc.keep_s) == (300, 1800)
    assert (told.url, told.base_path) == ("https://b.example/belegg", "/belegg")
    assert told.roles_of(frozenset({"it", "everyone"})) == {"reader", "admin"}
    assert (told.sessions.idle_s, told.sessions.absolute_s) == (1800, 43_200)


def test_the_environment_wins(tmp_path: Path) -> None:
    told = settings_of(
        tmp_path,
        OIDC + CLIENT,
        BELEGG_SERVE_OIDC_ISSUER="https://other.example",
        BELEGG_SERVE_OIDC_CLIENT_SECRET=SECRET,
    )

    assert told.oidc is not None
    assert told.oidc.issuer == "https://other.example"
    assert told.oidc.client_secret is not None


def test_where_readers_are_named_others_have_no_role(tmp_path: Path) -> None:
    told = settings_of(tmp_path, '[serve]\nsign_in = "passwords"\n[serve.roles]\nreader = ["staff"]\n')

    assert told.roles_of(frozenset({"everyone"})) == frozenset()
    assert told.roles_of(frozenset({"everyone", "staff"})) == {"reader"}


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ('[serve]\nsign_in = "ldap"\n', "none"),
        ('[serve]\nsign_in = "oidc"\n', "issuer"),
        ('[serve]\nsignin = "oidc"\n', "sign_in"),
        ("serve = 3\n", "table"),
        (OIDC, "client_id"),
        (OIDC.replace('url = "https://b.example/belegg/"\n', "") + CLIENT, "url"),
        (OIDC.replace("https://b.example", "http://b.example") + CLIENT, "https://"),
        (OIDC.replace("https://id.example", "http://id.example") + CLIENT, "https://"),
        (OIDC.replace("https://id.example", "ftp://id.example") + CLIENT, "issuer"),
        (OIDC + CLIENT + 'client_secret = "3cUvQkq9wS8LxT2n"\n', "client_secret_file"),
        (OIDC + CLIENT + 'scopes = ["profile"]\n', "openid"),
        (OIDC + CLIENT + "scopes = 3\n", "list"),
        (OIDC + CLIENT + "groups_minutes = 10\n", "1 to 5"),
        (OIDC + CLIENT + 'audience = "belegg"\n', "audience"),
        (OIDC + CLIENT + "name = 3\n", "text"),
        ('[serve.roles]\nadmin = ["everyone"]\n', "everyone"),
        ('[serve.roles]\nboss = ["it"]\n', "boss"),
        ('[serve.roles]\nadmin = "it"\n', "list"),
        ("[serve.sessions]\nidle_minutes = 0\n", "idle_minutes"),
        ("[serve.sessions]\nabsolute_hours = 100000\n", "absolute_hours"),
    ],
)
def test_what_cannot_be_is_refused_with_what_to_do(tmp_path: Path, toml: str, said: str) -> None:
    with pytest.raises(BadSetting, match=said) as refused:
        settings_of(tmp_path, toml)

    assert SECRET not in str(refused.value)


@pytest.mark.parametrize(
    "secret",
    ["changeme", "changeme-changeme-changeme", "secret", "your-client-secret-here", "short", "a" * 40],
)
def test_a_start_refuses_a_secret_out_of_an_example(tmp_path: Path, secret: str) -> None:
    with pytest.raises(BadSetting, match="guessed") as refused:
        settings_of(tmp_path, OIDC + CLIENT, BELEGG_SERVE_OIDC_CLIENT_SECRET=secret)

    assert secret == "secret" or secret not in str(refused.value)


def test_a_secret_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="nowhere"):
        settings_of(tmp_path, OIDC + CLIENT + 'client_secret_file = "/nowhere/secret"\n')


def test_no_secret_of_ours_ships_with_belegg() -> None:
    """There is none to ship: sessions and tokens are random, nothing is signed with a key of the server."""
    fields = {name for name in EntranceSettings.__dataclass_fields__ if "secret" in name or "key" in name}

    assert fields == set()
