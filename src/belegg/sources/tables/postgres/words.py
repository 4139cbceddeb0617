"""
What a statement may be made of: functions and types by name, and words that PostgreSQL keeps for itself.

This holds whatever else reads the statement. No function named here reads a file, calls another server, looks
at the catalogue, waits, counts on, or says who is asking.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from belegg.errors import StatementRefused
from belegg.sources.tables.names import listed, nearest
from belegg.sources.tables.postgres.tokens import Token
from belegg.sources.tables.statement import ONLY

_NUMBERS = """
abs ceil ceiling floor round sign trunc mod div exp ln log log10 power sqrt cbrt pi degrees radians sin cos
tan cot asin acos atan atan2 random greatest least width_bucket scale min_scale trim_scale gcd lcm
"""
_TEXT = """
length char_length character_length octet_length bit_length lower upper initcap trim btrim ltrim rtrim
replace translate substr substring left right position strpos overlay split_part concat concat_ws reverse
starts_with ascii chr md5 to_char to_number regexp_replace regexp_substr regexp_count regexp_like
normalize to_hex
"""
_VALUES = "coalesce nullif cast num_nulls num_nonnulls"
_DAYS = """
date now age extract date_part date_trunc date_bin make_date make_time make_timestamp make_timestamptz
make_interval to_date to_timestamp isfinite justify_days justify_hours justify_interval timezone
clock_timestamp statement_timestamp transaction_timestamp
"""
_OVER_ROWS = """
count sum avg min max every bool_and bool_or bit_and bit_or string_agg array_agg stddev stddev_pop
stddev_samp variance var_pop var_samp corr covar_pop covar_samp regr_slope regr_intercept regr_r2 regr_count
regr_avgx regr_avgy mode percentile_cont percentile_disc row_number rank dense_rank percent_rank cume_dist
ntile lag lead first_value last_value nth_value grouping
"""
_PARTS = """
json_agg jsonb_agg json_array_length jsonb_array_length json_typeof jsonb_typeof json_extract_path
json_extract_path_text jsonb_extract_path jsonb_extract_path_text array_length array_to_string cardinality
array_position array_upper array_lower
"""
FUNCTIONS: Final = frozenset(" ".join((_NUMBERS, _TEXT, _VALUES, _DAYS, _OVER_ROWS, _PARTS)).split())

_TYPES = """
smallint int2 integer int int4 bigint int8 numeric decimal real float float4 float8 double boolean bool text
varchar character char bpchar date time timetz timestamp timestamptz interval json jsonb uuid money bytea
"""
TYPES: Final = frozenset(_TYPES.split())

_BEFORE_BRACKET = """
select distinct on all any some in exists and or not where having when then else case from join lateral using
as over filter group within by order limit offset union intersect except values with materialized is like
ilike similar to between escape array row sets rollup cube partition range rows groups cross inner left
right full outer natural fetch first next zone
"""
_OPENERS: Final = frozenset(_BEFORE_BRACKET.split())
"""Words that may stand before `(` and call nothing."""

_BEFORE_TEXT = """
select distinct all and or not where having when then else case from is like ilike similar to between escape
in by limit offset values both leading trailing zone for placing on using any some array as collate
"""
_AHEAD_OF_TEXT: Final = frozenset(_BEFORE_TEXT.split())
_ASKER: Final = frozenset(
    ("current_user", "session_user", "user", "current_role", "current_catalog", "current_schema")
) | {"system_user"}
_LOCKS: Final = frozenset(("update", "share", "no", "key"))
_SELECTS: Final = frozenset(("select", "with", "values"))
_CATALOGUE = """
regclass regproc regprocedure regoper regoperator regtype regrole regnamespace regconfig regdictionary
regcollation oid xid xid8 cid tid xml information_schema
"""
_OF_CATALOGUE: Final = frozenset(_CATALOGUE.split())


def refuse_beyond(tokens: Sequence[Token], names: Collection[str]) -> None:
    """
    Raises StatementRefused for what is no SELECT of plain functions, or could be read as more than one.
    `names` are those of tables and columns that are seen.
    """
    _refuse_other_kinds(tokens)
    casts: list[bool] = []
    for place, token in enumerate(tokens):
        before = tokens[place - 1] if place else None
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        if token.is_sign("("):
            casts.append(before is not None and before.kind == "word" and before.text == "cast")
        elif token.is_sign(")"):
            if not casts:
                raise StatementRefused("a `)` stands without its `(`")
            casts.pop()
        elif token.is_sign(":") and before is not None and before.is_sign(":"):
            _refuse_type(after)
        elif token.is_name:
            _refuse_name(token, names)
            _refuse_lock(token, after)
            if token.kind == "word" and token.text == "as" and casts and casts[-1]:
                _refuse_type(after)
            if after is not None and after.is_sign("(") and not _names_columns(tokens, place):
                _refuse_call(token, before)
            if after is not None and after.kind == "text":
                _refuse_before_text(token)
    if casts:
        raise StatementRefused("a `(` stands without its `)`")


def _refuse_other_kinds(tokens: Sequence[Token]) -> None:
    first = next((token for token in tokens if not token.is_sign("(")), None)
    if first is None:
        raise StatementRefused(f"there is no statement; {ONLY}")
    if first.kind != "word" or first.text not in _SELECTS:
        raise StatementRefused(
            f"`{first.text[:40].upper()}` is no SELECT; {ONLY}, for nothing else is run here"
        )
    if any(token.is_sign(";") for token in tokens):
        raise StatementRefused(f"there are 2 statements; {ONLY}")


def _refuse_name(token: Token, names: Collection[str]) -> None:
    if token.kind == "word" and token.text == "recursive":
        raise StatementRefused("WITH may not refer to itself here; write the steps out, or join the tables")
    if token.kind == "word" and token.text == "into":
        raise StatementRefused(f"INTO does more than read; {ONLY}, for nothing else is run here")
    if token.kind == "word" and token.text in _ASKER:
        raise StatementRefused(f"`{token.text}` is not told here; leave it out")
    if (token.text.startswith("pg_") or token.text in _OF_CATALOGUE) and token.text not in names:
        raise StatementRefused(f"`{token.text}` is not there for a statement; write only names of the tables")


def _refuse_lock(token: Token, after: Token | None) -> None:
    if token == Token("word", "for", token.place) and after is not None and after.text in _LOCKS:
        raise StatementRefused(f"FOR {after.text.upper()} does more than read; {ONLY}")


def _refuse_type(token: Token | None) -> None:
    if token is None or not token.is_name or token.text not in TYPES:
        shown = f"`{token.text[:40]}`" if token is not None else "nothing"
        raise StatementRefused(
            f"{shown} is no type that a value is cast to here; the types: {listed(sorted(TYPES), 40)}"
        )


def _refuse_call(token: Token, before: Token | None) -> None:
    dotted = before is not None and before.is_sign(".")
    if token.text in FUNCTIONS and not dotted:
        return
    if token.kind == "word" and not dotted and (token.text in _OPENERS or token.text in TYPES):
        return
    near = nearest(token.text, sorted(FUNCTIONS))
    meant = f"; nearest: {listed(near)}" if near else ""
    raise StatementRefused(f"there is no function `{token.text[:40]}` here{meant}")


def _refuse_before_text(token: Token) -> None:
    """`date '2026-01-01'` is a value of a type; so would be `regclass '…'`."""
    if token.text not in TYPES and token.text not in _AHEAD_OF_TEXT:
        raise StatementRefused(f"`{token.text[:40]}` stands before a text; write a sign or AS between them")


def _names_columns(tokens: Sequence[Token], place: int) -> bool:
    """Whether a name and its brackets say what columns are called: `AS t(a, b)`, `WITH c(a) AS (SELECT …`."""
    before = tokens[place - 1] if place else None
    if before is None:
        return False
    if before.kind == "word" and before.text == "as":
        return True
    if not (before.is_sign(",") or (before.kind == "word" and before.text == "with")):
        return False
    end = place + 1
    while end < len(tokens) and not tokens[end].is_sign(")"):
        end += 1
    rest = [token for token in tokens[end + 1 : end + 6] if token.text not in ("not", "materialized")]
    return (
        len(rest) > 2
        and rest[0].kind == "word"
        and rest[0].text == "as"
        and rest[1].is_sign("(")
        and rest[2].kind == "word"
        and rest[2].text in _SELECTS
    )
