-- What was fetched for one question: documents of figures, which no index, list or count knows.

CREATE TABLE fetched (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  question TEXT NOT NULL,        -- the name drawn for it
  asker TEXT NOT NULL,           -- a principal's id; empty: the owner of the file
  at TEXT NOT NULL,              -- UTC
  access TEXT NOT NULL,          -- JSON: the groups that may read it
  source TEXT NOT NULL,
  pack TEXT NOT NULL,
  title TEXT NOT NULL,
  language TEXT,
  sha256 TEXT NOT NULL,          -- of the text
  passages INTEGER NOT NULL,
  pages INTEGER NOT NULL,
  facts TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,   -- of text, record and bodies before compression
  text_bytes INTEGER NOT NULL,   -- each of these before compression
  text BLOB NOT NULL,
  parts_bytes INTEGER NOT NULL,
  parts BLOB NOT NULL,           -- JSON: blocks, pages, furniture, passages
  record_bytes INTEGER NOT NULL,
  record BLOB NOT NULL           -- JSON: what was asked, of what each line was made
) STRICT;
CREATE INDEX fetched_by_time ON fetched (at);
CREATE TABLE fetched_bodies (
  fetched INTEGER NOT NULL,      -- its number
  place INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,   -- before compression
  data BLOB NOT NULL,
  PRIMARY KEY (fetched, place)
) STRICT;
