"""
Cuts the fonts of the web interface when a wheel or an editable install is built; they are not committed.

Source Sans 3 and Source Serif 4 (SIL OFL 1.1) come whole from the packages `fontpkg-source-sans-3` and
`fontpkg-source-serif-4`. Of each we keep Latin and Latin Extended-A, the weights that the style sheet uses,
and write woff2 beside a style sheet that names them. Where a package lacks, nothing is written, the build
says so, and pages are set in the fonts of the reader's system. `python hatch_build.py` does it by hand.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).resolve().parent
FOLDER = HERE / "src/belegg/serving/web/static/fonts"
LATIN = "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02DC,U+2000-206F,U+20AC,U+2122,U+2190-2193,U+2212"
EXTENDED_A = "U+0100-0130,U+0132-0151,U+0154-017F"
FONTS = (
    ("sans", "Belegg Sans", "fontpkg_source_sans_3", "SourceSans3[wght].ttf", {"wght": (400, 700)}),
    (
        "serif",
        "Belegg Serif",
        "fontpkg_source_serif_4",
        "SourceSerif4[opsz,wght].ttf",
        {"opsz": 14, "wght": (400, 700)},
    ),
)
PARTS = (("", LATIN), ("-ext", EXTENDED_A))


class CustomBuildHook(BuildHookInterface[Any]):
    """Runs before a wheel, or what stands for one in an editable install, is put together."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        told = cut_all(FOLDER)
        if told:
            self.app.display_warning(told)


def cut_all(folder: Path) -> str:
    """Write the fonts and their style sheet into a folder, unless they are there; says why it cannot."""
    sheet = folder / "fonts.css"
    if sheet.exists() and sheet.stat().st_mtime >= Path(__file__).stat().st_mtime:
        return ""
    lacking = [
        name for name in ("fontTools", "brotli", *(font[2] for font in FONTS)) if find_spec(name) is None
    ]
    if lacking:
        return (
            f"belegg: the web interface is set in the system's fonts, for {', '.join(lacking)} "
            "cannot be imported; install the group `dev`, then build again"
        )
    folder.mkdir(parents=True, exist_ok=True)
    rules = []
    for short, family, package, file, axes in FONTS:
        spec = find_spec(package)
        assert spec is not None, "it was found above"
        source = Path(spec.origin or "").parent / "files" / file
        for ending, characters in PARTS:
            cut(source, folder / f"{short}{ending}.woff2", characters, axes)
            rules.append(
                f'@font-face {{ font-family: "{family}"; src: url({short}{ending}.woff2) format("woff2"); '
                f"font-weight: 400 700; font-display: swap; unicode-range: {characters}; }}\n"
            )
    sheet.write_text("".join(rules), encoding="utf-8")
    return ""


def cut(source: Path, target: Path, characters: str, axes: dict[str, Any]) -> None:
    """One variable font with these characters and what is left of its axes, as woff2."""
    from fontTools.subset import Options, Subsetter, parse_unicodes
    from fontTools.ttLib import TTFont
    from fontTools.varLib.instancer import instantiateVariableFont

    font = TTFont(source)
    options = Options(
        layout_features=["kern", "liga", "locl", "mark", "mkmk", "ccmp", "tnum", "calt"],
        hinting=False,
        notdef_outline=True,
        name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14],
    )
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=parse_unicodes(characters.replace("U+", "")))
    subsetter.subset(font)
    font = instantiateVariableFont(font, axes)
    font.flavor = "woff2"
    font.save(target)


if __name__ == "__main__":
    sys.exit(cut_all(FOLDER) or 0)
