"""
The tools for figures: official statistics, and the company's own tables.

They ask outside of the library and may wait. What they fetch is kept as a document for the question alone,
with a line for each figure; a model is told it like any other, and quotes it like any other.
"""
