"""An office file's parts, and which part refers to which; what is outside the file is never looked at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from posixpath import dirname, join, normpath
from xml.etree.ElementTree import Element

from belegg.errors import Damaged
from belegg.reading.content import Said
from belegg.reading.office.doctypes import without_doctype
from belegg.reading.office.markup import legal, pieces, tree
from belegg.reading.zipped import Zipped
from belegg.records import Warned
from belegg.text.counted import counted


@dataclass(frozen=True, slots=True)
class Relation:
    """What a part refers to: the last word of its kind (`footnotes`), and a part's name or an address."""

    kind: str
    target: str
    external: bool


class Package:
    """The parts of an office file (OPC) or of another ZIP of XML parts. `external` counts outside targets."""

    def __init__(self, data: bytes) -> None:
        """Raises Damaged and TooLarge."""
        self.zipped = Zipped(data)
        self.external = 0
        self._illegal = 0
        self._unread: list[str] = []
        self._typed: dict[str, int] = {}
        self._relations: dict[str, dict[str, Relation]] = {}

    def __contains__(self, name: str) -> bool:
        return name in self.zipped

    def tree(self, name: str) -> Element:
        """A part's tree. Raises Damaged, PasswordNeeded and TooLarge."""
        return tree(self._data(name), name)

    def aside(self, name: str) -> Element | None:
        """The tree of a part that the text can do without; None, and a warning, when it is damaged."""
        try:
            return self.tree(name)
        except Damaged:
            self._unread.append(name)
            return None

    def pieces(self, name: str, within: frozenset[str], said: Said | None = None) -> Iterator[Element]:
        """A part piece by piece (see `markup.pieces`)."""
        return pieces(self._data(name), name, within, said)

    def _data(self, name: str) -> bytes:
        data, illegal = legal(self.zipped.read(name))
        self._illegal += illegal
        data, references = without_doctype(data)
        if references >= 0:
            self._typed[name] = references
        return data

    def main(self, usual: str) -> str:
        """The name of the part that is the document itself; `usual` where none is named."""
        for relation in self.relations("").values():
            if relation.kind == "officeDocument" and relation.target in self:
                return relation.target
        if usual not in self:
            raise Damaged(f"the file is damaged: it holds no `{usual}`")
        return usual

    def relations(self, name: str) -> dict[str, Relation]:
        """What a part refers to, by id; the file itself has the name ``."""
        if name not in self._relations:
            self._relations[name] = self._read_relations(name)
        return self._relations[name]

    def related(self, name: str, kind: str) -> list[str]:
        """The parts of a kind that a part refers to and the file holds, in order of their ids' appearance."""
        found = self.relations(name).values()
        return [r.target for r in found if r.kind == kind and not r.external and r.target in self]

    def _read_relations(self, name: str) -> dict[str, Relation]:
        folder, _, file = name.rpartition("/")
        listed = join(folder, "_rels", f"{file}.rels")
        if listed not in self:
            return {}
        found: dict[str, Relation] = {}
        for element in self.tree(listed):
            external = element.get("TargetMode") == "External"
            target = element.get("Target") or ""
            kind = (element.get("Type") or "").rpartition("/")[2]
            self.external += external and kind != "hyperlink"
            place = target if external else _resolved(name, target)
            found[element.get("Id") or ""] = Relation(kind, place, external)
        return found

    def warnings(self) -> Iterator[Warned]:
        """What a reader of the report should know about the file itself."""
        if self._illegal:
            yield Warned(
                "control characters", f"taken out: {counted(self._illegal, 'character')} that XML forbids"
            )
        if self._typed:
            names = ", ".join(f"`{name}`" for name in self._typed)
            references = sum(self._typed.values())
            stand = f"; as written stand {counted(references, 'reference')} to entities" if references else ""
            message = f"of the document type in {names} nothing was expanded and nothing opened{stand}"
            yield Warned("document type", message)
        if self._unread:
            names = ", ".join(f"`{name}`" for name in dict.fromkeys(self._unread))
            yield Warned("unread part", f"damaged, and left out: {names}")
        if self.external:
            places = "1 part that stands" if self.external == 1 else f"{self.external} parts that stand"
            yield Warned("outside parts", f"it refers to {places} outside the file; nothing was fetched")


def share(said: Said, number: int, of: int) -> Said:
    """What the part `number` (from 0) of so many is told, as hundredths of a part told to `said`."""

    def told(done: int, whole: int) -> None:
        said(number * 100 + done * 100 // max(whole, 1), of * 100)

    return told


def _resolved(name: str, target: str) -> str:
    """The part that a target means, seen from the part that names it; it cannot leave the file."""
    place = target if target.startswith("/") else join("/", dirname(name), target)
    return normpath(place).lstrip("/")
