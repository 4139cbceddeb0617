"""The text of a Word paragraph as it is shown: fields by their result, changes as accepted, marks raised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from belegg.reading.counting import counted
from belegg.reading.office.formulas import linear
from belegg.reading.office.symbols import UNKNOWN, symbol
from belegg.reading.office.word_styles import Styles, has_ground, is_on, unseen_by, value_of
from belegg.reading.raised import note_mark, raised

_BREAKS = {"w_tab": "\t", "w_ptab": "\t", "w_br": "\n", "w_cr": "\n", "w_noBreakHyphen": "-"}
_INSERTED, _DELETED = frozenset({"w_ins", "w_moveTo"}), frozenset({"w_del", "w_moveFrom"})
_CONTAINERS = frozenset(
    (
        *(
            "w_hyperlink",
            "w_smartTag",
            "w_customXml",
            "w_sdt",
            "w_sdtContent",
            "w_fldSimple",
            "w_dir",
            "w_bdo",
        ),
        *("mc_AlternateContent", "mc_Choice", "mc_Fallback", "w_ruby", "w_rubyBase"),
    )
)
_UNPRINTED = frozenset({"w_bookmarkStart", "w_bookmarkEnd", "w_proofErr"})
_DRAWN = frozenset({"w_drawing", "w_pict", "w_object"})


@dataclass(slots=True)
class Marks:
    """How notes of one kind are counted: the style, the last number, the mark of each note by its id."""

    style: str = "decimal"
    last: int = 0
    first: int = 1
    shown: dict[str, str] = field(default_factory=dict)

    def next(self, note: str) -> str:
        """The mark of the next note in the text."""
        if note not in self.shown:
            self.last += 1
            self.shown[note] = counted(self.last + self.first - 1, self.style)
        return self.shown[note]


class Runs:
    """
    Reads paragraphs one after the other; fields may reach over several.

    `boxes` gathers the text boxes of the paragraph, `notes` the notes that it refers to (kind, id), `hidden`
    what is not shown, `counts` what else a reader of the report should know.
    """

    def __init__(self, styles: Styles, marks: dict[str, Marks], white_shows: bool) -> None:
        self.boxes: list[Element] = []
        self.notes: list[tuple[str, str]] = []
        self.charts: list[str] = []
        self.diagrams: list[str] = []
        self.hidden: list[str] = []
        self.counts: Counter[str] = Counter()
        self.own_mark = ""
        self._styles = styles
        self._marks = marks
        self._white_shows = white_shows
        self._fields: list[str] = []
        self._pieces: list[str] = []
        self._unseen: list[str] = []
        self._ground = False
        self._paragraph_unseen: bool | None = None
        self._paragraph_colour: str | None = None

    def text(self, paragraph: Element, on_colour: bool = False) -> str:
        """A paragraph's text. `on_colour`: it stands on a ground that may show white letters."""
        properties = paragraph.find("w_pPr")
        style = value_of(properties, "w_pStyle") or self._styles.default
        shaded = properties is not None and has_ground(properties)
        self._ground = self._white_shows or on_colour or shaded or self._styles.shades(style)
        self._paragraph_unseen = self._styles.unseen(style)
        self._paragraph_colour = self._styles.colour(style)
        self._pieces, self._unseen = [], []
        self._walk(paragraph)
        self._fields = [state for state in self._fields if state != "code"]
        if unseen := "".join(self._unseen).strip():
            self.hidden.append(unseen)
        return "".join(self._pieces)

    def mark(self, kind: str, note: str) -> str:
        """The mark of a note that was referred to."""
        return self._marks[kind].shown.get(note, "")

    def _walk(self, element: Element) -> None:
        before = ""
        for child in element:
            tag = child.tag
            if tag == "w_r":
                self._run(child)
            elif tag in _CONTAINERS:
                self._walk(child)
            elif tag in _INSERTED:
                self.counts["changes"] += 1
                self._walk(child)
            elif tag in _DELETED:
                self.counts["changes"] += 1
            elif tag in ("m_oMath", "m_oMathPara"):
                # Formulas side by side stay apart, as Word sets them.
                beside = bool(self._pieces) and self._pieces[-1][-1:].isspace() is False and before == tag
                self._add((" " if beside else "") + linear(child))
            before = tag if tag not in _UNPRINTED else before

    def _run(self, run: Element) -> None:
        properties = run.find("w_rPr")
        unseen = self._is_unseen(properties)
        lifted = self._is_lifted(run, properties)
        for child in run:
            tag = child.tag
            if tag == "w_t":
                text = child.text or ""
                if unseen:
                    self._unseen.append(text)
                else:
                    self._add(raised(text) if lifted else text)
            elif not unseen:
                self._other(child, run)
            elif tag == "w_fldChar":
                self._field(child)

    def _other(self, element: Element, run: Element) -> None:
        tag = element.tag
        if tag in _BREAKS:
            self._add(" " if element.get("w_type") in ("page", "column") else _BREAKS[tag])
        elif tag == "w_fldChar":
            self._field(element)
        elif tag in ("w_footnoteReference", "w_endnoteReference"):
            self._refer(element, tag.removeprefix("w_").removesuffix("Reference"), run)
        elif tag in ("w_footnoteRef", "w_endnoteRef"):
            self._add(self.own_mark)
        elif tag == "w_sym":
            self._symbol(element)
        elif tag in _DRAWN:
            self._drawn(element)
        elif tag == "w_txbxContent":
            self.boxes.append(element)
        elif tag in _CONTAINERS:
            for child in element:
                self._other(child, run)

    def _is_unseen(self, properties: Element | None) -> bool:
        style = value_of(properties, "w_rStyle") or ""
        said = (unseen_by(properties), self._styles.unseen(style), self._paragraph_unseen)
        unseen = next((one for one in said if one is not None), False)
        if unseen or self._ground:
            return unseen
        colour = (value_of(properties, "w_color") or "").upper() or self._styles.colour(style)
        if (colour or self._paragraph_colour) != "FFFFFF":
            return False
        return properties is None or not (
            has_ground(properties) or properties.find("w_highlight") is not None
        )

    def _is_lifted(self, run: Element, properties: Element | None) -> bool:
        """Whether a run's text is raised: by its look, or because it is the mark of a note."""
        place = value_of(properties, "w_vertAlign")
        if place is None and properties is not None:
            place = self._styles.place(value_of(properties, "w_rStyle") or "")
        return place == "superscript" or any(each.get("w_customMarkFollows") for each in run)

    def _add(self, text: str) -> None:
        if "code" not in self._fields:
            self._pieces.append(text)

    def _field(self, element: Element) -> None:
        kind = element.get("w_fldCharType")
        if kind == "begin":
            self._fields.append("code")
            box = element.find("w_ffData/w_checkBox")
            if box is not None:
                state = box.find("w_checked")
                state = box.find("w_default") if state is None else state
                self._pieces.append("☒" if state is not None and is_on(state) else "☐")
        elif kind == "separate" and self._fields:
            self._fields[-1] = "result"
        elif kind == "end" and self._fields:
            self._fields.pop()

    def _refer(self, element: Element, kind: str, run: Element) -> None:
        note = element.get("w_id") or ""
        marks = self._marks[kind]
        if element.get("w_customMarkFollows") in ("1", "true", "on"):
            # The text behind it is the mark.
            marks.shown.setdefault(note, "".join(text.text or "" for text in run.findall("w_t")).strip())
        else:
            self._add(note_mark(marks.next(note)))
        self.notes.append((kind, note))

    def _symbol(self, element: Element) -> None:
        try:
            code = int(element.get("w_char") or "", 16)
        except ValueError:
            code = 0
        sign = symbol(code, element.get("w_font") or "")
        self.counts["symbols"] += sign == UNKNOWN
        self._add(sign)

    def _drawn(self, element: Element) -> None:
        found = False
        for box in _outermost(element, lambda each: each.tag == "w_txbxContent"):
            self.boxes.append(box)
            found = True
        for each in element.iter():
            if each.tag == "c_chart" and (part := each.get("r_id")):
                self.charts.append(part)
            elif each.tag == "dgm_relIds" and (part := each.get("r_dm")):
                self.diagrams.append(part)
            elif each.tag in ("a_blip", "v_imagedata") and not found:
                self.counts["pictures"] += 1


def _outermost(element: Element, wanted: Callable[[Element], bool]) -> list[Element]:
    """The elements that are wanted, not looking for more inside them."""
    found: list[Element] = []
    for child in element:
        if wanted(child):
            found.append(child)
        else:
            found += _outermost(child, wanted)
    return found
