-- Up to which number of an attempt the rows in the target of a package are of a ledger that is gone, or of what this one
-- has forgotten: they are kept as good, and no attempt of such a number is taken back.
CREATE TABLE adoptions (
    adoption     INTEGER PRIMARY KEY AUTOINCREMENT,
    environment  TEXT NOT NULL,
    node         TEXT NOT NULL,
    last_attempt INTEGER NOT NULL,
    who          TEXT NOT NULL,
    adopted_at   INTEGER NOT NULL
);

-- Leads to the few attempts that have rejected rows.
CREATE INDEX attempts_rejecting ON attempts (run, node, attempt) WHERE rows_rejected > 0;
