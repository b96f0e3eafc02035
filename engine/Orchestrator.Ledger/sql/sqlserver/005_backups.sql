-- The copies that were made of this ledger.
CREATE TABLE orchestrator.backups (
    number  bigint NOT NULL PRIMARY KEY,
    made_at bigint NOT NULL,
    path    nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    who     nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL
);
