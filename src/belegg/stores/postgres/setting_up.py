"""
A library's database set up by its owner: tables, fences, and roles that own nothing.

What the programs log in as may read and write rows and nothing else: no table is theirs, so they can take no
fence down. Whoever may not create roles is given the SQL for somebody who may. No extension is needed.
"""

from __future__ import annotations

from dataclasses import dataclass

from psycopg import sql

from belegg.errors import BadInput, StoreReadOnly
from belegg.stores.engine import stored
from belegg.stores.engine.roles import WRITER, Patience
from belegg.stores.postgres import fences, lock, migrations, standing
from belegg.stores.postgres.connecting import USUAL
from belegg.stores.postgres.dsn import named
from belegg.stores.postgres.refusals import refusals
from belegg.stores.postgres.rewriting import MAINTAIN_SINCE
from belegg.stores.postgres.session import Raw, connected
from belegg.stores.postgres.showing import EVERYTHING

ROLE = "SELECT rolsuper, rolbypassrls, rolcanlogin FROM pg_roles WHERE rolname = %s"
MAY_CREATE = "SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user"


@dataclass(frozen=True, slots=True)
class SetUp:
    """What was done, in words; and `needed`: the SQL that somebody with more rights has to run."""

    done: tuple[str, ...]
    needed: tuple[str, ...] = ()


def statements_for(raw: Raw, role: str, *, read_only: bool) -> tuple[str, ...]:
    """The SQL that lets a role use the library and nothing more, whoever runs it. It can be run again."""
    row = raw.execute("SELECT current_schema(), current_database(), current_user").fetchone()
    assert row is not None
    schema, database, owner, name = (sql.Identifier(each) for each in (*row, role))
    maintains = ", MAINTAIN" if raw.info.server_version >= MAINTAIN_SINCE else ""
    rows = sql.SQL("SELECT") if read_only else sql.SQL(f"SELECT, INSERT, UPDATE, DELETE{maintains}")
    given = [
        sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(database, name),
        sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(schema, name),
        sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA {} FROM PUBLIC, {}").format(schema, name),
        sql.SQL("GRANT {} ON ALL TABLES IN SCHEMA {} TO {}").format(rows, schema, name),
        sql.SQL("ALTER DEFAULT PRIVILEGES FOR ROLE {} IN SCHEMA {} GRANT {} ON TABLES TO {}").format(
            owner,
            schema,
            rows,
            name,  # tables of later layouts
        ),
    ]
    if not read_only:
        given += [
            sql.SQL("REVOKE INSERT, UPDATE, DELETE ON {} FROM {}").format(
                sql.Identifier(migrations.TABLE), name
            ),
            sql.SQL("GRANT SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA {} TO {}").format(schema, name),
        ]
    return tuple(each.as_string(raw) for each in given)


def created(raw: Raw, role: str) -> str:
    """The SQL that makes a role which owns nothing, may do nothing, and has no password yet."""
    return sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(role)).as_string(raw)


def noted(raw: Raw, role: str) -> str:
    """The SQL that writes down that a role was let in; health tells of others that have rights here."""
    roles = {name for (name,) in raw.execute(standing.ROLES_GIVEN).fetchall()} | {role}
    text = stored.to_json(sorted(roles))
    said = sql.SQL("COMMENT ON TABLE {} IS {}").format(sql.Identifier(migrations.TABLE), sql.Literal(text))
    return said.as_string(raw)


def set_up(dsn: str, role: str, patience: Patience, *, read_only: bool = False) -> SetUp:
    """
    Make or bring forward a library with its fences, and let a role use it. Can be run again.

    `dsn`: of whom the tables belong to, or are to belong to. Raises BadInput for a role that no fence holds,
    StoreError.
    """
    name = named(dsn)
    with refusals(name), connected(dsn, "belegg sets up") as raw:
        done = [tables(raw, dsn, name, patience)]
        there = raw.execute(ROLE, (role,)).fetchone()
        if there is not None and (there[0] or there[1]):
            which = "is a superuser" if there[0] else "has BYPASSRLS"
            raise BadInput(f"`{role}` {which}: no fence holds it. Name a role that is neither")
        may_create = raw.execute(MAY_CREATE).fetchone()
        given = statements_for(raw, role, read_only=read_only)
        if there is None and not (may_create and may_create[0]):
            return SetUp(tuple(done), (created(raw, role), *given, noted(raw, role)))
        if there is None:
            raw.execute(created(raw, role).encode())
            done.append(f"the role `{role}` was made; give it a password (psql: `\\password {role}`)")
        with raw.transaction():
            for statement in (*given, noted(raw, role)):
                raw.execute(statement.encode())
        may = "read" if read_only else "read and write"
        done.append(f"`{role}` may {may} the library's rows; it owns nothing")
        return SetUp(tuple(done))


def sql_for(dsn: str, role: str, *, read_only: bool) -> tuple[str, ...]:
    """The SQL that lets a role in, of a library whose tables are there; nothing is changed."""
    name = named(dsn)
    with refusals(name), connected(dsn, "belegg sets up") as raw:
        if not migrations.layout_of(raw, name):
            raise BadInput(f"`{name}` holds no library yet; `belegg setup` without `--sql` makes its tables")
        there = raw.execute(ROLE, (role,)).fetchone()
        given = statements_for(raw, role, read_only=read_only)
        return (*([] if there else [created(raw, role)]), *given, noted(raw, role))


def tables(raw: Raw, dsn: str, name: str, patience: Patience) -> str:
    """Make what is missing and stand every fence up anew; what was done, in words."""
    known = migrations.packaged()
    with lock.only_one(lock.Place(dsn, name, USUAL.silence_s), WRITER, "set up", patience):
        before = migrations.check(raw, name, len(known))
        if not migrations.may_change(raw, before):
            raise StoreReadOnly(
                f"the tables of `{name}` are not this role's to make or change: "
                "run `belegg setup` with the DSN of their owner"
            )
        migrations.bring_forward(raw, before, known)
        if before == len(known):
            with raw.transaction():
                raw.execute(f"SET LOCAL lock_timeout = {max(1, int(1000 * patience.limit_s))}".encode())
                raw.execute(EVERYTHING.encode())
                raw.execute("; ".join(fences.statements()).encode())
    fenced = f"{len(fences.FENCED)} tables stand behind row-level security"
    if not before:
        return f"the library's tables were made; {fenced}"
    same = before == len(known)
    return f"the library's tables were {'there' if same else f'brought from layout {before} on'}; {fenced}"
