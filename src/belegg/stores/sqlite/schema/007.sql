-- Passages that an embedder would not take. Their words find them; the next `belegg embed` asks again.

CREATE TABLE vectors_refused (
  id INTEGER PRIMARY KEY,        -- the model's number << 40 | the passage's key
  why TEXT NOT NULL              -- what the model said
) STRICT;
