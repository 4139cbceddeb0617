"""
What SQLite would make a number of without a word: a text that is none.

`sum` of `1 000,50` is 1 to SQLite, `'9,50' > '10,00'` is true, and a text is more than any number. The
statement is therefore written once more with a look at each value that is counted with, put in order, or held
against a number, and run beside its own form: it gives no rows, it only refuses.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from typing import Any, Final

import apsw
import sqlglot
from sqlglot import exp

from belegg.errors import StatementRefused
from belegg.sources.tables.values import Value, as_text

PLAIN: Final = re.compile(r"[-+]?[0-9]{1,18}(?:\.[0-9]{1,15})?")
"""A text that is the number which SQLite makes of it."""

ALIKE: Final = re.compile(
    r"[-+−–(]?\s*(?:[$€£]|kr\.?|NOK|SEK|DKK|EUR|USD)?\s*[-+−]?(?:\d[\d\s.,'’]*(?:[eE][-+]?\d+)?|[.,]\d+)"
    r"\s*(?:%|‰|kr\.?|,-|€|EUR|NOK|SEK|DKK|USD)?\s*\)?-?"
)
"""A text that somebody may take for a number: `1 000,50`, `(12)`, `4,1 %`."""

_DAY = re.compile(r"\d{1,2}\.\d{1,2}\.\d{4}")
_CANONICAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_TOLD = 40
_COUNT = """
sum avg total median percentile percentile_cont percentile_disc abs ceil ceiling floor round sign trunc mod
exp ln log log10 log2 pow power sqrt degrees radians sin cos tan asin acos atan atan2
"""
_COUNTS: Final = frozenset(_COUNT.split())
_ORDERS: Final = frozenset(("max", "min"))
_ARITHMETIC = (
    exp.Add, exp.Sub, exp.Mul, exp.Div, exp.IntDiv, exp.Mod, exp.BitwiseAnd, exp.BitwiseOr,
    exp.BitwiseLeftShift, exp.BitwiseRightShift, exp.Neg, exp.BitwiseNot,
)  # fmt: skip
_SAME = (exp.EQ, exp.NEQ, exp.Is)
_MORE = (exp.GT, exp.GTE, exp.LT, exp.LTE)


class Guards:
    """The looks at values, under names that nobody can guess; `names` are what the rights let through."""

    def __init__(self) -> None:
        self.number, self.order, self.pair = (f"g{secrets.token_hex(12)}" for _ in range(3))
        self._lengths: dict[str, int] = {}
        self._labels: dict[int, str] = {}

    @property
    def names(self) -> frozenset[str]:
        return frozenset((self.number, self.order, self.pair))

    def register(self, connection: apsw.Connection) -> None:
        looks: tuple[tuple[str, Callable[..., Any], int], ...] = (
            (self.number, counted_with, 2),
            (self.order, self._ordered, 2),
            (self.pair, held_against, 4),
        )
        for name, look, values in looks:
            connection.create_scalar_function(name, look, values)

    def _ordered(self, value: Value, label: str) -> Value:
        """Refuse what is put in order as text and looks like numbers; `2025` beside `2026` is in order."""
        if not isinstance(value, str) or not alike(value):
            return value
        if not value.isdecimal() or self._lengths.setdefault(label, len(value)) != len(value):
            raise StatementRefused(
                f"{told(label, value)}: as text it stands in another order than numbers do"
            )
        return value

    def written(self, statement: str) -> str | None:
        """The statement with the looks in it; None where it has nothing to look at. It was parsed before."""
        tree = sqlglot.parse_one(statement, dialect="sqlite")
        found = [node for node in tree.walk() if not _in_order_of_union(node)]
        self._labels = {id(node): _shown(node) for node in found}
        for node in reversed(found):
            self._look(node)
        looks = [each for each in tree.find_all(exp.Anonymous) if each.name in self.names]
        return tree.sql(dialect="sqlite") if looks else None

    def _look(self, node: exp.Expr) -> None:
        if isinstance(node, _ARITHMETIC):
            for operand in list(node.args.values()):
                self._wrap(operand, self.number)
        elif isinstance(node, exp.Cast) and not node.to.is_type(*exp.DataType.TEXT_TYPES, "blob"):
            self._wrap(node.this, self.number)
        elif isinstance(node, _SAME) and (_literal(node.left) or _literal(node.right)):
            self._hold(node, exact=True)
        elif isinstance(node, _MORE):
            self._hold(node, exact=False)
        elif isinstance(node, exp.Between):
            self._hold_each(node.this, [node.args["low"], node.args["high"]], exact=False)
        elif isinstance(node, exp.In) and node.expressions:
            self._hold_each(node.this, [each for each in node.expressions if _literal(each)], exact=True)
        elif isinstance(node, exp.Ordered) and _ranks(node):
            self._wrap(_projected(node), self.order, node.this)
        elif isinstance(node, exp.Func):
            self._look_in(node)

    def _look_in(self, node: exp.Func) -> None:
        name = (node.name if isinstance(node, exp.Anonymous) else node.sql_name()).lower()
        of = self.number if name in _COUNTS else self.order if name in _ORDERS else ""
        if isinstance(node, exp.Max | exp.Min | exp.Greatest | exp.Least):
            of = self.order
        if of:
            for each in list(node.args.values()):
                for argument in each if isinstance(each, list) else [each]:
                    inner = argument.expressions if isinstance(argument, exp.Distinct) else [argument]
                    for one in inner:
                        self._wrap(one, of)

    def _wrap(self, value: object, name: str, place: exp.Expr | None = None) -> None:
        """Put a look around an expression, where that is no literal."""
        if not isinstance(value, exp.Expr) or isinstance(value, exp.Star) or _literal(value):
            return
        if name == self.number and isinstance(value.unnest(), (*_ARITHMETIC, exp.Count, exp.Sum, exp.Avg)):
            return  # a number whatever it is made of, and that was looked at
        look = exp.Anonymous(this=name, expressions=[value.copy(), self._label(value)])
        made: exp.Expr = look
        if isinstance(value, exp.Column):  # numbers are let through without leaving SQLite
            texts = exp.In(this=_typeof(value), expressions=[exp.Literal.string(t) for t in ("text", "blob")])
            made = exp.Case(ifs=[exp.If(this=texts, true=look)], default=value.copy())
        (place or value).replace(exp.Paren(this=made))

    def _hold(self, node: exp.Binary, exact: bool) -> None:
        left, right = node.left, node.right
        if _literal(left):
            left, right = right, left
        self._hold_each(left, [right], exact)

    def _hold_each(self, value: exp.Expr, others: list[exp.Expr], exact: bool) -> None:
        """Hold a value against each of the others that need it."""
        column = isinstance(value, exp.Column)
        others = [each for each in others if not _word(each, exact and column)]
        look = value.copy()
        for other in others:
            how = exp.Literal.number(2 * exact + (column or isinstance(other, exp.Column)))
            label = self._label(value) if _literal(other) else self._label(value, other)
            look = exp.Anonymous(this=self.pair, expressions=[look, other.copy(), how, label])
        if column and others and all(_literal(each) and not _string(each) for each in others):
            texts = exp.EQ(this=_typeof(value), expression=exp.Literal.string("text"))
            look = exp.Paren(this=exp.Case(ifs=[exp.If(this=texts, true=look)], default=value.copy()))
        if others:
            value.replace(look)

    def _label(self, *values: exp.Expr) -> exp.Expr:
        """What is said of values in a refusal: a column's name, or the expression as it was written."""
        return exp.Literal.string("` or `".join(self._labels.get(id(each), _shown(each)) for each in values))


