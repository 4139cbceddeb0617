"""EPUB books: the pages of the spine in their order, each read as HTML; metadata by rule."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import dirname, join, normpath
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from belegg.errors import Damaged, NotADocument, PasswordNeeded, ReadingError
from belegg.reading import html
from belegg.reading.content import Content, Said, silent
from belegg.reading.facts import fact_of, language_code
from belegg.reading.office.foreign import add_content
from belegg.reading.office.package import Package
from belegg.reading.office.properties import stated_title
from belegg.reading.stored import TextBuilder
from belegg.records import Fact, Warned

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_FACTS = {
    "dc_creator": "author",
    "dc_publisher": "organisation",
    "dc_date": "published",
    "dc_identifier": "identifier",
    "dc_subject": "subject",
    "dc_description": "description",
}
_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")
_FONTS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
"""What scrambles fonts only; whatever else is encrypted keeps the text from being read."""

ORIGIN = "epub metadata"


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises Damaged, NotADocument, PasswordNeeded and TooLarge."""
    package = Package(data)
    _refuse_encrypted(package)
    opf = _package_document(package)
    root = package.tree(opf)
    builder = TextBuilder()
    furniture: list[str] = []
    warnings: list[Warned] = []
    pages = list(_spine(root, opf))
    if not pages:
        raise NotADocument("the book lists no pages")
    for number, name in enumerate(pages, 1):
        page = _page(package, name, warnings)
        if page is not None:
            add_content(builder, page)
            furniture += page.furniture
            warnings += page.warnings
        said(number, len(pages))
    metadata = next(iter(root.iterfind("opf_metadata")), root)
    title = stated_title(next((each.text or "" for each in metadata.iter("dc_title")), ""))
    return Content(
        builder.text(),
        tuple(builder.blocks),
        title=title,
        language=_language(metadata),
        facts=tuple(_facts(metadata)),
        furniture=tuple(dict.fromkeys(furniture)),
        warnings=(*package.warnings(), *_counted(warnings)),
    )


def _refuse_encrypted(package: Package) -> None:
    if _ENCRYPTION not in package:
        return
    methods = [each.get("Algorithm") or "" for each in package.tree(_ENCRYPTION).iter("enc_EncryptionMethod")]
    if any(method not in _FONTS for method in methods):
        raise PasswordNeeded("the book is protected against copying (DRM) and cannot be read")


def _package_document(package: Package) -> str:
    for rootfile in package.tree(_CONTAINER).iter("ocf_rootfile"):
        name = rootfile.get("full-path") or ""
        if name in package:
            return name
    raise Damaged("the file is damaged: it names no package document of the book")


def _spine(root: Element, opf: str) -> Iterator[str]:
    """The pages in reading order, also those beside the main order (`linear="no"`)."""
    listed = {item.get("id"): item for item in root.iterfind("opf_manifest/opf_item")}
    for reference in root.iterfind("opf_spine/opf_itemref"):
        item = listed.get(reference.get("idref"))
        if item is not None and (item.get("media-type") or _PAGES[0]) in _PAGES:
            yield normpath(join("/", dirname(opf), unquote(item.get("href") or ""))).lstrip("/")


def _page(package: Package, name: str, warnings: list[Warned]) -> Content | None:
    if name not in package:
        warnings.append(Warned("missing part", f"the page `{name}` is not in the file"))
        return None
    try:
        return html.parse(package.zipped.read(name))
    except PasswordNeeded:
        raise
    except ReadingError as error:
        warnings.append(Warned("unread part", f"the page `{name}`: {error}"))
        return None


def _language(metadata: Element) -> str | None:
    codes = (language_code(each.text or "") for each in metadata.iter("dc_language"))
    return next((code for code in codes if code), None)


def _facts(metadata: Element) -> Iterator[Fact]:
    dated = False
    for element in metadata.iter():
        value = " ".join((element.text or "").split())
        if element.tag not in _FACTS or not value or (element.tag == "dc_date" and dated):
            continue
        # The first date is the publication's; later ones are those of the file.
        dated = dated or element.tag == "dc_date"
        yield fact_of(_FACTS[element.tag], value, ORIGIN)


def _counted(warnings: list[Warned]) -> Iterator[Warned]:
    """Each warning once; those of one code on many pages as one, with the first page's words."""
    first: dict[str, Warned] = {}
    counts: dict[str, int] = {}
    for each in warnings:
        first.setdefault(each.code, each)
        counts[each.code] = counts.get(each.code, 0) + 1
    for code, each in first.items():
        more = f" (so on {counts[code]} pages)" if counts[code] > 1 else ""
        yield Warned(code, each.text + more)
