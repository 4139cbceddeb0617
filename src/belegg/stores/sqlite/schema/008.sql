-- Stored runs: the turns of conversations, what each was shown, and the questions that were left open.

CREATE TABLE turns (
  number INTEGER PRIMARY KEY,    -- in order of arrival
  id TEXT NOT NULL UNIQUE,
  conversation TEXT NOT NULL,
  place INTEGER NOT NULL,        -- in the conversation, from 1
  asker TEXT NOT NULL,           -- a principal's id; empty: the owner of the file
  at TEXT NOT NULL,              -- UTC
  question TEXT NOT NULL,
  verdict TEXT NOT NULL,
  reason TEXT,                   -- of an abstention
  model TEXT NOT NULL,           -- empty: none wrote
  gap TEXT NOT NULL,             -- digest of a question that was left open, or empty
  record_bytes INTEGER NOT NULL, -- before compression
  record BLOB NOT NULL,          -- JSON: every event, and the answer
  UNIQUE (conversation, place)
) STRICT;
CREATE INDEX turns_by_asker ON turns (asker);
CREATE INDEX turns_by_gap ON turns (gap) WHERE gap <> '';
CREATE TABLE turn_documents (
  document TEXT NOT NULL,        -- its id: what was forgotten has no number
  turn INTEGER NOT NULL,
  version INTEGER NOT NULL,
  quoted INTEGER NOT NULL,
  PRIMARY KEY (document, turn, version)
) STRICT, WITHOUT ROWID;
CREATE INDEX turn_documents_by_turn ON turn_documents (turn);
CREATE TABLE gaps (
  number INTEGER PRIMARY KEY,
  gap TEXT NOT NULL UNIQUE,
  closed_at TEXT NOT NULL        -- UTC; empty while it is open
) STRICT;
