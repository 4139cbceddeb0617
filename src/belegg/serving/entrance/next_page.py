"""Where somebody goes after signing in: a page of ours, or the first one."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

HOME: Final = "/"
LONGEST: Final = 2000
DOORS: Final = ("/sign-in", "/sign-out", "/auth/")
"""Nobody who has just come in wants to go there."""
PLAIN: Final = re.compile(r"/(?![/\\])[!-\[\]-~]*\Z")
"""A path from its first slash, in printable ASCII without blanks and backslashes, and no second slash."""


def next_page(wanted: str | None) -> str:
    """
    The page that is wanted, below our base path, when it is one of ours; else the first one.

    Browsers read `//host`, `/\\host`, a tab or line break in between, and `/..//host` as another site's, and
    `/..` as what lies beside us behind a proxy.
    """
    if not wanted or len(wanted) > LONGEST or not PLAIN.match(wanted):
        return HOME
    try:
        parts = urlsplit(wanted)
    except ValueError:
        return HOME
    path = parts.path.casefold().replace("%2f", "/").replace("%5c", "\\").replace("%2e", ".")
    if path.startswith(DOORS):
        return HOME
    is_odd = any(odd in f"{path}/" for odd in ("//", "\\", "/../", "/./")) and path != HOME
    return HOME if parts.scheme or parts.netloc or is_odd else wanted
