"""The tools for figures, in the order in which a model is told of them."""

from __future__ import annotations

from belegg.answering.tools.figures.company import DescribeTableTool, ListTablesTool, QueryTableTool
from belegg.answering.tools.figures.describing import DescribeStatisticsTool
from belegg.answering.tools.figures.fetching import GetStatisticsTool
from belegg.answering.tools.figures.finding import FindStatisticsTool
from belegg.answering.tools.fitting import Budgets
from belegg.answering.tools.room import OutsideRoom


def figure_tools(budgets: Budgets | None = None) -> tuple[OutsideRoom, ...]:
    """All six. Which of them are offered depends on the desk."""
    within = budgets or Budgets()
    return (
        FindStatisticsTool(),
        DescribeStatisticsTool(),
        GetStatisticsTool(within),
        ListTablesTool(),
        DescribeTableTool(),
        QueryTableTool(within),
    )
