-- Instants are microseconds since 1970 UTC, durations microseconds; states, verdicts and reasons are words.
CREATE TABLE orchestrator.plans (
    hash        nvarchar(100) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY,
    json        nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    recorded_at bigint NOT NULL
);

CREATE TABLE orchestrator.runs (
    run         bigint NOT NULL PRIMARY KEY,
    id          nvarchar(36) COLLATE Latin1_General_BIN2 NOT NULL UNIQUE,
    solution    nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    batch       nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    environment nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    plan_hash   nvarchar(100) COLLATE Latin1_General_BIN2 NOT NULL REFERENCES orchestrator.plans (hash),
    continues   bigint REFERENCES orchestrator.runs (run),
    gate_slots  bigint NOT NULL,
    processors  bigint NOT NULL,
    git_commit  nvarchar(100) COLLATE Latin1_General_BIN2 NOT NULL,
    version     nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    host        nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    user_name   nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    process_id  bigint NOT NULL,
    boot_id     nvarchar(100) COLLATE Latin1_General_BIN2 NOT NULL,
    started_at  bigint NOT NULL,
    ended_at    bigint,
    verdict     nvarchar(40) COLLATE Latin1_General_BIN2
);
CREATE INDEX runs_by_batch ON orchestrator.runs (batch, environment, run);
CREATE INDEX runs_not_ended ON orchestrator.runs (ended_at, run);

CREATE TABLE orchestrator.run_options (
    run         bigint NOT NULL REFERENCES orchestrator.runs (run),
    name        nvarchar(400) COLLATE Latin1_General_BIN2 NOT NULL,
    value       nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    came_from   nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    PRIMARY KEY (run, name)
);

CREATE TABLE orchestrator.nodes (
    run          bigint NOT NULL REFERENCES orchestrator.runs (run),
    node         bigint NOT NULL,
    kind         nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL,
    name         nvarchar(450) COLLATE Latin1_General_BIN2 NOT NULL,
    parent       bigint NOT NULL,
    package_kind nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL,
    hash         nvarchar(100) COLLATE Latin1_General_BIN2 NOT NULL,
    state        nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL,
    since        bigint NOT NULL,
    why          nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    last_attempt bigint,
    PRIMARY KEY (run, node)
);
CREATE INDEX nodes_by_name ON orchestrator.nodes (name, run);

-- IDENTITY: an attempt's number is the audit id of its rows, so none may ever be given out twice.
CREATE TABLE orchestrator.attempts (
    attempt        bigint IDENTITY PRIMARY KEY,
    run            bigint NOT NULL REFERENCES orchestrator.runs (run),
    node           bigint NOT NULL,
    number         bigint NOT NULL,
    state          nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL,
    started_at     bigint NOT NULL,
    ended_at       bigint,
    queued         bigint NOT NULL DEFAULT 0,
    waiting        bigint NOT NULL DEFAULT 0,
    working        bigint NOT NULL DEFAULT 0,
    thread         nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL DEFAULT N'',
    load_path      nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL DEFAULT N'',
    bytes_read     bigint NOT NULL DEFAULT 0,
    rows_read      bigint NOT NULL DEFAULT 0,
    rows_inserted  bigint NOT NULL DEFAULT 0,
    rows_updated   bigint NOT NULL DEFAULT 0,
    rows_unchanged bigint NOT NULL DEFAULT 0,
    rows_duplicate bigint NOT NULL DEFAULT 0,
    rows_filtered  bigint NOT NULL DEFAULT 0,
    rows_rejected  bigint NOT NULL DEFAULT 0,
    rows_truncated bigint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX attempts_by_node ON orchestrator.attempts (run, node, number);

-- The sequence counts within the run, so that writing one touches the end of one tree only.
CREATE TABLE orchestrator.transitions (
    run        bigint NOT NULL REFERENCES orchestrator.runs (run),
    sequence   bigint NOT NULL,
    node       bigint NOT NULL,
    attempt    bigint NOT NULL,
    from_state nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL,
    to_state   nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL,
    why        nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    who        nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    at         bigint NOT NULL,
    PRIMARY KEY (run, sequence)
);

CREATE TABLE orchestrator.waits (
    attempt  bigint NOT NULL REFERENCES orchestrator.attempts (attempt),
    reason   nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL,
    duration bigint NOT NULL,
    PRIMARY KEY (attempt, reason)
);

CREATE TABLE orchestrator.errors (
    attempt     bigint PRIMARY KEY REFERENCES orchestrator.attempts (attempt),
    code        nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL,
    class       nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL,
    phase       nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    message     nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    connection  nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    script      nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    line        bigint NOT NULL,
    server_code nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL
);

CREATE TABLE orchestrator.warnings (
    attempt bigint NOT NULL REFERENCES orchestrator.attempts (attempt),
    number  bigint NOT NULL,
    text    nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    PRIMARY KEY (attempt, number)
);