def counted_with(value: Value, label: str) -> Value:
    """The value, where it is a number or its plain text. Raises StatementRefused."""
    if value is None or isinstance(value, int | float):
        return value
    if isinstance(value, str) and PLAIN.fullmatch(value.strip(" ")):
        return value
    raise StatementRefused(
        f"{told(label, value)}: it is no plain number, and cannot be summed, cast or counted with; leave "
        "such rows out, or make numbers of them with replace(…) first"
    )


def held_against(value: Value, other: Value, how: int, label: str) -> Value:
    """
    The first value, where it and the other can be compared. `how`: 2 for the same (else more or less), and 1
    where a column is one of them, which SQLite makes a number of, or the number a text. Raises
    StatementRefused.
    """
    exact, column = how & 2, how & 1
    texts = [each for each in (value, other) if isinstance(each, str)]
    if not texts or None in (value, other):
        return value
    if exact and (len(texts) == 2 or not alike(texts[0]) or (column and _CANONICAL.fullmatch(texts[0]))):
        return value
    if len(texts) == 2:
        lengths = {len(each) if each.isdecimal() else -1 for each in texts}
        if not all(map(alike, texts)) or (len(lengths) == 1 and -1 not in lengths):
            return value
    elif isinstance(other, str) and column and PLAIN.fullmatch(other):
        return value  # `year >= '2025'`: SQLite makes a number of it
    raise StatementRefused(
        f"{told(label, texts[0])}: it is not compared as a number; cast it (CAST(… AS REAL)), or write "
        "the other as text between 'single' marks, as it stands there"
    )


def alike(text: str) -> bool:
    stripped = text.strip()
    return bool(ALIKE.fullmatch(stripped)) and not _DAY.fullmatch(stripped)


def told(label: str, value: Value) -> str:
    shown = as_text(value) or ""
    return f"`{label}` holds text, such as `{shown[:_TOLD]}`"


def _shown(node: exp.Expr) -> str:
    return node.name if isinstance(node, exp.Column) else node.sql(dialect="sqlite")[:_TOLD]


def _typeof(value: exp.Expr) -> exp.Expr:
    return exp.Anonymous(this="typeof", expressions=[value.copy()])


def _literal(value: object) -> bool:
    """A number or text that the statement writes."""
    if isinstance(value, exp.Neg | exp.Paren):
        return _literal(value.this)
    return isinstance(value, exp.Literal | exp.Null | exp.Boolean)


def _string(value: exp.Expr) -> bool:
    return isinstance(value, exp.Literal) and bool(value.is_string)


def _word(value: exp.Expr, same_as_column: bool) -> bool:
    """What needs no look to be held against: a word, a day, nothing; for a column any same text."""
    if isinstance(value, exp.Null):
        return True
    return _string(value) and (same_as_column or not alike(value.name))


def _in_order_of_union(node: exp.Expr) -> bool:
    """What a UNION is put in order by has to be a column of it as it stands."""
    order = node.find_ancestor(exp.Order)
    return order is not None and isinstance(order.parent, exp.SetOperation)


def _ranks(node: exp.Ordered) -> bool:
    """Whether an order says which rows come first, and not only how all are shown."""
    order = node.parent
    return order is not None and (
        isinstance(order.parent, exp.Window)
        or (isinstance(order.parent, exp.Select) and order.parent.args.get("limit") is not None)
    )


def _projected(node: exp.Ordered) -> exp.Expr:
    """What is put in order: `ORDER BY 2` is the second column."""
    value: exp.Expr = node.this
    order = node.parent
    if isinstance(value, exp.Literal) and value.is_int and order and isinstance(order.parent, exp.Select):
        columns = order.parent.selects
        number = int(value.this)
        if 0 < number <= len(columns):
            return columns[number - 1].unalias()
    return value
