"""
Word documents: what Word shows, in the order of the page, as blocks.

Numbers of headings and lists are computed, changes are taken as accepted, notes stand behind their section,
hidden text is left out and reported. Nothing outside the file is opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from belegg.reading.authored import profile_of
from belegg.reading.content import Content, Said, silent
from belegg.reading.office.drawings import chart_lines, diagram_paragraphs
from belegg.reading.office.embedded import embedded
from belegg.reading.office.foreign import Foreign
from belegg.reading.office.leavings import leavings
from belegg.reading.office.package import Package
from belegg.reading.office.properties import core_properties, stated_language
from belegg.reading.office.word_body import Body
from belegg.reading.office.word_numbering import Numbering
from belegg.reading.office.word_runs import Marks, Runs
from belegg.reading.office.word_styles import Styles, value_of
from belegg.reading.stored import Storing
from belegg.records import Warned

_BODY = frozenset({"w_body"})
_NOTES = (("footnote", "footnotes", "decimal"), ("endnote", "endnotes", "lowerRoman"))


def parse(data: bytes, said: Said = silent) -> Content:
    """Raises Damaged, PasswordNeeded and TooLarge."""
    package = Package(data)
    reading = _Reading(package, package.main("word/document.xml"))
    return reading.content(said)


class _Reading:
    """One document while it is read."""

    def __init__(self, package: Package, main: str) -> None:
        self._package = package
        self._main = main
        self._storing = Storing()
        self._headers: dict[str, None] = {}
        self._restarts = False
        self._styles = Styles(self._part("styles"))
        self._marks = {kind: Marks(style) for kind, _, style in _NOTES}
        self._settings = self._part("settings")
        self._count_notes(self._settings)
        self._runs = Runs(self._styles, self._marks, self._has_background())
        self._foreign = Foreign(package, main)
        numbering = Numbering(self._part("numbering"))
        self._body = Body(
            self._runs, self._styles, numbering, self._storing, dict(self._notes()), self._foreign.take
        )

    def content(self, said: Said) -> Content:
        for piece in self._package.pieces(self._main, _BODY, said):
            self._take(piece)
        self._body.finish()
        builder = self._body.builder
        by_look = tuple(self._body.looks.headings(builder.blocks))
        cover = self._body.looks.title(builder.blocks)
        title, facts = core_properties(self._package)
        parts, unread = embedded(self._package)
        furniture = (*self._header_lines(), *self._body.furniture, *self._foreign.furniture)
        text = builder.text()
        return Content(
            text,
            tuple(builder.blocks),
            title=self._body.title or title or cover,
            language=stated_language(text, self._styles.languages()),
            facts=tuple(facts),
            furniture=furniture,
            warnings=(
                *self._warnings(),
                *self._package.warnings(),
                *self._storing.warnings(),
                *by_look,
                *self._foreign.warnings,
                *unread,
            ),
            profile=profile_of(text, builder.blocks),
            parts=parts,
        )

    def _take(self, piece: Element) -> None:
        for section in (piece,) if piece.tag == "w_sectPr" else piece.findall("w_pPr/w_sectPr"):
            self._section(section)
        self._body.take(piece)
        for part in self._own(self._runs.charts):
            title, lines = chart_lines(self._package, part)
            self._body.builder.add("paragraph", self._storing.text(title))
            self._body.builder.add("table", self._storing.text("\n".join(lines)))
        for part in self._own(self._runs.diagrams):
            for paragraph in diagram_paragraphs(self._package, part):
                self._body.builder.add("paragraph", self._storing.text(paragraph))
        self._runs.charts, self._runs.diagrams = [], []

    def _own(self, ids: list[str]) -> Iterator[str]:
        """The parts that are referred to by these ids, those that are inside the file."""
        relations = self._package.relations(self._main)
        for each in ids:
            relation = relations.get(each)
            if relation is not None and not relation.external and relation.target in self._package:
                yield relation.target

    def _part(self, kind: str) -> Element | None:
        names = self._package.related(self._main, kind)
        usual = f"word/{kind}.xml"
        names = names or ([usual] if usual in self._package else [])
        return self._package.tree(names[0]) if names else None

    # ---------------------------------------------------------------- notes and sections

    def _notes(self) -> Iterator[tuple[tuple[str, str], Element]]:
        for kind, part, _ in _NOTES:
            root = self._part(part)
            for note in root if root is not None else ():
                if (note.get("w_type") or "normal") == "normal":
                    yield (kind, note.get("w_id") or ""), note

    def _count_notes(self, holder: Element | None) -> None:
        """How notes are counted, as the settings say."""
        for kind, marks in self._marks.items():
            properties = holder.find(f"w_{kind}Pr") if holder is not None else None
            if properties is None:
                continue
            marks.style = value_of(properties, "w_numFmt") or marks.style
            start = value_of(properties, "w_numStart")
            marks.first = int(start) if start and start.isdecimal() and len(start) < 6 else marks.first
            restart = value_of(properties, "w_numRestart")
            self._restarts = self._restarts or restart in ("eachPage", "eachSect")

    def _section(self, section: Element) -> None:
        restarts = (value_of(section, f"w_{kind}Pr/w_numRestart") for kind in self._marks)
        self._restarts = self._restarts or any(each in ("eachPage", "eachSect") for each in restarts)
        for reference in (*section.findall("w_headerReference"), *section.findall("w_footerReference")):
            for part in self._own([reference.get("r_id") or ""]):
                self._headers[part] = None

    def _header_lines(self) -> Iterator[str]:
        seen: set[str] = set()
        for part in self._headers:
            for paragraph in self._package.tree(part).iter("w_p"):
                text = " ".join(self._storing.text(self._runs.text(paragraph, True)).split())
                if text and text not in seen:
                    seen.add(text)
                    yield text
        self._runs.boxes = []

    def _has_background(self) -> bool:
        """Whether the page has a colour of its own, on which white letters show."""
        return self._settings is not None and self._settings.find("w_displayBackgroundShape") is not None

    # ---------------------------------------------------------------- the report

    def _warnings(self) -> Iterator[Warned]:
        runs = self._runs
        yield from leavings(
            hidden=runs.hidden,
            comments=self._comments(),
            changes=runs.counts["changes"],
            pictures=runs.counts["pictures"],
            contents=len(self._body.furniture),
            symbols=runs.counts["symbols"],
        )
        if self._restarts:
            message = "notes count anew on each page or section there; here they count on"
            yield Warned("note numbers", message)

    def _comments(self) -> int:
        names = self._package.related(self._main, "comments")
        names = names or [name for name in ("word/comments.xml",) if name in self._package]
        roots = [self._package.aside(name) for name in names]
        return sum(1 for root in roots if root is not None for _ in root.iter("w_comment"))
