"""
Enrichment by a model: a context line for each passage, and what documents do not say of themselves by rule.

    document ─ what lacks? ▶ first pages ─ asked ▶ values ─ stand there? ▶ facts ─┐
    passages ─ said before? ▶ the rest ─ batches of one document ─ asked ▶ lines ─┴▶ described, indexed anew
"""
