-- What an attempt did in the database that it wrote, as far as it is its own; NULL = not known, and missing says why.
CREATE TABLE orchestrator.attempt_evidence (
    attempt      BIGINT PRIMARY KEY REFERENCES orchestrator.attempts (attempt),
    commits      BIGINT NOT NULL,
    commit_time  BIGINT,
    log_bytes    BIGINT,
    log_time     BIGINT,
    log_time_how TEXT COLLATE "C" NOT NULL,
    missing      TEXT COLLATE "C" NOT NULL
);

CREATE TABLE orchestrator.attempt_waits (
    attempt    BIGINT NOT NULL REFERENCES orchestrator.attempts (attempt),
    name       TEXT COLLATE "C" NOT NULL,
    class      TEXT COLLATE "C" NOT NULL,
    duration   BIGINT NOT NULL,
    seen       BIGINT NOT NULL,
    is_sampled BIGINT NOT NULL,
    PRIMARY KEY (attempt, name)
);

-- What happened in a database while a run was at work, by whomever.
CREATE TABLE orchestrator.run_evidence (
    run            BIGINT NOT NULL REFERENCES orchestrator.runs (run),
    connection     TEXT COLLATE "C" NOT NULL,
    platform       TEXT COLLATE "C" NOT NULL,
    began_at       BIGINT NOT NULL,
    ended_at       BIGINT NOT NULL,
    looks          BIGINT NOT NULL,
    processor_time BIGINT NOT NULL,
    server_time    BIGINT NOT NULL,
    is_local       BIGINT NOT NULL,
    work_time      BIGINT,
    missing        TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (run, connection)
);

CREATE TABLE orchestrator.run_waits (
    run        BIGINT NOT NULL REFERENCES orchestrator.runs (run),
    connection TEXT COLLATE "C" NOT NULL,
    name       TEXT COLLATE "C" NOT NULL,
    class      TEXT COLLATE "C" NOT NULL,
    duration   BIGINT NOT NULL,
    seen       BIGINT NOT NULL,
    is_sampled BIGINT NOT NULL,
    PRIMARY KEY (run, connection, name)
);

-- Counts since the beginning of the run.
CREATE TABLE orchestrator.run_samples (
    run            BIGINT NOT NULL REFERENCES orchestrator.runs (run),
    connection     TEXT COLLATE "C" NOT NULL,
    taken_at       BIGINT NOT NULL,
    commits        BIGINT,
    flushes        BIGINT,
    log_bytes      BIGINT,
    wait_log_write BIGINT,
    wait_lock      BIGINT,
    wait_latch     BIGINT,
    wait_io        BIGINT,
    wait_network   BIGINT,
    wait_cpu       BIGINT,
    wait_other     BIGINT,
    PRIMARY KEY (run, connection, taken_at)
);
