"""
Stored runs: kept, shown, walked again, verified, taken along as a receipt or a text with footnotes, and what
was left open.
"""
