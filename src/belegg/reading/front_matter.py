"""
What an author wrote about a text before it: title, access, language, dates and free metadata.

Between `---` lines stands YAML, between `+++` lines TOML. YAML is only composed, never constructed: values
are the characters in the file (`no` stays `no`, a date stays as written), no tag makes an object, and what
is read is bounded. Front matter that cannot be understood stays in the text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, replace

import yaml

from belegg.reading.access_keys import is_access_like, keys_like_access, misplaced_access
from belegg.reading.facts import fact_of, language_code
from belegg.records import Fact, Warned
from belegg.text.groups import group_names

LARGEST = 64_000
"""Characters of front matter that are read; several times the longest seen in real files."""

_OPENING = re.compile(r"(-{3,}|\+\+\+)[ \t]*\n")
_KEY = re.compile(r"""["']?[^\W\d][\w .-]*["']?[ \t]*[:=](?:\s|$)""")
# `title: Pay: by group`: no YAML, and the fault that people make most. Never mended on a line about access.
_COLON_IN_VALUE = re.compile(
    r"""^(?!["']?access)([^\W\d][\w .-]*:[ \t]+)([^\s"'\[\]{}|>&*!%@`#?-].*:(?:[ \t].*)?)$""",
    re.IGNORECASE | re.MULTILINE,
)
_BLANK = " \t\n\r\v\f\xa0\ufeff\u200b\u200c\u200d\u2060"
_MOST_VALUES = 2_000
_DEEPEST = 12
_LONGEST_VALUE = 2_000
_MOST_NAMED = 5
_NOT_FACTS = frozenset({"title", "access", "language", "lang"})


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """
    `text_start`: where the text begins. `unread_end`: up to where front matter that could not be understood
    stands in the text (equal to `text_start` when there is none). `access` is None when no list is stated.
    """

    text_start: int = 0
    unread_end: int = 0
    title: str | None = None
    language: str | None = None
    access: frozenset[str] | None = None
    facts: tuple[Fact, ...] = ()
    warnings: tuple[Warned, ...] = ()


class _Unreadable(Exception):
    """Front matter that cannot be understood; the message is the reason in words."""


@dataclass(frozen=True, slots=True)
class _Value:
    """
    A value below a key: further keys on the way to it, the characters as written, whether it is text, and in
    how many lists within one another it stands.
    """

    keys: tuple[str, ...]
    text: str
    is_text: bool
    lists: int = 0


@dataclass(frozen=True, slots=True)
class _Entry:
    """A key at the outermost level with every value below it; a key written twice gives two entries."""

    key: str
    values: tuple[_Value, ...]


def front_matter(text: str) -> FrontMatter:
    """
    Read the front matter of a stored text (line ends are `\\n`). What looks like a list of readers elsewhere
    in the text is one that nobody understands: then nobody may read it.
    """
    found = _at_the_top(text)
    end = max(found.text_start, found.unread_end)
    key = misplaced_access(text[end:], from_the_top=not end)
    if key is None:
        return found
    what = f"`{key[:60]}` stands where no front matter is read: nobody may read this; write `access:` "
    warning = Warned("access", what + "between two lines `---` at the very top, or take it out")
    return replace(found, access=frozenset(), warnings=(*found.warnings, warning))


def _at_the_top(text: str) -> FrontMatter:
    start = len(text) - len(text.lstrip(_BLANK))
    opening = _OPENING.match(text, start)
    if not opening:
        return FrontMatter()
    marks = r"\+\+\+" if opening[1] == "+++" else r"-{3,}|\.\.\."
    closing = re.compile(rf"^(?:{marks})[ \t]*$", re.MULTILINE).search(text, opening.end())
    head_end = closing.start() if closing else _unclosed_end(text, opening.end())
    meant = _KEY.match(text, opening.end()) or any(keys_like_access(text[opening.end() : head_end]))
    if not closing:
        return _kept_in_text(text, head_end, LARGEST, "is never closed") if meant else FrontMatter()
    source = text[opening.end() : head_end]
    if not source.strip():
        return FrontMatter(closing.end(), closing.end())
    warnings: list[Warned] = []
    try:
        entries = _toml_entries(source) if opening[1] == "+++" else _yaml_or_mended(source, warnings)
    except _Unreadable as error:
        return _kept_in_text(text, closing.end(), closing.end(), str(error)) if meant else FrontMatter()
    return _understood(closing.end(), entries, warnings)


def _kept_in_text(text: str, end: int, looked_at: int, reason: str) -> FrontMatter:
    """
    Front matter that says nothing but stays readable, up to `end`.

    If access is spoken of up to `looked_at`, the list is odd: nobody.
    """
    stated = frozenset[str]() if any(keys_like_access(text[:looked_at])) else None
    closed = "; it speaks of access, so nobody may read it" if stated is not None else ""
    warning = Warned("front matter", f"the front matter {reason}; it was kept as text{closed}")
    return FrontMatter(0, end, access=stated, warnings=(warning,))


def _unclosed_end(text: str, start: int) -> int:
    """Unclosed front matter ends before the first empty line or heading."""
    found = re.compile(r"^(?:[ \t]*$|#{1,6} )", re.MULTILINE).search(text, start)
    return found.start() if found else len(text)


def _understood(end: int, entries: list[_Entry], warnings: list[Warned]) -> FrontMatter:
    by_key: dict[str, list[_Entry]] = {}
    for entry in entries:
        by_key.setdefault(entry.key.strip().lower(), []).append(entry)
    for key, same in by_key.items():
        if len(same) > 1:
            warnings.append(Warned("front matter", f"the key `{key[:60]}` stands {len(same)} times"))
    return FrontMatter(
        end,
        end,
        title=_title(by_key.get("title", [])),
        language=_language(by_key.get("language", []) + by_key.get("lang", []), warnings),
        access=_access(by_key.get("access", []), _like_access(entries), warnings),
        facts=_facts(entries, warnings),
        warnings=tuple(warnings),
    )


def _title(entries: list[_Entry]) -> str | None:
    titles = (" ".join(v.text.split()) for entry in entries for v in entry.values if not v.keys)
    return next((title for title in titles if title), None)


def _language(entries: list[_Entry], warnings: list[Warned]) -> str | None:
    for value in (v for entry in entries for v in entry.values):
        code = language_code(value.text)
        if code:
            return code
        if value.text.strip().lower() not in ("", "no"):
            warnings.append(Warned("language", f"`{value.text[:40]}` is no language code"))
    return None


def _like_access(entries: list[_Entry]) -> list[str]:
    """The keys that seem to say who may read and are not `access` at the outermost level, each once."""
    outer = (entry.key for entry in entries if is_access_like(entry.key))
    inner = (
        ".".join((entry.key, *value.keys))
        for entry in entries
        if entry.key.strip().lower() != "access"
        for value in entry.values
        if any(key.strip().lower() == "access" or is_access_like(key) for key in value.keys)
    )
    return list(dict.fromkeys((*outer, *inner)))


def _access(entries: list[_Entry], alike: list[str], warnings: list[Warned]) -> frozenset[str] | None:
    """The groups stated; None when nothing speaks of access. Anything but one plain list is nobody."""
    if alike:
        keys = ", ".join(f"`{key[:60]}`" for key in alike[:_MOST_NAMED])
        what = f"{keys} {'seems' if len(alike) == 1 else 'seem'} to say who may read and is not understood"
        warnings.append(Warned("access", f"{what}: nobody may read this; write `access: [group, group]`"))
        return frozenset()
    if not entries:
        return None
    values = entries[0].values
    plain = len(entries) == 1 and values and all(v.is_text and not v.keys and v.lists <= 1 for v in values)
    groups = group_names(name for v in values for name in v.text.split(",")) if plain else frozenset[str]()
    if not groups:
        warnings.append(Warned("access", "the access list is empty, odd or doubled: nobody may read this"))
    return groups


def _facts(entries: list[_Entry], warnings: list[Warned]) -> tuple[Fact, ...]:
    facts = []
    for entry in entries:
        for value in entry.values if entry.key.strip().lower() not in _NOT_FACTS else ():
            name = ".".join((entry.key, *value.keys))
            if len(value.text) > _LONGEST_VALUE:
                cut = f"the value of `{name[:60]}` was cut at {_LONGEST_VALUE:,} characters"
                warnings.append(Warned("front matter", cut))
            if value.text.strip():
                facts.append(fact_of(name, value.text.strip()[:_LONGEST_VALUE], "front matter"))
    return tuple(facts)


# ---------------------------------------------------------------- YAML and TOML


def _yaml_or_mended(source: str, warnings: list[Warned]) -> list[_Entry]:
    """The entries; where only a colon inside a value is in the way, with that value in quotation marks."""
    try:
        return _yaml_entries(source)
    except _Unreadable:
        mended, count = _COLON_IN_VALUE.subn(_quoted, source)
        if not count:
            raise
        entries = _yaml_entries(mended)
    warnings.append(Warned("front matter", "a value that holds `: ` was read as text; set it in quotes"))
    return entries


def _quoted(line: re.Match[str]) -> str:
    return f"{line[1]}'" + line[2].strip().replace("'", "''") + "'"


def _yaml_entries(source: str) -> list[_Entry]:
    if len(source) > LARGEST:
        raise _Unreadable(f"is longer than {LARGEST:,} characters")
    try:
        top = yaml.compose(source, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, ValueError) as error:
        raise _Unreadable(f"is not valid YAML ({_place(error)})") from error
    except RecursionError as error:
        raise _Unreadable("is nested too deep") from error
    if not isinstance(top, yaml.MappingNode):
        raise _Unreadable("is no list of keys and values")
    budget = iter(range(_MOST_VALUES))
    return [_Entry(_yaml_key(key), tuple(_yaml_values(value, (), budget))) for key, value in top.value]


def _place(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    return f"line {mark.line + 2}: {getattr(error, 'problem', None)}" if mark else "it holds odd characters"


def _yaml_key(node: yaml.Node) -> str:
    return node.value[:100] if isinstance(node, yaml.ScalarNode) else "?"


def _yaml_values(
    node: yaml.Node, keys: tuple[str, ...], budget: Iterator[int], lists: int = 0
) -> Iterator[_Value]:
    """Plain values below a node. Aliases count again each time, so a bomb of aliases meets the bound."""
    if next(budget, None) is None:
        raise _Unreadable(f"holds more than {_MOST_VALUES:,} values")
    if len(keys) > _DEEPEST:
        raise _Unreadable("is nested too deep")
    if isinstance(node, yaml.ScalarNode):
        if node.tag != "tag:yaml.org,2002:null":
            yield _Value(keys, node.value, node.tag == "tag:yaml.org,2002:str", lists)
        else:
            yield _Value(keys, "", False, lists)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _yaml_values(item, keys, budget, lists + 1)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from _yaml_values(value, (*keys, _yaml_key(key)), budget, lists)


def _toml_entries(source: str) -> list[_Entry]:
    if len(source) > LARGEST:
        raise _Unreadable(f"is longer than {LARGEST:,} characters")
    try:
        top = tomllib.loads(source)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _Unreadable("is not valid TOML") from error
    return [_Entry(key, tuple(_toml_values(value, ()))) for key, value in top.items()]


def _toml_values(value: object, keys: tuple[str, ...], lists: int = 0) -> Iterator[_Value]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _toml_values(item, (*keys, str(key)), lists)
    elif isinstance(value, list):
        for item in value:
            yield from _toml_values(item, keys, lists + 1)
    else:
        yield _Value(keys, str(value), isinstance(value, str), lists)
