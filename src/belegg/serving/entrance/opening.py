"""Which entrance a library has, by its settings."""

from __future__ import annotations

from pathlib import Path

from belegg.serving.entrance.settings import EntranceSettings, entrance_settings
from belegg.serving.entrance.visitor import Entrance, LocalEntrance

CALLBACK = "/auth/callback"


def entrance_for(library: Path, settings: EntranceSettings | None = None) -> Entrance:
    """
    `LocalEntrance`, or a `TeamEntrance` on the file of people beside the library, which is made when it is
    not there. `settings` None are those of belegg.toml. Raises BadSetting, MissingExtra, StoreError.
    """
    settings = entrance_settings(library) if settings is None else settings
    if settings.sign_in == "none":
        return LocalEntrance()
    import time

    from belegg.serving.entrance import passwords
    from belegg.serving.entrance.provider import Provider
    from belegg.serving.entrance.team import TeamEntrance
    from belegg.stores.people import SqlitePeople, beside

    provider = None
    if settings.oidc is not None:
        provider = Provider(settings.oidc, settings.url + CALLBACK, time.time)
    else:
        passwords.nobodys()  # made at the start: the first wrong name must not be slower than others
    return TeamEntrance(SqlitePeople(beside(library)), settings, provider)


def close(entrance: Entrance) -> None:
    """Let go of what an entrance that was opened here holds open."""
    if not isinstance(entrance, LocalEntrance):
        from belegg.serving.entrance.team import TeamEntrance

        assert isinstance(entrance, TeamEntrance), "there are no others"
        entrance.close()
