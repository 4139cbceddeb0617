-- Enrichment by a model: lines of passages, what the model said, what documents are without it.

ALTER TABLE passages ADD COLUMN enriched TEXT NOT NULL DEFAULT '';
CREATE TABLE enriched_documents (
  document INTEGER PRIMARY KEY,  -- its number
  model TEXT NOT NULL,
  lines INTEGER NOT NULL,        -- passages with a line of the model
  title TEXT NOT NULL,           -- by rule, as the language
  language TEXT
) STRICT;
CREATE TABLE model_said (
  document INTEGER NOT NULL,     -- its number
  hash BLOB NOT NULL,            -- of what was asked, the model and its prompts
  content BLOB NOT NULL,         -- of the document's text when it was asked
  said TEXT NOT NULL,
  PRIMARY KEY (document, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX model_said_by_hash ON model_said (hash);
