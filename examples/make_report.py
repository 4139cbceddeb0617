"""
Make the field report of the demo company as a PDF of twelve pages.

The text stands in `report.txt` beside this file. The same text gives the same bytes at every run:
reportlab's invariant mode fixes dates and ids, streams are not compressed, and no font is embedded.

    python examples/make_report.py            writes examples/company/reports/SVR-2026-03.pdf

Marks in the text: `#`, `##`, `###` headings, `@columns N` (begins a page), `@table CAPTION` … `@end`,
`@hyphens` words with the places where they may be divided, `[^N]` a footnote mark and `[^N]: …` its text.
A line is a paragraph. All lengths are in points.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from pathlib import Path

from reportlab.lib.pagesizes import A4
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

HERE = Path(__file__).parent
TARGET = HERE / "company" / "reports" / "SVR-2026-03.pdf"

TITLE = "Battery life in cold ground"
SUBTITLE = "A field study of 412 POL-358 loggers, 2020–2026"
NUMBER = "SVR-2026-03"
DATE = "20 August 2026"
AUTHORS = "Päivi Hämäläinen, Eirik Løvås and Odd-Arne Grønbæk"
ABOUT = (
    "Published by Strømvåg Instrument AS, Målarbrygga 7, Ålesund.",
    f"Report no. {NUMBER}. First edition, {DATE}.",
    "Period covered: 14 September 2020 to 30 April 2026.",
    "The report may be passed on as a whole. Figures may be quoted when the report is named. The authors "
    "answer for the content; the company has not asked for any change in it.",
)

LEFT, RIGHT, TOP, BOTTOM = 71.0, A4[0] - 71.0, A4[1] - 92.0, 82.0
GUTTER = 22.0
NOTE_RULE = 9.0
MARK = re.compile(r"\[\^(\d+)\]")


@dataclass(frozen=True)
class Style:
    """A font, its size and the distance from one baseline to the next, with the space above."""

    font: str
    size: float
    leading: float
    above: float = 0.0


BODY = Style("Times-Roman", 11, 15, 7)
NOTE = Style("Times-Roman", 8.5, 10.5)
CAPTION = Style("Times-Italic", 9.5, 13, 8)
HEADINGS = (
    Style("Helvetica-Bold", 16, 21, 16),
    Style("Helvetica-Bold", 12, 16, 12),
    Style("Helvetica", 11, 15, 8),
)


@dataclass(frozen=True)
class Block:
    """One piece of the text: `kind` is body, heading, columns or table; `rows` is filled for a table only."""

    kind: str
    text: str
    level: int = 0
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Manuscript:
    """The report's text: blocks in order, footnotes by number, and the words that may be divided."""

    blocks: tuple[Block, ...]
    notes: dict[int, str]
    divisions: dict[str, tuple[str, ...]]


def parse(text: str) -> Manuscript:
    """Read the marks that the head of this file lists."""
    blocks: list[Block] = []
    notes: dict[int, str] = {}
    divisions: dict[str, tuple[str, ...]] = {}
    lines = iter(line for line in text.splitlines() if line.strip())
    for line in lines:
        if line.startswith("@hyphens "):
            divisions.update((w.replace("-", ""), tuple(w.split("-"))) for w in line.split()[1:])
        elif line.startswith("@columns "):
            blocks.append(Block("columns", "", int(line.split()[1])))
        elif line.startswith("@table "):
            rows = []
            while (row := next(lines)) != "@end":
                rows.append(tuple(cell.strip() for cell in row.split("|")))
            blocks.append(Block("table", line.removeprefix("@table "), rows=tuple(rows)))
        elif note := re.match(r"\[\^(\d+)\]: (.*)", line):
            notes[int(note[1])] = note[2]
        elif line.startswith("#"):
            hashes, heading = line.split(" ", 1)
            blocks.append(Block("heading", heading, len(hashes)))
        else:
            blocks.append(Block("body", line))
    return Manuscript(tuple(blocks), notes, divisions)


def word_width(word: str, style: Style) -> float:
    """The width of a word with its footnote marks set small."""
    marks = "".join(MARK.findall(word))
    plain = MARK.sub("", word)
    return float(
        stringWidth(plain, style.font, style.size) + stringWidth(marks, style.font, style.size * 0.62)
    )


def divide(word: str, room: float, style: Style, divisions: dict[str, tuple[str, ...]]) -> tuple[str, str]:
    """The longest hyphened head of `word` that fits in `room`, and the rest; ("", word) when none does."""
    bare = re.match(r"[A-Za-z]+", word)
    parts = divisions.get(bare[0].lower(), ()) if bare else ()
    for count in range(len(parts) - 1, 0, -1):
        cut = sum(len(part) for part in parts[:count])
        if word_width(word[:cut] + "-", style) <= room:
            return word[:cut] + "-", word[cut:]
    return "", word


