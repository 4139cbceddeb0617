-- The first layout. docs/explanation/engine.md tells what the tables are for.

CREATE TABLE state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  generation INTEGER NOT NULL,   -- grows by one with every committed change
  layout INTEGER NOT NULL,       -- grows when segments change: fold, merge, edition
  edition INTEGER NOT NULL,      -- counts indexes built; its parity says which set of tables serves
  next_key INTEGER NOT NULL,     -- the next passage's key
  folded_key INTEGER NOT NULL,   -- passages below it stand in segments, the others in forward arrays only
  removals INTEGER NOT NULL,     -- grows when documents' rows or words are removed
  traces INTEGER NOT NULL        -- 1 while something forgotten may still leave traces in the file
) STRICT;
INSERT INTO state VALUES (1, 0, 0, 0, 1, 1, 0, 0);

CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE roots (name TEXT PRIMARY KEY, location TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE access_lists (id INTEGER PRIMARY KEY, groups TEXT NOT NULL UNIQUE) STRICT;

-- What searching needs to know of a document. version 0: its source could never be read.
CREATE TABLE documents (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  pack TEXT NOT NULL,
  language TEXT,
  date TEXT,
  access INTEGER NOT NULL,
  version INTEGER NOT NULL,
  current INTEGER NOT NULL,
  first_key INTEGER NOT NULL,
  passages INTEGER NOT NULL,
  original TEXT,
  generation INTEGER NOT NULL
) STRICT;
CREATE INDEX documents_by_generation ON documents (generation);
CREATE INDEX documents_by_original ON documents (original) WHERE original IS NOT NULL;

CREATE TABLE names (
  name TEXT NOT NULL, document INTEGER NOT NULL, PRIMARY KEY (name, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX names_by_document ON names (document);
CREATE TABLE organisations (
  name TEXT NOT NULL, document INTEGER NOT NULL, PRIMARY KEY (name, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX organisations_by_document ON organisations (document);

-- What ingesting needs to know of a source.
CREATE TABLE sources (
  document INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  reader TEXT NOT NULL,
  failed INTEGER NOT NULL,
  listed INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  modified_ns INTEGER NOT NULL,
  report TEXT NOT NULL
) STRICT;
CREATE INDEX sources_by_source ON sources (source);

CREATE TABLE versions (
  document INTEGER NOT NULL,
  version INTEGER NOT NULL,
  access INTEGER NOT NULL,       -- the list it was last under while it was the newest
  title TEXT NOT NULL,
  language TEXT,
  sha256 TEXT NOT NULL,
  ingested_at TEXT NOT NULL,
  passages INTEGER NOT NULL,
  pages INTEGER NOT NULL,
  facts TEXT NOT NULL,
  page_spans TEXT NOT NULL,
  furniture TEXT NOT NULL,
  text_bytes INTEGER NOT NULL,   -- of the text before compression
  text BLOB NOT NULL,
  PRIMARY KEY (document, version)
) STRICT;

-- Where the words of a page stand, for those pages of which it is known.
CREATE TABLE page_layouts (
  document INTEGER NOT NULL,
  version INTEGER NOT NULL,
  page INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  data BLOB NOT NULL,            -- compressed when that made it smaller
  PRIMARY KEY (document, version, page)
) STRICT;

CREATE TABLE originals (
  sha256 TEXT PRIMARY KEY,
  size_bytes INTEGER NOT NULL,
  data BLOB NOT NULL             -- compressed when that made it smaller
) STRICT;

CREATE TABLE passages (
  key INTEGER PRIMARY KEY,
  document INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  span_start INTEGER NOT NULL,
  span_end INTEGER NOT NULL,
  section TEXT,
  first_page INTEGER,
  last_page INTEGER,
  language TEXT,
  kind TEXT NOT NULL,
  confidence REAL,               -- of recognised text
  address TEXT,
  path TEXT NOT NULL,
  context TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;

-- Language and name spaces of a passage, numbered: few combinations occur.
CREATE TABLE traits (
  id INTEGER PRIMARY KEY, language TEXT NOT NULL, spaces TEXT NOT NULL, UNIQUE (language, spaces)
) STRICT;

-- The index, twice: one side serves while `reanalyse` builds the other.

CREATE TABLE vocabulary_0 (term TEXT PRIMARY KEY, id INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE term_blocks_0 (
  first_id INTEGER PRIMARY KEY, hashes BLOB NOT NULL, kinds BLOB NOT NULL, signatures BLOB NOT NULL,
  terms BLOB NOT NULL
) STRICT;
CREATE TABLE extents_0 (document INTEGER PRIMARY KEY, lengths BLOB NOT NULL, traits BLOB NOT NULL) STRICT;
CREATE TABLE forward_0 (key INTEGER PRIMARY KEY, words INTEGER NOT NULL, terms BLOB NOT NULL) STRICT;
CREATE TABLE segments_0 (
  id INTEGER PRIMARY KEY,
  first_key INTEGER NOT NULL,
  end_key INTEGER NOT NULL,
  passages INTEGER NOT NULL,     -- whose postings it holds
  postings INTEGER NOT NULL,
  ready INTEGER NOT NULL         -- 0 while a merge is writing it
) STRICT;
CREATE TABLE short_lists_0 (key INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
CREATE TABLE long_lists_0 (key INTEGER PRIMARY KEY, size INTEGER NOT NULL, data BLOB NOT NULL) STRICT;

CREATE TABLE vocabulary_1 (term TEXT PRIMARY KEY, id INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE term_blocks_1 (
  first_id INTEGER PRIMARY KEY, hashes BLOB NOT NULL, kinds BLOB NOT NULL, signatures BLOB NOT NULL,
  terms BLOB NOT NULL
) STRICT;
CREATE TABLE extents_1 (document INTEGER PRIMARY KEY, lengths BLOB NOT NULL, traits BLOB NOT NULL) STRICT;
CREATE TABLE forward_1 (key INTEGER PRIMARY KEY, words INTEGER NOT NULL, terms BLOB NOT NULL) STRICT;
CREATE TABLE segments_1 (
  id INTEGER PRIMARY KEY,
  first_key INTEGER NOT NULL,
  end_key INTEGER NOT NULL,
  passages INTEGER NOT NULL,
  postings INTEGER NOT NULL,
  ready INTEGER NOT NULL
) STRICT;
CREATE TABLE short_lists_1 (key INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
CREATE TABLE long_lists_1 (key INTEGER PRIMARY KEY, size INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
