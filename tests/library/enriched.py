"""A model that enriches by rule, and libraries for it to enrich."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from belegg import Library
from belegg.records import OWNER, DocumentHead, Passage, Scope
from belegg.records.chat import Reply
from belegg.testing.chat import Line, Request, ScriptedChat, says

ANYONE = Scope(OWNER)
EMPTY = dict.fromkeys(
    ("title", "organisation", "published", "reference_period", "report_number", "language"), ""
)
PASSAGE = re.compile(r"^Passage \d+[^\n]*\n<<<(\w+)\n(.*?)\n\1>>>$", re.M | re.S)


def passages_in(request: Request) -> list[str]:
    """The passages that a request asks lines for; none when it asks about a document."""
    return [found[2] for found in PASSAGE.finditer(request.messages[-1].text)]


def is_about_facts(request: Request) -> bool:
    return request.messages[-1].text.startswith("File: ")


def lines(*given: str) -> Reply:
    return says(json.dumps({"lines": [{"passage": n, "line": line} for n, line in enumerate(given, 1)]}))


def facts(**given: str) -> Reply:
    return says(json.dumps(EMPTY | given))


def writes(
    line: Callable[[str], str] = lambda text: f"about {text.split()[-1]}", **proposed: str
) -> Callable[[Request], Reply]:
    """A line of a script: a line made of each passage's text, and always the same facts."""

    def reply(request: Request) -> Reply:
        if is_about_facts(request):
            return facts(**proposed)
        return lines(*map(line, passages_in(request)))

    return reply


def model(*script: Line, id: str = "fake:small@here") -> ScriptedChat:
    return ScriptedChat(script or [writes()], id)


def asked_for_lines(chat: ScriptedChat) -> list[str]:
    """Every passage that a line was asked for, in order."""
    return [text for request in chat.asked for text in passages_in(request)]


def asked_for_facts(chat: ScriptedChat) -> int:
    return sum(map(is_about_facts, chat.asked))


def stored(library: Library, source: str) -> tuple[DocumentHead, list[Passage]]:
    head = library.document(source, ANYONE)
    ((head, passages),) = library.store.stored_passages([head.id])
    return head, list(passages)


def found(library: Library, query: str, scope: Scope = ANYONE) -> list[str]:
    """The texts of the passages that words find."""
    hits = library.search(query, scope, 20, mode="keyword", per_document=20).hits
    return [hit.passage.text for hit in hits]


def written(folder: Path, **texts: str) -> Path:
    """A folder of Markdown files by name."""
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


def sections(words: Iterable[str]) -> str:
    """A document of a passage for each word, with enough of its own text to be one."""
    return "# Handbook\n\n" + "\n\n".join(
        f"## On {word}\n\nThe rule of the house says where it stands: {word}" for word in words
    )


def enriching(library: Library, chat: ScriptedChat) -> ScriptedChat:
    library.use_models(enrich=chat)
    library.enrich(at_once=1)
    return chat


def lines_of(library: Library, source: str) -> list[str]:
    return [passage.enriched for passage in stored(library, source)[1]]
