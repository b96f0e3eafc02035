-- The copies that were made of this ledger.
CREATE TABLE orchestrator.backups (
    number  BIGINT NOT NULL PRIMARY KEY,
    made_at BIGINT NOT NULL,
    path    TEXT COLLATE "C" NOT NULL,
    who     TEXT COLLATE "C" NOT NULL
);
