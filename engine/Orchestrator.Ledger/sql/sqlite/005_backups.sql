-- The copies that were made of this ledger.
CREATE TABLE backups (
    number  INTEGER NOT NULL PRIMARY KEY,
    made_at INTEGER NOT NULL,
    path    TEXT NOT NULL,
    who     TEXT NOT NULL
);
