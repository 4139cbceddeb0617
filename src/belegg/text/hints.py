"""The source that a draft names beside a quotation."""

from __future__ import annotations

import regex

from belegg.text.page_hints import page_hint, without_pages

REACH_AFTER = 160
REACH_BEFORE = 200

_LINK = r"\[(?P<name>[^\]\n]{1,200})\]\(<?(?P<target>[^)\s>]+)>?(?:\s+\"[^\"\n]*\")?\)"
_KINDS = "md|markdown|txt|pdf|html?|docx?|odt|rst|pptx?|xlsx?|eml"
_FILE = rf"(?P<file>[^\s()\[\]<>«»“”„\"'`,;]+\.(?:{_KINDS}))(?!\w)"
# A report's own number: `S/2025/223`, `A/79/797-S/2025/109`
_CODE = (
    r"(?P<code>(?<![\w/.:])(?=\S*\d)\p{Lu}[\p{L}\d.]*"
    r"(?:/[\p{L}\d.()]*[\p{L}\d)](?:[-–](?=\p{Lu}))?[\p{L}\d]*){1,8})"
)
_TAG = r"\[(?P<tag>\^?[\p{L}\p{N}][\p{L}\p{N} ._-]{0,40})\](?!\()"
_TITLE = r"\((?P<title>[^()\n]{3,160})\)"
_NAMED = regex.compile("|".join((_LINK, _FILE, _CODE, _TAG, _TITLE)))
_DEFINITION = regex.compile(
    r"^[ \t]*(?:[-*][ \t]+)?\[(?P<tag>\^?[^\]\n]{1,40})\]:?[ \t]+(?P<rest>\S[^\n]*)$", regex.M
)
_QUOTE_MARK = regex.compile('[«»“”„‟"]')
_SENTENCE_END = regex.compile(r"[.!?][)»”\"]?\s+(?=\p{Lu})|\n[ \t]*\n")
_PARAGRAPH_END = regex.compile(r"\n[ \t]*\n(?![ \t]*(?:[(—–]|\[[^\]\n]{1,200}\](?!:)))")
_OMISSION = frozenset({"…", "...", "sic"})


class Hints:
    """
    Names of sources in a draft: links, file names, report numbers, tags (`[S1]`) with their list, titles in
    brackets.
    """

    def __init__(self, draft: str) -> None:
        self.draft = draft
        self.defined = {m["tag"]: m["rest"] for m in _DEFINITION.finditer(draft)}

    def beside(self, start: int, end: int) -> str | None:
        """The source named after the passage `start` to `end`, else before it, within its paragraph."""
        return self._after(end) or self._before(start)

    def page_beside(self, start: int, end: int) -> str | None:
        """The page named after the passage, else before it, within its sentence or in the list of sources."""
        stretch = self._stretch_after(end)
        sentence = _SENTENCE_END.search(stretch)
        after = stretch[: sentence.end()] if sentence else stretch
        if found := page_hint(after):
            return found
        for match in _NAMED.finditer(after):
            if match["tag"] and (found := page_hint(self.defined.get(str(match["tag"]), ""))):
                return found
        before, whole = self._stretch_before(start)
        return page_hint(before) if whole else None  # beside another quotation it is that one's

    def _stretch_after(self, end: int) -> str:
        stretch = self.draft[end : end + REACH_AFTER].removeprefix('"')
        for border in (_QUOTE_MARK, _PARAGRAPH_END):
            found = border.search(stretch)
            stretch = stretch[: found.start()] if found else stretch
        return stretch

    def _after(self, end: int) -> str | None:
        stretch = self._stretch_after(end)
        sentence = _SENTENCE_END.search(stretch)
        for match in _NAMED.finditer(stretch):
            if sentence and match.start() > sentence.end():
                return None
            if hint := self._hint(match):
                return hint
        return None

    def _stretch_before(self, start: int) -> tuple[str, bool]:
        """What stands before the passage in its sentence, and whether no other quotation stands in it."""
        stretch = self.draft[max(0, start - REACH_BEFORE) : start].rstrip('«“„”"»')
        ends = [m.end() for m in regex.finditer(r"\n[ \t]*\n(?!\s*\Z)", stretch)]
        stretch = stretch[ends[-1] if ends else 0 :]
        marks = list(_QUOTE_MARK.finditer(stretch))
        stretch = stretch[marks[-1].end() if marks else 0 :]
        sentences = [m.end() for m in _SENTENCE_END.finditer(stretch) if m.end() < len(stretch)]
        stretch = stretch[sentences[-1] if sentences else 0 :]
        return stretch, bool(sentences) or not marks

    def _before(self, start: int) -> str | None:
        stretch, _ = self._stretch_before(start)
        found = [hint for m in _NAMED.finditer(stretch) if m["title"] is None and (hint := self._hint(m))]
        return found[-1] if found else None

    def _hint(self, match: regex.Match[str]) -> str | None:
        if match["target"]:
            return str(match["target"]).split("#")[0] or str(match["name"])
        if match["file"] or match["code"]:
            return str(match["file"] or match["code"])
        if tag := match["tag"]:
            return self._resolved(str(tag))
        return self._in_title(str(match["title"]))

    def _resolved(self, tag: str) -> str | None:
        """What a tag stands for in the draft's own list of sources; else the tag."""
        if tag in _OMISSION:
            return None
        rest = self.defined.get(tag)
        if rest is None:
            return tag.removeprefix("^")
        named = _NAMED.search(rest)
        if named and (named["target"] or named["file"] or named["code"]):
            return self._hint(named)
        return str(rest).strip()[:200]

    def _in_title(self, title: str) -> str | None:
        named = _NAMED.search(title)
        if named and (named["target"] or named["file"] or named["code"] or named["tag"]):
            return self._hint(named)
        plain = without_pages(title.strip().strip("*_"))
        return None if plain in _OMISSION or not plain else plain
