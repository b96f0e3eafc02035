-- What a run did to the durability of one database, from the intent on; closed_at NULL = it is still to be put back.
CREATE TABLE scopes (
    scope         INTEGER PRIMARY KEY AUTOINCREMENT,
    run           INTEGER NOT NULL REFERENCES runs (run),
    token         INTEGER NOT NULL,
    connection    TEXT NOT NULL,
    platform      TEXT NOT NULL,
    server        TEXT NOT NULL,
    database_name TEXT NOT NULL,
    kind          TEXT NOT NULL,
    setting_found TEXT NOT NULL,
    setting_set   TEXT NOT NULL,
    owner         TEXT NOT NULL,
    state         TEXT NOT NULL,
    opened_at     INTEGER NOT NULL,
    changed_at    INTEGER,
    hardened_at   INTEGER,
    closed_at     INTEGER,
    why           TEXT NOT NULL
);
CREATE INDEX scopes_by_run ON scopes (run);
CREATE INDEX scopes_not_closed ON scopes (scope) WHERE closed_at IS NULL;

-- The scope in which the target's commits were not yet on disk; NULL = each commit was. Such an attempt counts as
-- loaded from Hardened on, not from Succeeded.
ALTER TABLE attempts ADD COLUMN scope INTEGER;
CREATE INDEX attempts_of_scope ON attempts (scope) WHERE scope IS NOT NULL;
