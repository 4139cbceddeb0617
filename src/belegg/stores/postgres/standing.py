"""
How the second fence stands: everything by which somebody could get past it, and what to do about each.

Asked of the server's catalogue, by the role that the library is opened with; no right is needed for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from belegg.stores.engine.checked import Checked
from belegg.stores.postgres.fences import ASKER, FENCED, GROUPS, LISTS, SEAL, policies
from belegg.stores.postgres.migrations import TABLE
from belegg.stores.postgres.session import Raw

SET_UP: Final = "run `belegg setup DSN --role NAME` with the DSN of the tables' owner"
ROLES_GIVEN: Final = (
    f"SELECT value FROM json_array_elements_text(CAST(coalesce(obj_description("
    f"CAST('{TABLE}' AS regclass), 'pg_class'), '[]') AS json)) AS given(value)"
)
"""The roles that `setup` let use the library: it writes them down in the comment of a table."""

WHO: Final = """
SELECT current_user, r.rolsuper, r.rolbypassrls,
  (SELECT min(o.rolname) FROM pg_roles AS o
   WHERE (o.rolsuper OR o.rolbypassrls) AND o.oid <> r.oid AND pg_has_role(r.oid, o.oid, 'MEMBER')),
  (SELECT count(*) FROM pg_class AS c WHERE c.relnamespace = current_schema()::regnamespace
   AND c.relkind = 'r' AND pg_has_role(r.oid, c.relowner, 'MEMBER'))
