-- What measuring keeps: sets of questions, runs over them, and what health found. The owner's alone.

CREATE TABLE golden_sets (
  name TEXT PRIMARY KEY,
  questions TEXT NOT NULL        -- one JSON object a line, as in a file
) STRICT, WITHOUT ROWID;
CREATE TABLE runs (
  number INTEGER PRIMARY KEY,
  golden_set TEXT NOT NULL,
  record TEXT NOT NULL           -- JSON: when, settings, models, every question's values
) STRICT;
CREATE TABLE probes (
  number INTEGER PRIMARY KEY,
  record TEXT NOT NULL           -- JSON: when, and every finding
) STRICT;
