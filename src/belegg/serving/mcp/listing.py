"""`find_documents` and `list_documents`; `related_terms` and `discover_terms`: words for the next search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from belegg.answering.desk import Desk
from belegg.answering.tools.find_documents import FindDocumentsTool
from belegg.answering.tools.fitting import Budgets
from belegg.answering.tools.list_documents import ListDocumentsTool
from belegg.answering.tools.words_for_search import DiscoverTermsTool, RelatedTermsTool
from belegg.serving.entrance.audit import Doing
from belegg.serving.entrance.visitor import Right
from belegg.serving.mcp.caller import Caller, memory
from belegg.serving.mcp.finding import NEXT
from belegg.serving.mcp.tool import SKIP, Given, Json, Spec
from belegg.serving.shapes.documents import cited_json, discovered_json
from belegg.serving.shapes.terms import related_json

if TYPE_CHECKING:
    from belegg.answering.tools.listed import ListPage
    from belegg.answering.tools.room import ToolRoom
    from belegg.records import DocumentHead

LISTED: Mapping[str, Json] = {
    "total": {"type": "integer", "description": "How many documents there are of this."},
    "documents": {"type": "array", "items": {"type": "object"}},
    "next": NEXT,
}


class FindDocuments:
    """Finds documents by what they are called."""

    name = "find_documents"
    doing: Doing = "search"
    right: Right = "read"

    def __init__(self, budgets: Budgets) -> None:
        self._tool = FindDocumentsTool(budgets)

    def offered(self, desk: Desk) -> bool:
        return self._tool.offered(desk)

    def spec(self, desk: Desk) -> Spec:
        own = self._tool.spec(desk)
        parameters = {**_properties(self._tool, desk), "skip": SKIP}
        return Spec(self.name, "Find documents by name", own.description, parameters, ("query",), LISTED)

    def call(self, arguments: Mapping[str, object], caller: Caller) -> Given:
        desk, sent = caller.desk(), memory()
        query, page = self._tool.page(arguments, desk, sent)
        return Given(self._tool.told(query, page, arguments, 1).text, _page_json(page))


class ListDocuments:
    """Lists documents, and how many there are of what."""

    name = "list_documents"
    doing: Doing = "search"
    right: Right = "read"

    def __init__(self, budgets: Budgets) -> None:
        self._tool = ListDocumentsTool(budgets)

    def offered(self, desk: Desk) -> bool:
        return self._tool.offered(desk)

    def spec(self, desk: Desk) -> Spec:
        own = self._tool.spec(desk)
        parameters = {**_properties(self._tool, desk), "skip": SKIP}
        returns = {**LISTED, "in_sum": {"type": "string", "description": "Counts by pack, publisher, year."}}
        return Spec(self.name, "List documents", own.description, parameters, (), returns)

    def call(self, arguments: Mapping[str, object], caller: Caller) -> Given:
        desk, sent = caller.desk(), memory()
        in_sum, page = self._tool.page(arguments, desk, sent)
        structured = _page_json(page) | {"in_sum": in_sum}
        return Given(self._tool.told(in_sum, page, arguments, 1).text, structured)


class RelatedTerms:
    """Asks the packs' dictionaries."""

    name = "related_terms"
    doing: Doing = "search"
    right: Right = "read"

    def __init__(self) -> None:
        self._tool = RelatedTermsTool()

    def offered(self, desk: Desk) -> bool:
        return self._tool.offered(desk)

    def spec(self, desk: Desk) -> Spec:
        own = self._tool.spec(desk)
        returns: dict[str, Json] = {
            "entries": {"type": "array", "items": {"type": "object"}},
            "quotable": {"type": "boolean"},
        }
        parameters = _properties(self._tool, desk)
        return Spec(self.name, "Look a word up", own.description, parameters, ("word",), returns)

    def call(self, arguments: Mapping[str, object], caller: Caller) -> Given:
        desk = caller.desk()
        told = self._tool.act(arguments, desk, memory(), 1)
        return Given(
            told.text, related_json(caller.library.related_terms(str(arguments["word"]), desk.scope))
        )


class DiscoverTerms:
    """Words that stand in what key words find."""

    name = "discover_terms"
    doing: Doing = "search"
    right: Right = "read"

    def __init__(self) -> None:
        self._tool = DiscoverTermsTool()

    def offered(self, desk: Desk) -> bool:
        return self._tool.offered(desk)

    def spec(self, desk: Desk) -> Spec:
        own = self._tool.spec(desk)
        returns: dict[str, Json] = {
            "terms": {"type": "array", "items": {"type": "object"}},
            "quotable": {"type": "boolean"},
        }
        parameters = _properties(self._tool, desk)
        return Spec(self.name, "Find the documents' words", own.description, parameters, ("query",), returns)

    def call(self, arguments: Mapping[str, object], caller: Caller) -> Given:
        desk = caller.desk()
        told = self._tool.act(arguments, desk, memory(), 1)
        found = caller.library.discover_terms(str(arguments["query"]), desk.scope)
        return Given(told.text, discovered_json(found))


def _properties(tool: ToolRoom, desk: Desk) -> dict[str, Json]:
    """The parameters as Belegg's own model is told them."""
    own = tool.spec(desk).parameters["properties"]
    assert isinstance(own, Mapping)
    return dict(own)


def _page_json(page: ListPage) -> Json:
    return {
        "total": page.total,
        "documents": [_head_json(head) for head in page.heads],
        "next": page.next,
    }


def _head_json(head: DocumentHead) -> Json:
    return {
        "document": head.id,
        "source": head.source,
        "title": head.title,
        "pack": head.pack,
        "language": head.language,
        **cited_json(head),
        "pages": head.pages,
        "passages": head.passages,
    }