FROM pg_roles AS r WHERE r.rolname = current_user
"""
TABLES: Final = """
SELECT relname, relrowsecurity, relforcerowsecurity FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
"""
POLICIES: Final = f"""
SELECT c.relname, p.polname, obj_description(p.oid, 'pg_policy') IS NOT DISTINCT FROM {SEAL}
FROM pg_policy AS p JOIN pg_class AS c ON c.oid = p.polrelid
WHERE c.relnamespace = current_schema()::regnamespace
"""
TO_ALL: Final = """
SELECT DISTINCT c.relname FROM pg_class AS c
LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attacl IS NOT NULL,
LATERAL aclexplode(coalesce(c.relacl, acldefault('r', c.relowner)) || a.attacl) AS given
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND given.grantee = 0
ORDER BY 1
"""
OTHERS: Final = f"""
SELECT r.rolname, min(c.relname), count(*) FROM pg_roles AS r, pg_class AS c
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
AND NOT r.rolsuper AND r.rolname !~ '^pg_' AND NOT pg_has_role(r.oid, c.relowner, 'MEMBER')
AND (has_table_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')
     OR has_any_column_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE'))
AND NOT EXISTS (SELECT 1 FROM pg_roles AS known WHERE known.rolname IN ({ROLES_GIVEN})
                AND pg_has_role(r.oid, known.oid, 'MEMBER'))
AND NOT EXISTS (SELECT 1 FROM aclexplode(c.relacl) AS given WHERE given.grantee = 0)
GROUP BY r.rolname ORDER BY r.rolname
"""
VIEWS: Final = """
SELECT DISTINCT v.oid::regclass::text, v.relkind = 'm' FROM pg_depend AS d
JOIN pg_rewrite AS w ON w.oid = d.objid AND d.classid = 'pg_rewrite'::regclass
JOIN pg_class AS v ON v.oid = w.ev_class AND v.relkind IN ('v', 'm')
JOIN pg_class AS t ON t.oid = d.refobjid AND d.refclassid = 'pg_class'::regclass AND t.oid <> v.oid
WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p')
AND NOT EXISTS (
  SELECT 1 FROM pg_options_to_table(v.reloptions) AS said
  WHERE said.option_name = 'security_invoker' AND said.option_value IN ('true', 'on', '1', 'yes'))
"""
ASSIGNED: Final = """
SELECT coalesce(r.rolname, ''), coalesce(d.datname, ''), split_part(one, '=', 1)
FROM pg_db_role_setting AS s LEFT JOIN pg_roles AS r ON r.oid = s.setrole
LEFT JOIN pg_database AS d ON d.oid = s.setdatabase, LATERAL unnest(s.setconfig) AS one
WHERE one LIKE 'belegg.%' AND (s.setdatabase = 0 OR d.datname = current_database())
"""


def way_past(text: str, todo: str, grave: bool = True) -> Checked:
    """`grave`: rows are open to somebody who is not Belegg."""
    return Checked("fence", False, text, todo, grave)


def faults(raw: Raw) -> list[Checked]:
    """All of them; none when the fence is as `setup` makes it, for a role that owns nothing."""
    row = raw.execute(WHO).fetchone()
    assert row is not None
    found = [*of_the_tables(raw), *of_the_policies(raw), *of_grants(raw), *of_views(raw), *of_settings(raw)]
    _, superuser, bypasses, *_ = row
    if not (found or superuser or bypasses):
        found = list(of_rows(raw))
    return [*of_the_role(row), *found]


def of_the_role(row: tuple[Any, ...]) -> Iterator[Checked]:
    """Of a row of WHO."""
    who, superuser, bypasses, above, owned = row
    another = f"log in as a role that is neither, and owns nothing: {SET_UP}"
    if superuser or bypasses:
        which = "is a superuser" if superuser else "has BYPASSRLS"
        yield way_past(f"the role `{who}` {which} and sees all rows, whatever the fence says", another, False)
    elif above:
        text = f"the role `{who}` may become `{above}`, which sees all rows"
        yield way_past(text, f"REVOKE {above} FROM {who}", False)
    elif owned:
        text = f"the role `{who}` owns {owned} tables: the fence holds it, and it could take the fence down"
        yield way_past(text, f"log in as a role that owns nothing: {SET_UP}", False)


def of_the_tables(raw: Raw) -> Iterator[Checked]:
    there = {name: (enabled, forced) for name, enabled, forced in raw.execute(TABLES).fetchall()}
    for table in FENCED.keys() & there.keys():
        enabled, forced = there[table]
        if not enabled:
            yield way_past(f"row-level security of `{table}` is off", SET_UP)
        elif not forced:
            yield way_past(f"row-level security of `{table}` does not bind its owner (FORCE)", SET_UP)


def of_the_policies(raw: Raw) -> Iterator[Checked]:
    there = {(table, name): sealed for table, name, sealed in raw.execute(POLICIES).fetchall()}
    meant = {(table, name) for table in FENCED for name in policies(table)}
    for table, name in sorted(meant - there.keys()):
        yield way_past(f"the policy `{name}` of `{table}` is missing", SET_UP)
    for table, name in sorted(there.keys() & meant):
        if not there[table, name]:
            yield way_past(f"the policy `{name}` of `{table}` was changed", SET_UP)
    for table, name in sorted(there.keys() - meant):
        todo = f"see who made it; DROP POLICY {name} ON {table}"
        yield way_past(f"`{table}` has a policy that is not Belegg's: `{name}`", todo)


def of_grants(raw: Raw) -> Iterator[Checked]:
    to_all = [table for (table,) in raw.execute(TO_ALL).fetchall()]
    if to_all:
        text = f"every role may use {in_words(to_all)} (a grant to PUBLIC)"
        yield way_past(text, SET_UP)
    for role, table, count in raw.execute(OTHERS).fetchall():
        more = f" and {count - 1} more" if count > 1 else ""
        text = f"the role `{role}`, which `setup` did not name, may use `{table}`{more}"
        yield way_past(text, f"REVOKE ALL ON ALL TABLES IN SCHEMA … FROM {role}, or its roles from it")


def of_views(raw: Raw) -> Iterator[Checked]:
    for view, kept in raw.execute(VIEWS).fetchall():
        if kept:
            yield way_past(
                f"the materialized view `{view}` keeps rows outside of the fence", f"drop `{view}`"
            )
        else:
            text = f"the view `{view}` reads with its owner's rights"
            yield way_past(text, f"ALTER VIEW {view} SET (security_invoker = true), or drop it")


def of_settings(raw: Raw) -> Iterator[Checked]:
    """What a transaction says of itself must end with it, and must come from nowhere else."""
    for role, database, name in raw.execute(ASSIGNED).fetchall():
        told = [f"role `{role}`" if role else "", f"database `{database}`" if database else ""]
        whose = " in ".join(filter(None, told)) or "the server"
        change = f"ALTER ROLE {role}" if role else f"ALTER DATABASE {database}"
        within = f" IN DATABASE {database}" if role and database else ""
        yield way_past(f"`{name}` is set for the {whose}", f"{change}{within} RESET {name}")
    for name in (LISTS, ASKER, GROUPS):
        row = raw.execute("SELECT current_setting(%s, true)", (name,)).fetchone()
        if row and row[0]:
            todo = "take it out of the DSN (`options`), the role, the database or postgresql.conf"
            yield way_past(f"`{name}` has a value before any transaction gave it one", todo)


def of_rows(raw: Raw) -> Iterator[Checked]:
    """Whether rows are seen by who does not say who they are, however that comes about."""
    asked = " UNION ALL ".join(f"SELECT '{t}' WHERE EXISTS (SELECT 1 FROM {t})" for t in sorted(FENCED))
    for (table,) in raw.execute(asked.encode()).fetchall():
        yield way_past(f"rows of `{table}` are seen by who does not say who they are", SET_UP)


def in_words(names: Sequence[str]) -> str:
    few = ", ".join(f"`{name}`" for name in names[:3])
    return f"{few} and {len(names) - 3} more" if len(names) > 3 else few


def checked(raw: Raw) -> tuple[Checked, ...]:
    """Every fault, or that there is none; asked by the role of this connection, which said nothing yet."""
    found = faults(raw)
    if found:
        return tuple(found)
    row = raw.execute("SELECT current_user").fetchone()
    assert row is not None
    text = f"{len(FENCED)} tables stand behind row-level security; the role `{row[0]}` owns none of them"
    return (Checked("fence", True, text),)
