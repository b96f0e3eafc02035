-- Up to which number of an attempt the rows in the target of a package are of a ledger that is gone, or of what this one
-- has forgotten: they are kept as good, and no attempt of such a number is taken back.
CREATE TABLE orchestrator.adoptions (
    adoption     bigint IDENTITY PRIMARY KEY,
    environment  nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    node         nvarchar(450) COLLATE Latin1_General_BIN2 NOT NULL,
    last_attempt bigint NOT NULL,
    who          nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    adopted_at   bigint NOT NULL
);

-- Leads to the few attempts that have rejected rows.
CREATE INDEX attempts_rejecting ON orchestrator.attempts (run, node, attempt) WHERE rows_rejected > 0;
