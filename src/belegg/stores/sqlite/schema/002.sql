-- Packs that were defined. A document's pack is a name that may have no row here.

CREATE TABLE packs (
  name TEXT PRIMARY KEY,
  is_on INTEGER NOT NULL,        -- 0: not searched, even when it is named
  definition TEXT NOT NULL       -- JSON: all else that the pack says
) STRICT, WITHOUT ROWID;
CREATE INDEX documents_by_pack ON documents (pack);
