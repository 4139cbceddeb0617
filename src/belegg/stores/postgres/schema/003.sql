-- What was committed leaves a receipt for a while: who lost the connection at that moment can look for it.

CREATE TABLE receipts (id text COLLATE "C" PRIMARY KEY, at timestamptz NOT NULL);
