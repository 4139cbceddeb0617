"""What holds inside a group of an RTF file, and which groups hold text."""

from __future__ import annotations

from dataclasses import dataclass

SKIPPED = frozenset(
    (
        *(
            "colortbl",
            "pict",
            "object",
            "objdata",
            "themedata",
            "colorschememapping",
            "datastore",
            "generator",
        ),
        *("listtable", "listoverridetable", "rsidtbl", "xmlnstbl", "latentstyles", "revtbl", "filetbl", "sp"),
        *("fldinst", "xe", "tc", "bkmkstart", "bkmkend", "annotation", "atnid", "atnauthor", "atndate", "sn"),
        *("userprops", "template", "nonshppict", "blipuid", "shprslt", "docvar", "private", "ftnsep"),
        *("ftnsepc", "aftnsep", "aftnsepc", "ftncn", "aftncn", "pgdsctbl", "protusertbl", "background", "do"),
    )
)
HEADERS = frozenset(f"{name}{side}" for name in ("header", "footer") for side in ("", "l", "r", "f"))
SHOWN_IF_MARKED = frozenset({"shpinst", "shptxt", "shppict", "ud", "pn", "pntext", "listtext"})
"""Groups behind `\\*`, which older programs pass over, that are looked into."""

CHARSETS = {
    2: "symbol",
    77: "mac-roman",
    128: "cp932",
    129: "cp949",
    134: "gbk",
    136: "big5",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
}
PAGES = {"ansi": "cp1252", "mac": "mac-roman", "pc": "cp437", "pca": "cp850"}
LETTERS = {
    "tab": "\t",
    "line": "\n",
    "emdash": "—",
    "endash": "–",
    "lquote": "‘",
    "rquote": "’",
    "bullet": "•",
    "ldblquote": "“",
    "rdblquote": "”",
    "emspace": " ",
    "enspace": " ",
    "qmspace": " ",
    "cell": "",
}
SIGNS = {"~": "\u00a0", "_": "-", "\n": "", "\r": "", "\t": "\t", "{": "{", "}": "}", "\\": "\\"}
LANGUAGES = {
    1033: "en",
    2057: "en",
    1044: "nb",
    2068: "nn",
    1053: "sv",
    2077: "sv",
    1035: "fi",
    1030: "da",
    1031: "de",
    2055: "de",
    3079: "de",
    1036: "fr",
    1034: "es",
    3082: "es",
    1040: "it",
    1043: "nl",
}


@dataclass(slots=True)
class State:
    """
    `into` says where text goes: `text`, `header`, `note`, `marker`, `skip`, `shape`, or the name of a table
    or property (`fonttbl`, `stylesheet`, `title` …).
    """

    into: str = "text"
    font: int = -1
    hidden: bool = False
    raised: bool = False
    style: int = -1
    level: int | None = None
    in_table: bool = False
    first: bool = True
    marked: bool = False
    upr: bool = False
