-- What an attempt did in the database that it wrote, as far as it is its own; NULL = not known, and missing says why.
CREATE TABLE orchestrator.attempt_evidence (
    attempt      bigint PRIMARY KEY REFERENCES orchestrator.attempts (attempt),
    commits      bigint NOT NULL,
    commit_time  bigint,
    log_bytes    bigint,
    log_time     bigint,
    log_time_how nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    missing      nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL
);

CREATE TABLE orchestrator.attempt_waits (
    attempt    bigint NOT NULL REFERENCES orchestrator.attempts (attempt),
    name       nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    class      nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    duration   bigint NOT NULL,
    seen       bigint NOT NULL,
    is_sampled bigint NOT NULL,
    PRIMARY KEY (attempt, name)
);

-- What happened in a database while a run was at work, by whomever.
CREATE TABLE orchestrator.run_evidence (
    run            bigint NOT NULL REFERENCES orchestrator.runs (run),
    connection     nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    platform       nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    began_at       bigint NOT NULL,
    ended_at       bigint NOT NULL,
    looks          bigint NOT NULL,
    processor_time bigint NOT NULL,
    server_time    bigint NOT NULL,
    is_local       bigint NOT NULL,
    work_time      bigint,
    missing        nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    PRIMARY KEY (run, connection)
);

CREATE TABLE orchestrator.run_waits (
    run        bigint NOT NULL REFERENCES orchestrator.runs (run),
    connection nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    name       nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    class      nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    duration   bigint NOT NULL,
    seen       bigint NOT NULL,
    is_sampled bigint NOT NULL,
    PRIMARY KEY (run, connection, name)
);

-- Counts since the beginning of the run.
CREATE TABLE orchestrator.run_samples (
    run            bigint NOT NULL REFERENCES orchestrator.runs (run),
    connection     nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    taken_at       bigint NOT NULL,
    commits        bigint,
    flushes        bigint,
    log_bytes      bigint,
    wait_log_write bigint,
    wait_lock      bigint,
    wait_latch     bigint,
    wait_io        bigint,
    wait_network   bigint,
    wait_cpu       bigint,
    wait_other     bigint,
    PRIMARY KEY (run, connection, taken_at)
);
