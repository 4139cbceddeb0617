"""
Acts and regulations as Lovdata publishes them: sections with their numbers and addresses, header as facts.

Each `legalArticle` is a heading with its `§` number and its address; list marks (`a.`, `1.`) stand in
attributes and are written out; footnotes become blocks of their own. Sections that an amending act quotes
from another act (`futureLegalArticle`) are text of this act and carry no number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser, LexborNode

from belegg.errors import NotADocument
from belegg.reading.authored import profile_of
from belegg.reading.content import Content, Said, silent
from belegg.reading.facts import fact_of, language_code
from belegg.reading.html import decoded_page, left_out
from belegg.reading.html_bounds import refuse_endless
from belegg.reading.html_flow import Flow
from belegg.reading.html_hidden import Styles
from belegg.reading.html_table import Attributes
from belegg.reading.sections import section_number
from belegg.reading.stored import Storing
from belegg.records import Fact

SITE = "https://lovdata.no/dokument/"
_ORIGIN = "lovdata header"
_FACTS = {
    "legacyID": "identifier",
    "dokid": "dokid",
    "refid": "alias",
    "ministry": "ministry",
    "subunit": "organisation",
    "dateInForce": "in_force",
    "lastChangeInForce": "updated",
    "dateOfPublication": "published",
    "titleShort": "short_title",
    "legalArea": "legal_area",
    "changesToDocuments": "changes",
    "basedOn": "based_on",
    "journalNumber": "journal_number",
    "eeaReferences": "eea_references",
    "miscInformation": "information",
}

_TERM = re.compile(r"\d{4}-\d{2}-\d{2} [–-] (\d{4}-\d{2}-\d{2})")  # `2025-03-07 – 2025-12-31`


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises UndecodableText, TooLarge and NotADocument."""
    decoded = decoded_page(data)
    elements = refuse_endless(decoded.text)
    tree = LexborHTMLParser(decoded.text)
    body = tree.css_first("main")
    if body is None:
        raise NotADocument("a Lovdata page without `<main>`")
    storing = Storing()
    flow = _LovdataFlow(Styles(()), storing)
    flow.walk(body, said, elements)
    text = flow.builder.text()
    blocks = tuple(flow.builder.blocks)
    root = tree.css_first("html")
    return Content(
        text,
        blocks,
        title=next(map(storing.text, _values(tree, "title")), None),
        language=language_code(root.attributes.get("lang") or "") if root else None,
        facts=tuple(_facts(tree, body, storing)),
        warnings=(*decoded.warnings, *storing.warnings(), *left_out(flow)),
        profile=profile_of(text, blocks),
    )


class _LovdataFlow(Flow):
    def takes_whole(self, node: LexborNode, tag: str, attributes: Attributes) -> bool:
        name = attributes.get("class")
        if name == "footnotereference":
            self.footnote_mark(attributes.get("data-footnotereferencevalue") or node.text())
        elif name == "footnote":
            self.flush()
            self.add_block("footnote", " ".join(node.text().split()))
        else:
            return super().takes_whole(node, tag, attributes)
        return True

    def marker(self, attributes: Attributes) -> str:
        own = attributes.get("data-li-identifier")
        return f"{own} " if own else super().marker(attributes)

    def add_heading(self, node: LexborNode, level: int, text: str) -> None:
        place = _place(node)
        value = node.css_first("span.legalArticleValue")
        number = section_number(value.text()) if value is not None else None
        address = SITE + place if place else None
        self.builder.add("heading", text, level=level, name=text, section=number, address=address)


def _place(heading: LexborNode) -> str | None:
    """The `data-lovdata-URL` of the section or article that a heading opens."""
    parent = heading.parent
    return parent.attributes.get("data-lovdata-url") if parent is not None else None


def _facts(tree: LexborHTMLParser, main: LexborNode, storing: Storing) -> Iterator[Fact]:
    place = main.attributes.get("data-lovdata-url")
    if place:
        yield Fact("address", SITE + place, _ORIGIN)
    for key, name in _FACTS.items():
        for value in _values(tree, key):
            value = storing.text(value)
            fact = fact_of(name, value, _ORIGIN)
            yield fact
            if name == "in_force" and fact.value != value:
                yield Fact("in_force_as_written", value, _ORIGIN)
            if name == "in_force" and (term := _TERM.fullmatch(value)):
                yield fact_of("valid_to", term[1], _ORIGIN)


def _values(tree: LexborHTMLParser, key: str) -> Iterator[str]:
    """The values of one line of the header; a list gives one each."""
    for cell in tree.css(f"dl.data-document-key-info dd.{key}"):
        for part in cell.css("li") or [cell]:
            value = " ".join(part.text(separator=" ").split())
            yield from filter(None, value.split(", ") if key == "ministry" else [value])
