-- Words that found a document when others had not. Neither who asked is kept, nor when.

CREATE TABLE rewordings (
  document INTEGER NOT NULL,     -- whoever may not read it knows nothing of the row
  asked TEXT NOT NULL,
  found_with TEXT NOT NULL,
  times INTEGER NOT NULL,
  PRIMARY KEY (document, asked, found_with)
) STRICT, WITHOUT ROWID;
