"""Where somebody goes after signing in: a page of ours, or the first one."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urlsplit

LONGEST: Final = 2000
PLAIN: Final = re.compile(r"/(?![/\\])[!-\[\]-~]*\Z")
"""A path from its first slash, in printable ASCII without blanks and backslashes, and no second slash."""


def next_page(wanted: str | None, base_path: str = "") -> str:
    """
    The page that is wanted when it is one of ours under `base_path`, else the first one.

    Browsers read `//host`, `/\\host`, a tab or line break in between, and `/..//host` as another site's.
    """
    home = f"{base_path}/"
    if not wanted or len(wanted) > LONGEST or not PLAIN.match(wanted):
        return home
    try:
        parts = urlsplit(wanted)
    except ValueError:
        return home
    path = parts.path.casefold().replace("%2f", "/").replace("%5c", "\\").replace("%2e", ".")
    is_ours = path.startswith(home) and not any(odd in path for odd in ("//", "\\", "/../", "/./"))
    if parts.scheme or parts.netloc or not is_ours or path.endswith(("/..", "/.")):
        return home
    return wanted
