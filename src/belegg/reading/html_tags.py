"""Which HTML elements are skipped, which begin and end a block, which do not nest."""

from __future__ import annotations

_SKIPPED = """
    script style iframe object embed audio video canvas select datalist button input textarea map
    annotation annotation-xml desc defs metadata head title -comment
"""
_BLOCKS = """
    address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption
    figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu ol p pre section summary
    table tbody td tfoot th thead tr ul
"""
_NOT_NESTING = """
    area base br col embed hr img input link meta param source track wbr
    p li dt dd td th tr thead tbody tfoot option optgroup colgroup rp rt
"""

SKIPPED = frozenset(_SKIPPED.split())
BLOCKS = frozenset(_BLOCKS.split())
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
LISTS = frozenset({"ul", "ol", "dl", "menu", "dir"})
UNSEEN = frozenset({"template", "noscript"})
RAW = frozenset({"script", "style", "textarea", "title", "xmp"})
"""Elements whose content is no markup."""

NOT_NESTING = frozenset(_NOT_NESTING.split())
"""Elements without content, and those that end by themselves when the next begins."""
