-- Vectors: what embedding models make of passages. docs/explanation/engine.md tells how they are searched.

CREATE TABLE vector_models (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  dimension INTEGER NOT NULL,
  store TEXT NOT NULL,           -- int8 or float32
  mean BLOB NOT NULL,            -- float32; taken off before signs are taken
  serving INTEGER NOT NULL,
  passages INTEGER NOT NULL,     -- in its chunks, also those that are gone since
  windows INTEGER NOT NULL
) STRICT;

-- Every passage's vectors, one after another.
CREATE TABLE vectors (
  id INTEGER PRIMARY KEY,        -- the model's number << 40 | the passage's key
  hashes BLOB NOT NULL,          -- of what was embedded: 16 bytes a window
  data BLOB NOT NULL
) STRICT;
CREATE TABLE vector_hashes (
  head INTEGER NOT NULL,         -- the first 8 bytes of a hash
  id INTEGER NOT NULL,           -- as in vectors
  PRIMARY KEY (head, id)
) STRICT, WITHOUT ROWID;

-- The passages of a model in order of arrival, some thousand windows a row.
CREATE TABLE vector_chunks (
  id INTEGER PRIMARY KEY,        -- the model's number << 40 | the place of its first passage
  keys BLOB NOT NULL,            -- int64
  counts BLOB NOT NULL,          -- uint16: windows of each passage
  signs BLOB NOT NULL            -- a bit a number, 64 numbers of all windows after one another
) STRICT;
