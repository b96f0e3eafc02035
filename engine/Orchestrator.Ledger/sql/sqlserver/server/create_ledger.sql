-- One row: the schema's version, and the number of the newest run. Runs are numbered here and not by an identity, so
-- that their numbers have no gaps and follow the order in which they were committed.
CREATE TABLE orchestrator.ledger (
    version  bigint NOT NULL,
    last_run bigint NOT NULL
);
INSERT INTO orchestrator.ledger (version, last_run) VALUES (0, 0);
