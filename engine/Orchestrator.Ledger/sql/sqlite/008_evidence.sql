-- What an attempt did in the database that it wrote, as far as it is its own; NULL = not known, and missing says why.
CREATE TABLE attempt_evidence (
    attempt      INTEGER PRIMARY KEY REFERENCES attempts (attempt),
    commits      INTEGER NOT NULL,
    commit_time  INTEGER,
    log_bytes    INTEGER,
    log_time     INTEGER,
    log_time_how TEXT NOT NULL,
    missing      TEXT NOT NULL
);

CREATE TABLE attempt_waits (
    attempt    INTEGER NOT NULL REFERENCES attempts (attempt),
    name       TEXT NOT NULL,
    class      TEXT NOT NULL,
    duration   INTEGER NOT NULL,
    seen       INTEGER NOT NULL,
    is_sampled INTEGER NOT NULL,
    PRIMARY KEY (attempt, name)
) WITHOUT ROWID;

-- What happened in a database while a run was at work, by whomever.
CREATE TABLE run_evidence (
    run            INTEGER NOT NULL REFERENCES runs (run),
    connection     TEXT NOT NULL,
    platform       TEXT NOT NULL,
    began_at       INTEGER NOT NULL,
    ended_at       INTEGER NOT NULL,
    looks          INTEGER NOT NULL,
    processor_time INTEGER NOT NULL,
    server_time    INTEGER NOT NULL,
    is_local       INTEGER NOT NULL,
    work_time      INTEGER,
    missing        TEXT NOT NULL,
    PRIMARY KEY (run, connection)
) WITHOUT ROWID;

CREATE TABLE run_waits (
    run        INTEGER NOT NULL REFERENCES runs (run),
    connection TEXT NOT NULL,
    name       TEXT NOT NULL,
    class      TEXT NOT NULL,
    duration   INTEGER NOT NULL,
    seen       INTEGER NOT NULL,
    is_sampled INTEGER NOT NULL,
    PRIMARY KEY (run, connection, name)
) WITHOUT ROWID;

-- Counts since the beginning of the run.
CREATE TABLE run_samples (
    run            INTEGER NOT NULL REFERENCES runs (run),
    connection     TEXT NOT NULL,
    taken_at       INTEGER NOT NULL,
    commits        INTEGER,
    flushes        INTEGER,
    log_bytes      INTEGER,
    wait_log_write INTEGER,
    wait_lock      INTEGER,
    wait_latch     INTEGER,
    wait_io        INTEGER,
    wait_network   INTEGER,
    wait_cpu       INTEGER,
    wait_other     INTEGER,
    PRIMARY KEY (run, connection, taken_at)
) WITHOUT ROWID;