def break_lines(
    text: str, width: float, style: Style, divisions: dict[str, tuple[str, ...]]
) -> list[list[str]]:
    """Fill lines of `width` greedily, dividing a word only where `divisions` allows it."""
    space = stringWidth(" ", style.font, style.size)
    lines: list[list[str]] = [[]]
    used = 0.0
    for word in text.split(" "):
        rest = word
        gap = space if lines[-1] else 0.0
        if used + gap + word_width(rest, style) > width:
            head, rest = divide(word, width - used - gap, style, divisions)
            if head:
                lines[-1].append(head)
            lines.append([])
            used, gap = 0.0, 0.0
        lines[-1].append(rest)
        used += gap + word_width(rest, style)
    return lines


@dataclass
class Press:
    """Sets blocks column by column; footnotes stand at the foot of the column that holds their mark."""

    canvas: Canvas
    manuscript: Manuscript
    first_page: int
    columns: int = 1
    column: int = 0
    y: float = TOP
    pending: list[list[str]] = field(default_factory=list)
    contents: list[tuple[Block, int]] = field(default_factory=list)
    page: int = 0

    def __post_init__(self) -> None:
        self.page = self.first_page
        running_lines(self.canvas, self.page)

    @property
    def width(self) -> float:
        return float((RIGHT - LEFT - GUTTER * (self.columns - 1)) / self.columns)

    @property
    def x(self) -> float:
        return LEFT + self.column * (self.width + GUTTER)

    def floor(self, more: int = 0) -> float:
        """The lowest baseline that the footnotes of this column, and `more` lines of them, leave free."""
        count = len(self.pending) + more
        return BOTTOM + (count * NOTE.leading + NOTE_RULE if count else 0.0)

    def note_lines(self, words: list[str]) -> list[list[str]]:
        numbers = [int(n) for n in MARK.findall(" ".join(words))]
        return [
            line
            for n in numbers
            for line in break_lines(f"{n} {self.manuscript.notes[n]}", self.width, NOTE, {})
        ]

    def flush_notes(self) -> None:
        if not self.pending:
            return
        y = BOTTOM + (len(self.pending) - 1) * NOTE.leading
        self.canvas.setLineWidth(0.4)
        self.canvas.line(self.x, y + NOTE.leading + 1, self.x + 60, y + NOTE.leading + 1)
        for words in self.pending:
            draw_line(self.canvas, words, self.x, y, NOTE)
            y -= NOTE.leading
        self.pending = []

    def next_column(self) -> None:
        self.flush_notes()
        self.column += 1
        if self.column == self.columns:
            self.canvas.showPage()
            self.page, self.column = self.page + 1, 0
            running_lines(self.canvas, self.page)
        self.y = TOP

    def set_columns(self, count: int) -> None:
        self.column = self.columns - 1
        self.next_column()
        self.columns = count

    def set_line(self, words: list[str], style: Style, fill: bool) -> None:
        notes = self.note_lines(words)
        if self.y - style.leading < self.floor(len(notes)):
            self.next_column()
        self.y -= style.leading
        self.pending += notes
        draw_line(self.canvas, words, self.x, self.y, style, self.width if fill else None)

    def set_body(self, text: str) -> None:
        lines = break_lines(text, self.width, BODY, self.manuscript.divisions)
        self.y -= BODY.above
        for number, words in enumerate(lines):
            self.set_line(words, BODY, fill=number < len(lines) - 1)

    def set_heading(self, block: Block) -> None:
        style = HEADINGS[block.level - 1]
        if self.y - style.above - style.leading - 3 * BODY.leading < self.floor():
            self.next_column()
        self.y -= style.above if self.y < TOP else 0.0
        self.contents.append((block, self.page))
        for words in break_lines(block.text, self.width, style, {}):
            self.set_line(words, style, fill=False)

    def set_table(self, block: Block) -> None:
        if self.y - CAPTION.above - CAPTION.leading - len(block.rows) * 15 - 12 < self.floor():
            self.next_column()
        self.y -= CAPTION.above
        self.set_line(block.text.split(" "), CAPTION, fill=False)
        share = self.width / (len(block.rows[0]) + 0.6)
        for number, row in enumerate(block.rows):
            self.y -= 15
            font = "Times-Bold" if number == 0 else "Times-Roman"
            self.canvas.setFont(font, 10)
            self.canvas.drawString(self.x, self.y, row[0])
            for place, cell in enumerate(row[1:], 2):
                self.canvas.drawRightString(self.x + share * (place + 0.6), self.y, cell)
            if number in (0, len(block.rows) - 1):
                self.canvas.setLineWidth(0.6)
                self.canvas.line(self.x, self.y - 4, self.x + self.width, self.y - 4)
        self.y -= 8

    def set_all(self) -> None:
        for block in self.manuscript.blocks:
            if block.kind == "columns":
                self.set_columns(block.level)
            elif block.kind == "heading":
                self.set_heading(block)
            elif block.kind == "table":
                self.set_table(block)
            else:
                self.set_body(block.text)
        self.flush_notes()
        self.canvas.showPage()


