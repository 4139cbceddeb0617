"""
Web pages and HTML exports: what a reader sees, in the order of the page. Nothing is run and nothing fetched.

Hidden text is left out and reported, menus and footers are kept as furniture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from selectolax.lexbor import LexborHTMLParser

from belegg.reading.access_keys import is_access_like, keys_like_access
from belegg.reading.content import Content, Said, silent
from belegg.reading.decoding import Decoded, decode
from belegg.reading.exports import confluence, notion
from belegg.reading.exports.links import MOST_NOTED, noted
from belegg.reading.facts import fact_of, language_code
from belegg.reading.html_bounds import refuse_endless
from belegg.reading.html_flow import Flow
from belegg.reading.html_hidden import Styles
from belegg.reading.stored import Storing
from belegg.records import Fact, Warned
from belegg.text.counted import counted
from belegg.text.groups import group_names

_DECLARED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]+)|^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]+)""",
    re.IGNORECASE,
)
_DECLARED_WITHIN = 2_048
_MOST_EXAMPLES = 10
_ASIDE = {
    "menus": "menus",
    "footers": "footers of the page",
    "choices": "choices of forms that are not taken, and hints",
}
_META_FACTS = {
    "article:published_time": "published",
    "article:modified_time": "updated",
    "og:site_name": "organisation",
    "dc.date": "published",
    "dcterms.issued": "published",
    "dcterms.modified": "updated",
    "last-modified": "updated",
    "date": "published",
    "dc.publisher": "organisation",
    "dc.identifier": "identifier",
    "author": "author",
    "description": "description",
}


_FRONT_MATTER = re.compile(r"\s*(---|\+\+\+)[ \t]*\r?\n.{0,64000}?^(?:---|\+\+\+)", re.DOTALL | re.MULTILINE)


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises UndecodableText and TooLarge."""
    return page_content(decoded_page(data), said)


def page_content(decoded: Decoded, said: Said = silent) -> Content:
    """The content of a page whose characters are known. Raises TooLarge."""
    elements = refuse_endless(decoded.text)
    tree = LexborHTMLParser(decoded.text)
    storing = Storing()
    facts = tuple(_facts(tree))
    access, odd = _access(tree, decoded.text)
    flow = _flow(tree, storing, next((fact.value for fact in facts if fact.name == "address"), None))
    if tree.body is not None:
        flow.walk(tree.body, said, elements)
    return Content(
        flow.builder.text(),
        tuple(flow.builder.blocks),
        title=storing.text(_title(tree)) or None,
        language=_language(tree),
        access=access,
        facts=facts,
        furniture=tuple(flow.furniture),
        warnings=(*decoded.warnings, *storing.warnings(), *odd, *left_out(flow)),
    )


def _flow(tree: LexborHTMLParser, storing: Storing, address: str | None) -> Flow:
    styles = Styles([sheet.text() for sheet in tree.css("style")])
    if confluence.is_export(tree):
        return confluence.ConfluenceFlow(styles, storing, address, confluence.space_of(tree))
    return Flow(styles, storing, address)


def decoded_page(data: bytes) -> Decoded:
    """The page's characters, by the character set that it declares where it is not UTF-8."""
    found = _DECLARED.search(data[:_DECLARED_WITHIN])
    return decode(data, (found[1] or found[2]).decode("ascii", "replace") if found else None)


def left_out(flow: Flow) -> list[Warned]:
    """What a reader of the report should know about text that was not taken in."""
    warnings = []
    if flow.hidden:
        examples = ", ".join(f"`{text[:60]}`" for text in flow.hidden[:_MOST_EXAMPLES])
        message = f"text that is not shown was left out in {counted(len(flow.hidden), 'place')}: {examples}"
        warnings.append(Warned("hidden text", message))
    for kind, count in flow.aside.items():
        if count:
            warnings.append(Warned(kind, f"{_ASIDE[kind]} were left out of the text: {count}"))
    return warnings


def _title(tree: LexborHTMLParser) -> str:
    if confluence.is_export(tree):
        return confluence.title(tree)
    # Google's export has no <title>; what is set in the style `Title` is one.
    title = tree.css_first("head > title") or tree.css_first("body.doc-content > p.title")
    return " ".join(title.text().split()) if title else ""


def _language(tree: LexborHTMLParser) -> str | None:
    root = tree.css_first("html")
    return language_code(root.attributes.get("lang") or "") if root else None


def _facts(tree: LexborHTMLParser) -> Iterator[Fact]:
    canonical = tree.css_first('link[rel="canonical"]')
    address = canonical.attributes.get("href") if canonical else None
    if address:
        yield Fact("address", address, "page header")
    for meta in tree.css("meta"):
        name = (meta.attributes.get("name") or meta.attributes.get("property") or "").lower()
        value = " ".join((meta.attributes.get("content") or "").split())
        if name in _META_FACTS and value:
            yield fact_of(_META_FACTS[name], value, "page header")
    if confluence.is_export(tree):
        yield from confluence.facts(tree)
        yield from confluence.attachments(tree)
    yield from notion.page_properties(tree)
    yield from islice(_links(tree), MOST_NOTED)


def _links(tree: LexborHTMLParser) -> Iterator[Fact]:
    """Links to files beside the page. A path from `/` counts from a web server, which an export has not."""
    for link in tree.css("a[href]"):
        target = link.attributes.get("href") or ""
        fact = noted(target, "text") if not target.lstrip().startswith("/") and "?" not in target else None
        if fact:
            yield fact


def _access(tree: LexborHTMLParser, text: str) -> tuple[frozenset[str] | None, tuple[Warned, ...]]:
    """
    The groups of `<meta name="access">`; two of them are odd: nobody. So is what only looks like such a list:
    another name of it, or front matter before the page.
    """
    named = [
        ((meta.attributes.get("name") or meta.attributes.get("property") or "").strip(), meta)
        for meta in tree.css("meta")
    ]
    alike = [name for name, _ in named if is_access_like(name)]
    if before := _FRONT_MATTER.match(text):
        alike += keys_like_access(before[0])
    if alike:
        what = f"`{alike[0][:60]}` seems to say who may read and is not understood: nobody may read this; "
        remedy = 'write <meta name="access" content="group, group">'
        return frozenset(), (Warned("access", what + remedy),)
    lists = [meta.attributes.get("content") or "" for name, meta in named if name.lower() == "access"]
    if not lists:
        return None, ()
    groups = group_names(lists[0].split(",")) if len(lists) == 1 else frozenset[str]()
    odd = Warned("access", "the access list is empty, odd or doubled: nobody may read this")
    return groups, () if groups else (odd,)
