"""The answer without a model: hits → quotations. Its door is `extract.answer`; the agent ends with it too."""