def draw_line(
    canvas: Canvas, words: list[str], x: float, y: float, style: Style, width: float | None = None
) -> None:
    """Draw one line, spread to `width` when one is given; footnote marks stand small and raised."""
    text = canvas.beginText(x, y)
    text.setFont(style.font, style.size)
    gaps = len(words) - 1
    natural = sum(word_width(w, style) for w in words) + gaps * stringWidth(" ", style.font, style.size)
    text.setWordSpace((width - natural) / gaps if width is not None and gaps else 0)
    for number, word in enumerate(words):
        for place, piece in enumerate(MARK.split(word)):
            if place % 2:
                text.setFont(style.font, style.size * 0.62)
                text.setRise(style.size * 0.38)
                text.textOut(piece)
                text.setRise(0)
                text.setFont(style.font, style.size)
            elif piece:
                text.textOut(piece)
        if number < gaps:
            text.textOut(" ")
    canvas.drawText(text)


def running_lines(canvas: Canvas, page: int) -> None:
    """Header and footer, on every page but the title page."""
    canvas.setFont("Helvetica", 8)
    canvas.drawString(LEFT, A4[1] - 58, f"Strømvåg Instrument AS · {NUMBER}")
    canvas.drawRightString(RIGHT, A4[1] - 58, TITLE)
    canvas.setLineWidth(0.3)
    canvas.line(LEFT, A4[1] - 63, RIGHT, A4[1] - 63)
    canvas.drawString(LEFT, 50, DATE)
    canvas.drawRightString(RIGHT, 50, f"Page {page}")


def title_page(canvas: Canvas) -> None:
    canvas.setFont("Helvetica", 11)
    canvas.drawString(LEFT, 720, "Strømvåg Instrument AS")
    canvas.drawString(LEFT, 704, f"Report {NUMBER}")
    canvas.setFont("Helvetica-Bold", 28)
    canvas.drawString(LEFT, 520, TITLE)
    canvas.setFont("Helvetica", 15)
    canvas.drawString(LEFT, 492, SUBTITLE)
    canvas.setFont("Times-Roman", 12)
    canvas.drawString(LEFT, 440, AUTHORS)
    canvas.drawString(LEFT, 140, f"Ålesund and Oulu, {DATE}")
    canvas.showPage()


def contents_page(canvas: Canvas, contents: list[tuple[Block, int]]) -> None:
    running_lines(canvas, 2)
    y = TOP - 20
    canvas.setFont("Helvetica-Bold", 16)
    canvas.drawString(LEFT, y, "Contents")
    y -= 24
    for block, page in contents:
        canvas.setFont("Times-Bold" if block.level == 1 else "Times-Roman", 10)
        x = LEFT + 14 * (block.level - 1)
        dots = "." * int((RIGHT - 16 - x - stringWidth(block.text, "Times-Bold", 10)) / 2.5)
        canvas.drawString(x, y, f"{block.text} {dots[4:]}")
        canvas.drawRightString(RIGHT, y, str(page))
        y -= 12.6
    y = BOTTOM + 64
    for paragraph in ABOUT:
        for words in break_lines(paragraph, RIGHT - LEFT, NOTE, {}):
            draw_line(canvas, words, LEFT, y, NOTE)
            y -= NOTE.leading
    canvas.showPage()


def new_canvas(target: io.BytesIO) -> Canvas:
    canvas = Canvas(target, pagesize=A4, invariant=1, pageCompression=0)
    canvas.setTitle(f"{TITLE}: {SUBTITLE}")
    canvas.setAuthor(AUTHORS)
    canvas.setSubject(f"Report {NUMBER}, {DATE}")
    canvas.setCreator("Strømvåg Instrument AS")
    return canvas


def make_report(text: str) -> bytes:
    """The PDF as bytes. Set twice: the first pass finds the pages for the table of contents."""
    manuscript = parse(text)
    trial = Press(new_canvas(io.BytesIO()), manuscript, first_page=3)
    trial.set_all()
    target = io.BytesIO()
    canvas = new_canvas(target)
    title_page(canvas)
    contents_page(canvas, trial.contents)
    Press(canvas, manuscript, first_page=3).set_all()
    canvas.save()
    return target.getvalue()


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_bytes(make_report((HERE / "report.txt").read_text(encoding="utf-8")))
    print(f"wrote {TARGET}")
