-- Who may come in, by what, and what was read. docs/decisions tells why this is a file of its own.

CREATE TABLE people (
  id TEXT PRIMARY KEY,
  known_by TEXT NOT NULL CHECK (known_by IN ('provider', 'password', 'token')),
  issuer TEXT NOT NULL,            -- empty: known here alone
  subject TEXT NOT NULL,
  name TEXT NOT NULL,
  groups TEXT NOT NULL,            -- a JSON list, in order
  groups_at REAL NOT NULL,
  groups_failed_at REAL NOT NULL DEFAULT 0,
  reading_until REAL NOT NULL DEFAULT 0,   -- somebody is re-reading the groups until then
  is_disabled INTEGER NOT NULL DEFAULT 0,
  has_ended INTEGER NOT NULL DEFAULT 0,
  password TEXT,                   -- argon2's own form: parameters, salt, hash
  UNIQUE (issuer, subject)
) STRICT, WITHOUT ROWID;

-- What the provider gave so that groups can be re-read.
CREATE TABLE grants (
  person TEXT PRIMARY KEY,
  access TEXT NOT NULL,
  access_ends_at REAL NOT NULL,
  refresh TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sessions (
  digest TEXT PRIMARY KEY,         -- SHA-256 of the cookie's value, which is stored nowhere
  person TEXT NOT NULL,
  made_at REAL NOT NULL,
  seen_at REAL NOT NULL,
  agent TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of ON sessions (person, seen_at);

CREATE TABLE tokens (
  id TEXT PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE,     -- SHA-256 of the token, which is stored nowhere
  person TEXT NOT NULL,
  name TEXT NOT NULL,
  rights TEXT NOT NULL,            -- a JSON list, in order
  made_at REAL NOT NULL,
  ends_at REAL NOT NULL,
  used_at REAL NOT NULL DEFAULT 0,
  is_revoked INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_of ON tokens (person, made_at);

-- Sign-ins that were begun at the provider.
CREATE TABLE begun (
  state_digest TEXT PRIMARY KEY,
  browser_digest TEXT NOT NULL,
  nonce TEXT NOT NULL,
  verifier TEXT NOT NULL,
  next TEXT NOT NULL,
  ends_at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX begun_ends ON begun (ends_at);

-- Sign-ins that failed, under keys that name neither person nor address.
CREATE TABLE tries (key TEXT NOT NULL, at REAL NOT NULL) STRICT;
CREATE INDEX tries_of ON tries (key, at);
CREATE INDEX tries_at ON tries (at);

-- Who did what: ids only. Rows are added and never changed; they go only from the oldest on, told in `forgotten`.
CREATE TABLE audit (
  number INTEGER PRIMARY KEY,
  at REAL NOT NULL,
  person TEXT NOT NULL,
  doing TEXT NOT NULL,
  what TEXT NOT NULL,
  door TEXT NOT NULL,
  session TEXT NOT NULL,
  seal TEXT NOT NULL               -- SHA-256 of the seal before and of this row
) STRICT;
CREATE INDEX audit_of ON audit (person, number);
CREATE INDEX audit_what ON audit (what, number);
CREATE TABLE forgotten (
  up_to INTEGER PRIMARY KEY,       -- the last number that went
  seal TEXT NOT NULL,              -- its seal, with which the next row's begins
  count INTEGER NOT NULL,
  at REAL NOT NULL
) STRICT;
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is not changed'); END;
CREATE TRIGGER audit_goes_only_as_told BEFORE DELETE ON audit
WHEN old.number > coalesce((SELECT max(up_to) FROM forgotten), 0)
BEGIN SELECT RAISE(ABORT, 'the audit log is not shortened without a word'); END;
CREATE TRIGGER forgotten_is_not_changed BEFORE UPDATE ON forgotten
BEGIN SELECT RAISE(ABORT, 'the audit log is not changed'); END;
CREATE TRIGGER forgotten_stays BEFORE DELETE ON forgotten
BEGIN SELECT RAISE(ABORT, 'the audit log is not changed'); END;
