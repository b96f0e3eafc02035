-- Who has the right to run a batch in an environment, until when unless it is renewed, and how to reach whoever it is.
-- The time is that of the ledger's clock: a server's own, or the machine's since it was started for a file.
CREATE TABLE leases (
    batch         TEXT NOT NULL,
    environment   TEXT NOT NULL,
    run           INTEGER NOT NULL,
    token         INTEGER NOT NULL,
    host          TEXT NOT NULL,
    user_name     TEXT NOT NULL,
    process_id    INTEGER NOT NULL,
    process_began INTEGER NOT NULL,
    boot_id       TEXT NOT NULL,
    session       TEXT NOT NULL,
    renewed_at    INTEGER NOT NULL,
    lasts_until   INTEGER NOT NULL,
    PRIMARY KEY (batch, environment)
) WITHOUT ROWID;

-- What people ask of a run at work, from another terminal, and what became of it: Done or Refused; answered_at NULL =
-- not heard yet. The node is its index in the plan, 0 = the whole run.
CREATE TABLE requests (
    request     INTEGER PRIMARY KEY AUTOINCREMENT,
    run         INTEGER NOT NULL REFERENCES runs (run),
    verb        TEXT NOT NULL,
    node        INTEGER NOT NULL,
    value       TEXT NOT NULL,
    reason      TEXT NOT NULL,
    who         TEXT NOT NULL,
    asked_at    INTEGER NOT NULL,
    answered_at INTEGER,
    outcome     TEXT NOT NULL,
    answer      TEXT NOT NULL
);
CREATE INDEX requests_of_run ON requests (run);
CREATE INDEX requests_not_answered ON requests (run) WHERE answered_at IS NULL;

-- Where each connection of a run led to.
CREATE TABLE run_connections (
    run           INTEGER NOT NULL REFERENCES runs (run),
    connection    TEXT NOT NULL,
    platform      TEXT NOT NULL,
    server        TEXT NOT NULL,
    database_name TEXT NOT NULL,
    PRIMARY KEY (run, connection)
) WITHOUT ROWID;

-- The text that plans were compiled from, metadata and SQL files, once for each set of files; files_hash says which
-- set a run was compiled from, and is empty where an earlier version did not keep it.
CREATE TABLE plan_files (
    hash    TEXT NOT NULL,
    place   INTEGER NOT NULL,
    path    TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (hash, place)
) WITHOUT ROWID;
ALTER TABLE runs ADD COLUMN files_hash TEXT NOT NULL DEFAULT '';
CREATE INDEX runs_that_continue ON runs (continues) WHERE continues IS NOT NULL;

-- When a run was purged; what is left of it is still needed: the newest success of a package, which file was loaded.
ALTER TABLE runs ADD COLUMN purged_at INTEGER;
CREATE INDEX watermarks_by_attempt ON watermarks (attempt);
