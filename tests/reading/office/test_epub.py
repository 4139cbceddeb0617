"""EPUB books: the pages of the spine, in its order."""

from __future__ import annotations

import pytest

from belegg.errors import Damaged, PasswordNeeded
from belegg.reading.office.epub import parse
from reading.office.office_files import zipped

pytestmark = pytest.mark.req("ING-11")

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'
)


def book(
    parts: dict[str, str | bytes],
    order: tuple[str, ...],
    metadata: str = "",
    others: dict[str, str | bytes] | None = None,
) -> bytes:
    items = "".join(
        f'<item id="{name}" href="{name.replace(" ", "%20")}" media-type="application/xhtml+xml"/>'
        for name in sorted(order)
    )
    spine = "".join(f'<itemref idref="{name}"/>' for name in order)
    opf = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<metadata>{metadata}</metadata><manifest>{items}</manifest><spine>{spine}</spine></package>"
    )
    pages = {f"OEBPS/{name}": page for name, page in parts.items()}
    members: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
        "OEBPS/book.opf": opf,
    }
    return zipped({**members, **pages, **(others or {})})


def page(*paragraphs: str) -> str:
    return f"<html><body>{''.join(f'<p>{each}</p>' for each in paragraphs)}</body></html>"


def test_pages_come_in_the_order_of_the_spine() -> None:
    parts: dict[str, str | bytes] = {
        "a.xhtml": page("Second."),
        "b one.xhtml": "<html><body><h1>One</h1><p>First.</p></body></html>",
    }

    content = parse(book(parts, ("b one.xhtml", "a.xhtml")))

    assert content.text == "One\n\nFirst.\n\nSecond."
    assert [block.kind for block in content.blocks] == ["heading", "paragraph", "paragraph"]


@pytest.mark.req("ING-9")
def test_metadata_are_facts() -> None:
    metadata = (
        "<dc:title>On Ice</dc:title><dc:creator>E. F. Benson</dc:creator><dc:language>en-GB</dc:language>"
        "<dc:date>1913-01-02</dc:date><dc:date>2023-02-26</dc:date><dc:publisher>Allen</dc:publisher>"
    )

    content = parse(book({"a.xhtml": page("x")}, ("a.xhtml",), metadata))

    assert (content.title, content.language) == ("On Ice", "en")
    assert [(f.name, f.value) for f in content.facts] == [
        ("author", "E. F. Benson"),
        ("published", "1913-01-02"),
        ("organisation", "Allen"),
    ]


def test_a_page_that_is_missing_is_said_and_the_others_are_read() -> None:
    content = parse(book({"a.xhtml": page("There.")}, ("gone.xhtml", "a.xhtml")))

    assert content.text == "There."
    assert [w.text for w in content.warnings] == ["the page `OEBPS/gone.xhtml` is not in the file"]


def test_a_protected_book_says_so_and_scrambled_fonts_are_no_protection() -> None:
    def protected(method: str) -> bytes:
        listed = f'<e><EncryptionMethod xmlns="http://www.w3.org/2001/04/xmlenc#" Algorithm="{method}"/></e>'
        return book({"a.xhtml": page("x")}, ("a.xhtml",), others={"META-INF/encryption.xml": listed})

    assert parse(protected("http://www.idpf.org/2008/embedding")).text == "x"
    with pytest.raises(PasswordNeeded, match="DRM"):
        parse(protected("http://www.w3.org/2001/04/xmlenc#aes128-cbc"))


def test_a_book_without_its_package_document_is_damaged() -> None:
    with pytest.raises(Damaged, match="names no package document"):
        parse(zipped({"META-INF/container.xml": CONTAINER}))
