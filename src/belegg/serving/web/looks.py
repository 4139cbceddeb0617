"""The templates: what they may call, and how what a document says is set."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from belegg.serving.web.evidence import Changed, Said, Words, language_guessed

HERE: Final = Path(__file__).parent
STATIC: Final = HERE / "static"
TAGS: Final = {"mark": ("<mark>", "</mark>"), "cut": ('<span class="cutaway">', "</span>"), "plain": ("", "")}


@cache
def environment() -> Environment:
    """Made once: templates are compiled at their first use and kept."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    made.globals.update(
        set_words=set_words,
        set_said=set_said,
        set_changes=set_changes,
        lang=lang,
        ticked=ticked,
        guessed=language_guessed,
        static=static_digest(),
        has_fonts=(STATIC / "fonts" / "fonts.css").exists(),
    )
    return made


@cache
def static_digest() -> str:
    """12 hex digits that change with any static file: what is served below them may be kept for good."""
    made = sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            made.update(path.relative_to(STATIC).as_posix().encode() + b"\0" + path.read_bytes())
    return made.hexdigest()[:12]


def set_words(words: Words) -> Markup:
    """A document's words with their marks, escaped. Raises TypeError for anything that is none."""
    if not isinstance(words, Words):
        raise TypeError(f"only `Words` are set as a document's, and not a `{type(words).__name__}`")
    set_ = Markup("").join(
        Markup(TAGS[each.kind][0]) + escape(each.text) + Markup(TAGS[each.kind][1])
        for each in words.stretches
    )
    return Markup('<span class="lines">{}</span>').format(set_) if words.is_lines else set_


def set_said(part: Said) -> Markup:
    """A part of an answer's sentence: a document's words underlined, the rest as plain text."""
    if part.words is None:
        return escape(part.text)
    return Markup('<q class="w"{}>{}</q>').format(lang(part.words.language), set_words(part.words))


def set_changes(changed: Changed, out: str, put_in: str) -> Markup:
    """
    Words of two versions, escaped: `<del>` and `<ins>`, each with what it is for who cannot see it (`out`,
    `put_in`). Raises TypeError for anything else.
    """
    if not isinstance(changed, Changed):
        raise TypeError(f"only `Changed` is set as a document's, and not a `{type(changed).__name__}`")
    tags = {"removed": ("del", out), "added": ("ins", put_in)}
    told = [
        Markup('<{0}><span class="vh">{1}: </span>{2}</{0}>').format(*tags[run.kind], run.text)
        if run.kind in tags
        else escape(run.text)
        for run in changed.runs
    ]
    return Markup(" ").join(told)


def lang(code: str | None) -> Markup:
    """The attribute that says a stretch's language; nothing where it is not known."""
    return Markup(' lang="{}"').format(code) if code else Markup("")


def ticked(text: str) -> Markup:
    """A sentence of Belegg's own, what stands between backticks set as code."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if number % 2 else escape(part)
        for number, part in enumerate(parts)
    )
