"""A library's database set up by whoever owns it: tables, fences, and roles that own nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belegg.errors import BadInput
from belegg.library.address import Address
from belegg.library.progress import Teller

if TYPE_CHECKING:
    from belegg.stores.postgres.setting_up import SetUp


def set_up(
    address: Address, role: str, *, read_only: bool, wait_s: float, tell: Teller, only_sql: bool = False
) -> SetUp:
    """
    Make or bring forward the tables, stand the second fence up, and let a role use them. With `only_sql`
    nothing is changed. Can be run again.

    `address`: as the owner of the tables. Raises BadInput for a file, and for a role whom no fence holds;
    StoreError.
    """
    if not address.dsn:
        raise BadInput(
            f"`{address}` is a file, which needs no setting up; give the address of a database, "
            "`postgresql://OWNER@HOST/DATABASE`"
        )
    from belegg.stores.engine.roles import Patience
    from belegg.stores.postgres import setting_up

    if only_sql:
        return setting_up.SetUp((), setting_up.sql_for(address.dsn, role, read_only=read_only))
    return setting_up.set_up(address.dsn, role, Patience(wait_s, tell), read_only=read_only)
