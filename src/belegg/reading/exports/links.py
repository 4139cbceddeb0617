"""
Links from one document to another, kept as facts `link` so that a reader can follow them later.

A reader of one kind of file notes links as they are written (`noted`); `resolved` turns those into sources,
once the document's own source is known. Links to the web are no links between documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from urllib.parse import unquote

from belegg.records import Block, Fact, Warned

LINK = "link"
ATTACHMENT = "attachment"
INSIDE = "inside"
"""The origin of a link to a file inside this one (an attachment of a mail, a member of an archive)."""

BY_NAME = "wiki link"
"""The origin of a link that names a page (`[[Page]]`) and not its place; its value stays that name."""

MOST_LINKS = 200
"""Links kept of one document: facts travel with every list of documents."""

MOST_NOTED = 20_000
"""Links looked at in one document: a text of nothing but links would make millions of facts."""

_LONGEST = 1_000
_CODE_SPAN = re.compile(r"(?<!`)(`{1,8})(?!`)[^\n]*?(?<!`)\1(?!`)")
_LINK = re.compile(
    r"""
    \[\[ (?P<page>[^\[\]|\n]{1,500}+) (?:\|[^\[\]\n]{0,500}+)? \]\]
    | \]\( (?:<(?P<pointed>[^<>\n]{1,1000})> | (?P<inline>(?:[^\s()]|\([^\s()]{0,200}\)){1,1000}+))
    | ^[ ]{0,3} \[(?!\^)[^\[\]\n]{1,500}+\]: [ \t]{1,20} <?(?P<defined>[^\s<>]{1,1000})
    """,
    re.VERBOSE | re.MULTILINE,
)
"""`[[Page|said]]`, `[said](target)`, `[name]: target`; a footnote (`[^1]: …`) is none."""

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
_PICTURE = re.compile(
    r"\.(?:png|jpe?g|gif|svg|webp|bmp|ico|tiff?|heic|mp[34]|mov|webm|wav|ogg)$", re.IGNORECASE
)


def markdown_links(text: str, blocks: Sequence[Block]) -> Iterator[Fact]:
    """The first `MOST_NOTED` links of a Markdown text as written, outside of code, without pictures."""
    return islice(_markdown_links(text, blocks), MOST_NOTED)


def _markdown_links(text: str, blocks: Sequence[Block]) -> Iterator[Fact]:
    for block in blocks:
        if block.kind == "code":
            continue
        piece = _CODE_SPAN.sub(" ", text[block.span.start : block.span.end])
        for match in _LINK.finditer(piece):
            page, target = match["page"], match["pointed"] or match["inline"] or match["defined"]
            fact = _by_name(page) if page else noted(target, "text")
            if fact:
                yield fact


def noted(target: str, origin: str) -> Fact | None:
    """
    A link as written, not yet resolved; None for one to the web, to this page or to a picture, and for one
    that a site's generator would still fill in (`{{site.baseurl}}/docs`).
    """
    target = target.strip()
    place = target.partition("#")[0].partition("?")[0]
    if (
        not place
        or "{{" in place
        or len(target) > _LONGEST
        or _SCHEME.match(target)
        or _PICTURE.search(place)
    ):
        return None
    return Fact(LINK, place, origin)


def _by_name(target: str) -> Fact | None:
    """`[[ Page#Heading | alias ]]` → `Page`; None for a link inside the page and for a picture."""
    name = target.partition("#")[0].strip().rstrip("\\").strip()
    return Fact(LINK, name, BY_NAME) if name and not _PICTURE.search(name) else None


def resolved(facts: Iterable[Fact], source: str) -> tuple[tuple[Fact, ...], tuple[Warned, ...]]:
    """
    Facts with every noted link as the source that it leads to, each target once, and a warning for links
    beyond `MOST_LINKS`. A link that leaves the root leads to nothing that is ingested; it is left out.
    """
    root, _, below = source.partition("/")
    folder = (root, *below.split("/")[:-1])
    kept: list[Fact] = []
    met: set[str] = set()
    noted_links = inside = 0
    for fact in facts:
        if fact.name != LINK:
            kept.append(fact)
            continue
        noted_links += 1
        target = _leads_to(fact, source, folder)
        if target and target != source and target not in met:
            met.add(target)
            inside += fact.origin == INSIDE
            if len(met) <= MOST_LINKS:
                kept.append(Fact(LINK, target, fact.origin))
    if len(met) - inside <= MOST_LINKS:  # what lies inside is listed anyway
        return tuple(kept), ()
    count = f"{'over ' * (noted_links >= MOST_NOTED)}{len(met):,}"
    message = f"{count} links to other documents; the first {MOST_LINKS} are kept for following"
    return tuple(kept), (Warned("links", message),)


def _leads_to(fact: Fact, source: str, folder: Sequence[str]) -> str | None:
    if fact.origin == BY_NAME:
        return fact.value
    return f"{source}/{fact.value}" if fact.origin == INSIDE else _target(fact.value, folder)


def _target(written: str, folder: Sequence[str]) -> str | None:
    """`../b.md` in the folder `root/x` → `root/b.md`; a path from `/` counts from the root."""
    path = unquote(written).replace("\\", "/")
    parts = list(folder[:1] if path.startswith("/") else folder)
    for part in path.split("/"):
        if part == "..":
            if len(parts) == 1:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts) if len(parts) > 1 else None
