"""
What looks like a list of readers and is not one: a key with a slip (`acces`), in another language
(`tilgang`), under another name (`permissions`), or in a block that stands too late in a text.

Somebody meant to close a page. Taken for plain metadata it would fall to whoever reads by default; so it is
nobody's, and the report says what to write. `access` itself is read elsewhere (`reading.front_matter`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain

_PLAIN = frozenset({"access", "acl", "acls", "permission", "permissions", "visibility"})
"""Words that speak of access wherever they stand in a key: `page-access`, `read_permissions`."""

_SLIPS = ("access", "permission", "permissions", "visibility", "tilgang", "zugriff", "behorighet", "toegang")
_NO_SLIPS = frozenset({"excess"})

_WORDS = {
    "parts": (
        "tilgang lesetilg leserett adgang atkomst behorighet lasratt zugriff zugang berechtig "
        "leserecht lesezugriff sichtbarkeit toegang leesrecht zichtbaar kayttooikeu lukuoikeu "
        "nakyvyys paasyoikeu juurdepaas autorisation autorizac autorizzaz permiso permissao "
        "permissi permessi visibilit visibilidad synlighet synlighed dostep uprawnien "
        "adgangur"
    ),
    "whole": (
        "acces acceso accesso acesso allow allowed allowedgroups allowedreaders allowedto "
        "alloweduser allowedusers autorise begrenset begrensettil confidential confidentiel "
        "droitsdacces fortrolig groups kanlesas kanlese konfidensielt konfidentiellt lasare "
        "lecteurs lectores leser lesere leserkreis leses lesesav lezers lukijat "
        "luottamuksellinen private readableby reader readergroups readers readgroups "
        "restricted restrictedto sharedwith sichtbarfur skjermet synligfor synligtfor "
        "vertraulich vertrouwelijk viewer viewers visiblefor visibleto whocanread whomayread "
        "whoreads"
    ),
    "other": (
        "accessed address code count date dates dato datum day key last link method "
        "number tid time times token uri url"
    ),
}
"""
By how they speak of access, all folded (no accents, written together). `parts` do in compounds and endings
(`lesetilgang`, `zugriffsrechte`), `whole` are whole keys; a key with one of `other` in it says something
else: `access_date` of a citation, `access_url` of a data set.
"""
_PARTS = tuple(_WORDS["parts"].split())
_WHOLE = frozenset(_WORDS["whole"].split())
_OTHER_THINGS = frozenset(_WORDS["other"].split())

_AS_KEY = re.compile(r"""(?<![\w-])([^\W\d][\w'’-]*(?:[ ._][\w'’-]+){0,4})["'’]?[ \t]*[:=：]""")
_LINE = re.compile(
    r"""[ \t]*(?:[-*+] +)?["']?([^\W\d][^:=：\n"']{0,60}?)["']?[ \t]*[:=：](?:[ \t].*|["'\[{].*)?"""
)
_GOES_ON = re.compile(r"[ \t]+\S.*|[-*+#\]})].*|[ \t]*")
_MARK = re.compile(r"(?:-{3,}|\+{3}|\.{3}|;{3}|={3,}|\*{3,})[ \t]*")
_MARK_LINES = re.compile(rf"^{_MARK.pattern}$", re.MULTILINE)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_COMMENT = re.compile(r"\s*<!--(.*?)(?:-->|\Z)", re.DOTALL)
_UNSEEN = "\ufeff\u200b\u200c\u200d\u2060\u00ad"
_LONGEST_HEAD = 64_000
_LONGEST_BLOCK = 200  # lines


def is_access_like(key: str) -> bool:
    """Whether a key other than `access` speaks of who may read."""
    folded = _folded(key)
    words = re.findall(r"[^\W\d_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key.strip()))
    parts = [_folded(word) for word in words]
    if not folded or folded == "access" or _OTHER_THINGS & set(parts):
        return folded == "access" and key.strip().lower() != "access"
    if folded in _WHOLE or _PLAIN & set(parts) or any(part in folded for part in _PARTS):
        return True
    compound = folded in ("readaccess", "accesslist", "accessgroups", "accessgroup", "accesscontrol")
    return compound or any(_is_slip(each) for each in {*parts, folded})


def keys_like_access(text: str) -> Iterator[str]:
    """Every `key:` or `key =` in a text that speaks of who may read, `access` too."""
    for found in _AS_KEY.finditer(text):
        key = found[1]
        last = key.split()[-1]
        if any(each.lower() == "access" or is_access_like(each) for each in (key, last)):
            yield key


def misplaced_access(text: str, from_the_top: bool = True) -> str | None:
    """
    A key that speaks of who may read, in something that is written like front matter and is none: without its
    marks, in a comment or a code block that a text begins with, or in a block further down. None when there
    is none. Examples in code blocks further down are text. `from_the_top`: no front matter stands before it.
    """
    return next(chain(_in_head(text) if from_the_top else (), _in_blocks(text)), None)


def _in_head(text: str) -> Iterator[str]:
    """What a text begins with: comments, then lines of keys, in or without marks or a code fence."""
    start = 0
    while comment := _COMMENT.match(text, start):
        yield from keys_like_access(comment[1])
        start = comment.end()
    lines = text[start : start + _LONGEST_HEAD].strip(_UNSEEN + " \t\n").split("\n")
    fence = _FENCE.match(lines[0])
    opened = fence is not None or _MARK.fullmatch(lines[0]) is not None or lines[0].startswith("{")
    head = list(_until_blank(lines[1:] if opened else lines))
    if opened:
        yield from keys_like_access("\n".join([lines[0], *head] if lines[0].startswith("{") else head))
    elif _LINE.fullmatch(lines[0]) and all(_LINE.fullmatch(line) or line[0] in " \t" for line in head):
        keys = (found[1].strip() for line in head if (found := _LINE.fullmatch(line)))
        yield from (key for key in keys if key.lower() == "access" or is_access_like(key))


def _until_blank(lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        if not line.strip():
            return
        yield line


def _in_blocks(text: str) -> Iterator[str]:
    """Blocks of keys between lines of marks, anywhere but in code blocks."""
    if len(_MARK_LINES.findall(text)) < 2:
        return
    block: list[str] | None = None
    fence = ""
    for line in text.split("\n"):
        marks = _FENCE.match(line)
        if fence:
            fence = "" if marks and marks[1].startswith(fence) and not line.strip(" `~") else fence
        elif marks:
            fence, block = marks[1], None
        elif _MARK.fullmatch(line):
            if block and any(map(_LINE.fullmatch, block)):
                yield from keys_like_access("\n".join(block))
            block = []
        elif block is not None:
            written_so = _LINE.fullmatch(line) or _GOES_ON.fullmatch(line)
            block = [*block, line] if written_so and len(block) < _LONGEST_BLOCK else None


def _folded(text: str) -> str:
    """Letters alone, small, without accents: `Lese-tilgang` is `lesetilgang`, `åtkomst` is `atkomst`."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ø", "o").replace("æ", "a"))
    return "".join(letter for letter in plain if letter.isalpha())


def _is_slip(word: str) -> bool:
    """Whether a word is a letter away from one that speaks of access."""
    return word not in _NO_SLIPS and any(_one_apart(word, meant) for meant in _SLIPS)


def _one_apart(one: str, other: str) -> bool:
    """Whether one letter more, less, other, or two letters the other way round, makes one the other."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    start = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if start is None:
        return True
    rest, others = one[start:], other[start:]
    swapped = rest[:2] == others[:2][::-1] and rest[2:] == others[2:]
    return rest[1:] == others[1:] or rest[1:] == others or rest == others[1:] or swapped
