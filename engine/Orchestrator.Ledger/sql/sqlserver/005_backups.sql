-- The copies that were made of this ledger.
CREATE TABLE orchestrator.backups (
    backup  bigint NOT NULL PRIMARY KEY,
    made_at bigint NOT NULL,
    [file]  nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    who     nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL
);
