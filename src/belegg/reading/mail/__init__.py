"""
Mail as it was written: `.eml` (and `.mbox`), Outlook's `.msg`.

    headers   what the fields say, in plain letters; dates in ISO form
    charsets  bytes of a body or a field as characters
    message   a mail as a record, whatever file it came in
    body      which of a mail's bodies is its text, and its blocks: quoted replies apart
    content   the record as text, blocks, facts and parts
    eml, mbox, msg   one file form each
"""
