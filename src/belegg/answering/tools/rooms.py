"""The tools for documents, in the order in which a model is told of them."""

from __future__ import annotations

from belegg.answering.tools.find_documents import FindDocumentsTool
from belegg.answering.tools.fitting import Budgets
from belegg.answering.tools.list_documents import ListDocumentsTool
from belegg.answering.tools.read import ReadTool
from belegg.answering.tools.room import ToolRoom
from belegg.answering.tools.search import SearchTool
from belegg.answering.tools.words_for_search import DiscoverTermsTool, RelatedTermsTool


def document_tools(budgets: Budgets | None = None) -> tuple[ToolRoom, ...]:
    """All six. Which of them are offered depends on the desk."""
    within = budgets or Budgets()
    return (
        SearchTool(within),
        ReadTool(within),
        FindDocumentsTool(within),
        ListDocumentsTool(within),
        RelatedTermsTool(),
        DiscoverTermsTool(),
    )
