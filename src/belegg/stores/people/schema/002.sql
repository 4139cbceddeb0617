-- The last row that was ever noted: rows cut off at the end of the log are missed by it.
CREATE TABLE head (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  number INTEGER NOT NULL,
  seal TEXT NOT NULL
) STRICT;
INSERT INTO head
SELECT 1, number, seal FROM (
  SELECT number, seal FROM audit UNION ALL SELECT up_to, seal FROM forgotten UNION ALL SELECT 0, ''
) ORDER BY number DESC LIMIT 1;
CREATE TRIGGER audit_moves_the_head AFTER INSERT ON audit
BEGIN UPDATE head SET number = new.number, seal = new.seal; END;
CREATE TRIGGER head_goes_forward BEFORE UPDATE ON head WHEN new.number <= old.number
BEGIN SELECT RAISE(ABORT, 'the audit log goes forward'); END;
CREATE TRIGGER head_stays BEFORE DELETE ON head
BEGIN SELECT RAISE(ABORT, 'the audit log is not shortened without a word'); END;
