"""Which HTML elements are skipped, which begin and end a block, which do not nest, which are seen."""

from __future__ import annotations

_SKIPPED = """
    script style embed annotation annotation-xml desc defs metadata head title -comment
"""
_BLOCKS = """
    address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption
    figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu ol p plaintext pre
    search section summary table tbody td tfoot th thead tr ul xmp
"""
_NOT_NESTING = """
    area base br col embed hr img input link meta param source track wbr
    p li dt dd td th tr thead tbody tfoot option optgroup colgroup rp rt
"""

SKIPPED = frozenset(_SKIPPED.split())
BLOCKS = frozenset(_BLOCKS.split())
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LISTS = frozenset({"ul", "ol", "dl", "menu", "dir"})
CONTROLS = frozenset({"input", "select", "textarea"})
BOXES = frozenset({"button", "marquee"})
"""Stand in a line and are drawn apart from the words beside them."""

BLOCK_DISPLAYS = frozenset(
    {"block", "flex", "flow-root", "grid", "list-item", "table", "table-cell", "table-row"}
)
UNSEEN = frozenset(
    {
        *("template", "noscript", "noframes", "noembed", "datalist"),
        *("iframe", "object", "audio", "video", "canvas"),
    }
)
"""Hold what a browser shows only where it cannot do otherwise."""

SECTIONS = frozenset(
    {
        *("article", "aside", "main", "nav", "section", "blockquote", "details", "dialog", "fieldset"),
        *("figure", "li", "td", "th"),
    }
)
"""A footer inside one of these is the footer of that, and none of the page."""

RAW = frozenset({"script", "style", "textarea", "title", "xmp"})
"""Elements whose content is no markup."""

NOT_NESTING = frozenset(_NOT_NESTING.split())
"""Elements without content, and those that end by themselves when the next begins."""
