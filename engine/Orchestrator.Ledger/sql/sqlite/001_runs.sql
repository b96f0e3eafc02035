-- Instants are microseconds since 1970 UTC, durations microseconds; states, verdicts and reasons are words.
CREATE TABLE plans (
    hash        TEXT NOT NULL PRIMARY KEY,
    json        TEXT NOT NULL,
    recorded_at INTEGER NOT NULL
);

CREATE TABLE runs (
    run         INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT NOT NULL UNIQUE,
    solution    TEXT NOT NULL,
    batch       TEXT NOT NULL,
    environment TEXT NOT NULL,
    plan_hash   TEXT NOT NULL REFERENCES plans (hash),
    continues   INTEGER REFERENCES runs (run),
    gate_slots  INTEGER NOT NULL,
    processors  INTEGER NOT NULL,
    git_commit  TEXT NOT NULL,
    version     TEXT NOT NULL,
    host        TEXT NOT NULL,
    user_name   TEXT NOT NULL,
    process_id  INTEGER NOT NULL,
    boot_id     TEXT NOT NULL,
    started_at  INTEGER NOT NULL,
    ended_at    INTEGER,
    verdict     TEXT
);
CREATE INDEX runs_by_batch ON runs (batch, environment, run);
CREATE INDEX runs_not_ended ON runs (run) WHERE ended_at IS NULL;

CREATE TABLE run_options (
    run         INTEGER NOT NULL REFERENCES runs (run),
    name        TEXT NOT NULL,
    value       TEXT NOT NULL,
    came_from   TEXT NOT NULL,
    PRIMARY KEY (run, name)
) WITHOUT ROWID;

CREATE TABLE nodes (
    run          INTEGER NOT NULL REFERENCES runs (run),
    node         INTEGER NOT NULL,
    kind         TEXT NOT NULL,
    name         TEXT NOT NULL,
    parent       INTEGER NOT NULL,
    package_kind TEXT NOT NULL,
    hash         TEXT NOT NULL,
    state        TEXT NOT NULL,
    since        INTEGER NOT NULL,
    why          TEXT NOT NULL,
    last_attempt INTEGER,
    PRIMARY KEY (run, node)
) WITHOUT ROWID;
CREATE INDEX nodes_by_name ON nodes (name, run);

-- AUTOINCREMENT: an attempt's number is the audit id of its rows, so none may ever be given out twice.
CREATE TABLE attempts (
    attempt        INTEGER PRIMARY KEY AUTOINCREMENT,
    run            INTEGER NOT NULL REFERENCES runs (run),
    node           INTEGER NOT NULL,
    number         INTEGER NOT NULL,
    state          TEXT NOT NULL,
    started_at     INTEGER NOT NULL,
    ended_at       INTEGER,
    queued         INTEGER NOT NULL DEFAULT 0,
    waiting        INTEGER NOT NULL DEFAULT 0,
    working        INTEGER NOT NULL DEFAULT 0,
    thread         TEXT NOT NULL DEFAULT '',
    load_path      TEXT NOT NULL DEFAULT '',
    bytes_read     INTEGER NOT NULL DEFAULT 0,
    rows_read      INTEGER NOT NULL DEFAULT 0,
    rows_inserted  INTEGER NOT NULL DEFAULT 0,
    rows_updated   INTEGER NOT NULL DEFAULT 0,
    rows_unchanged INTEGER NOT NULL DEFAULT 0,
    rows_duplicate INTEGER NOT NULL DEFAULT 0,
    rows_filtered  INTEGER NOT NULL DEFAULT 0,
    rows_rejected  INTEGER NOT NULL DEFAULT 0,
    rows_truncated INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX attempts_by_node ON attempts (run, node, number);

-- The sequence counts within the run, so that writing one touches the end of one tree only.
CREATE TABLE transitions (
    run        INTEGER NOT NULL REFERENCES runs (run),
    sequence   INTEGER NOT NULL,
    node       INTEGER NOT NULL,
    attempt    INTEGER NOT NULL,
    from_state TEXT NOT NULL,
    to_state   TEXT NOT NULL,
    why        TEXT NOT NULL,
    who        TEXT NOT NULL,
    at         INTEGER NOT NULL,
    PRIMARY KEY (run, sequence)
) WITHOUT ROWID;

CREATE TABLE waits (
    attempt  INTEGER NOT NULL REFERENCES attempts (attempt),
    reason   TEXT NOT NULL,
    duration INTEGER NOT NULL,
    PRIMARY KEY (attempt, reason)
) WITHOUT ROWID;

CREATE TABLE errors (
    attempt     INTEGER PRIMARY KEY REFERENCES attempts (attempt),
    code        TEXT NOT NULL,
    class       TEXT NOT NULL,
    phase       TEXT NOT NULL,
    message     TEXT NOT NULL,
    connection  TEXT NOT NULL,
    script      TEXT NOT NULL,
    line        INTEGER NOT NULL,
    server_code TEXT NOT NULL
);

CREATE TABLE warnings (
    attempt INTEGER NOT NULL REFERENCES attempts (attempt),
    number  INTEGER NOT NULL,
    text    TEXT NOT NULL,
    PRIMARY KEY (attempt, number)
) WITHOUT ROWID;
