"""OpenDocument files (LibreOffice): texts, sheets and presentations, as they are shown."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from belegg.errors import Damaged, NotADocument, PasswordNeeded
from belegg.reading.authored import profile_of
from belegg.reading.content import Content, Said, silent
from belegg.reading.office.leavings import leavings
from belegg.reading.office.odf_sheets import Sheets
from belegg.reading.office.odf_slides import Slides
from belegg.reading.office.odf_styles import OdfStyles
from belegg.reading.office.odf_text import OdfText
from belegg.reading.office.package import Package
from belegg.reading.office.properties import CORE, property_facts, stated_language, stated_title
from belegg.reading.stored import Storing
from belegg.records import Fact, Warned

_FACTS = {
    "meta_initial-creator": "author",
    "meta_creation-date": "created",
    "dc_date": "modified",
    "dc_subject": "subject",
    "dc_description": "description",
    "meta_keyword": "keywords",
}


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises Damaged, NotADocument, PasswordNeeded and TooLarge."""
    package = Package(data)
    _refuse_encrypted(package)
    root = package.tree("content.xml")
    said(1, 3)
    body = next((part for part in root.iterfind("office_body/*")), None)
    if body is None:
        raise Damaged("the file is damaged: it has no body")
    other = package.tree("styles.xml") if "styles.xml" in package else None
    styles = OdfStyles([each for each in (other, root) if each is not None])
    said(2, 3)
    storing = Storing()
    text = OdfText(styles, storing)
    extra = _taken(body, text, styles, storing)
    text.finish()
    title, facts = _properties(package)
    whole = text.builder.text()
    said(3, 3)
    return Content(
        whole,
        tuple(text.builder.blocks),
        title=text.title or extra.title or title,
        language=stated_language(whole, styles.languages()),
        pages=extra.pages,
        facts=tuple(facts),
        furniture=(*_header_lines(other, text), *text.furniture),
        warnings=(*package.warnings(), *storing.warnings(), *extra.warnings, *_warnings(text, body)),
        profile=profile_of(whole, text.builder.blocks),
        page_reports=extra.page_reports,
    )


def _taken(body: Element, text: OdfText, styles: OdfStyles, storing: Storing) -> Content:
    """Take the body in; what a text has not (pages, a title of the first slide) comes as a content."""
    if body.tag == "office_text":
        text.take(body)
        return Content("", ())
    if body.tag == "office_spreadsheet":
        return Sheets(text, styles, storing).taken(body)
    if body.tag == "office_presentation":
        return Slides(text, storing).taken(body)
    raise NotADocument(f"an OpenDocument file of a kind that is not read: {body.tag.removeprefix('office_')}")


def _refuse_encrypted(package: Package) -> None:
    if "META-INF/manifest.xml" not in package:
        return
    for entry in package.tree("META-INF/manifest.xml").iter("manifest_encryption-data"):
        if entry is not None:
            raise PasswordNeeded(
                "the file is encrypted and opens with a password only; save a copy without one"
            )


def _properties(package: Package) -> tuple[str | None, list[Fact]]:
    if "meta.xml" not in package:
        return None, []
    title, facts = None, list[Fact]()
    for element in package.tree("meta.xml").iterfind("office_meta/*"):
        value = " ".join((element.text or "").split())
        if element.tag == "dc_title":
            title = stated_title(value)
        elif element.tag in _FACTS and value:
            facts += property_facts(_FACTS[element.tag], value, CORE)
    return title, facts


def _header_lines(styles: Element | None, text: OdfText) -> Iterator[str]:
    seen: set[str] = set()
    for page in styles.iter("style_master-page") if styles is not None else ():
        for part in page:
            if part.tag not in ("style_header", "style_footer", "style_header-first", "style_footer-first"):
                continue
            for paragraph in part.iter("text_p"):
                line = text.line(paragraph)
                if line and line not in seen:
                    seen.add(line)
                    yield line


def _warnings(text: OdfText, body: Element) -> Iterator[Warned]:
    return leavings(
        hidden=text.hidden,
        comments=text.counts["comments"],
        changes=sum(1 for _ in body.iter("text_changed-region")),
        pictures=text.counts["pictures"],
        contents=len(text.furniture),
    )
