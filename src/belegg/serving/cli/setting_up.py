"""`belegg setup`: the tables of a library in PostgreSQL, and a role that owns nothing."""

from __future__ import annotations

from typing import Annotated

import typer

from belegg.library.address import Address
from belegg.library.library import WAIT_S
from belegg.library.setting_up import set_up
from belegg.serving.cli import options
from belegg.serving.cli.terminal import say, say_aside, say_at_once

REFUSED = 3


def setup(
    address: Annotated[
        Address,
        typer.Argument(
            parser=options.library,
            metavar="ADDRESS",
            help="The database, as the owner of its tables: `postgresql://OWNER@HOST/DATABASE`.",
        ),
    ],
    role: Annotated[
        str,
        typer.Option(metavar="NAME", help="The role that Belegg is to log in as. It comes to own nothing."),
    ],
    read_only: Annotated[
        bool, typer.Option("--read-only", metavar="", help="Let the role search and read, and keep nothing.")
    ] = False,
    sql: Annotated[
        bool,
        typer.Option("--sql", metavar="", help="Change nothing; print the SQL that lets the role in."),
    ] = False,
    wait: options.Wait = WAIT_S,
) -> None:
    """
    Make a library's tables in PostgreSQL, or bring them forward, and let a role use them that owns nothing.

    $ belegg setup postgresql://owner@db.example/belegg --role belegg_app

    Run it again after an update, for another role, and when `belegg health` says so. Without the right to
    make roles it prints the SQL for somebody who has it, and exits with 3. No extension is needed.
    """
    outcome = set_up(address, role, read_only=read_only, wait_s=wait, tell=say_at_once, only_sql=sql)
    for sentence in outcome.done:
        say_aside(f"{sentence[0].upper()}{sentence[1:]}." if sentence[0].isalpha() else f"{sentence}.")
    if outcome.needed:
        if not sql:
            say_aside("This role may not make roles. Somebody who may has to run this SQL in the database:")
        for statement in outcome.needed:
            say(f"{statement};")
        if not sql:
            raise typer.Exit(REFUSED)
