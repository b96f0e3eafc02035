-- The copies that were made of this ledger.
CREATE TABLE backups (
    backup  INTEGER NOT NULL PRIMARY KEY,
    made_at INTEGER NOT NULL,
    file    TEXT NOT NULL,
    who     TEXT NOT NULL
);
