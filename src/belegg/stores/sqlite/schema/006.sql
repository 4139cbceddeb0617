-- Documents whose source is gone. Nothing finds them; their versions stay readable for old quotations.

CREATE TABLE removed (
  document INTEGER PRIMARY KEY,
  at TEXT NOT NULL               -- UTC; empty when that was not kept yet
) STRICT;
INSERT INTO removed SELECT document, '' FROM sources WHERE NOT listed;
