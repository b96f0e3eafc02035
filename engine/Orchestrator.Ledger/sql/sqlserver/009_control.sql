-- Who has the right to run a batch in an environment, until when unless it is renewed, and how to reach whoever it is.
-- The time is that of the ledger's clock: a server's own, or the machine's since it was started for a file.
CREATE TABLE orchestrator.leases (
    batch         nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    environment   nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    run           bigint NOT NULL,
    token         bigint NOT NULL,
    host          nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    user_name     nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    process_id    bigint NOT NULL,
    process_began bigint NOT NULL,
    boot_id       nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    session       nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    renewed_at    bigint NOT NULL,
    lasts_until   bigint NOT NULL,
    PRIMARY KEY (batch, environment)
);

-- What people ask of a run at work, from another terminal, and what became of it: Done or Refused; answered_at NULL =
-- not heard yet. The node is its index in the plan, 0 = the whole run.
CREATE TABLE orchestrator.requests (
    request     bigint IDENTITY PRIMARY KEY,
    run         bigint NOT NULL REFERENCES orchestrator.runs (run),
    verb        nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    node        bigint NOT NULL,
    value       nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    reason      nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    who         nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    asked_at    bigint NOT NULL,
    answered_at bigint,
    outcome     nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    answer      nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL
);
CREATE INDEX requests_of_run ON orchestrator.requests (run);
CREATE INDEX requests_not_answered ON orchestrator.requests (run) WHERE answered_at IS NULL;

-- Where each connection of a run led to.
CREATE TABLE orchestrator.run_connections (
    run           bigint NOT NULL REFERENCES orchestrator.runs (run),
    connection    nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    platform      nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    server        nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    database_name nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    PRIMARY KEY (run, connection)
);

-- The text that plans were compiled from, metadata and SQL files, once for each set of files; files_hash says which
-- set a run was compiled from, and is empty where an earlier version did not keep it.
CREATE TABLE orchestrator.plan_files (
    hash    nvarchar(100) COLLATE Latin1_General_BIN2 NOT NULL,
    place   bigint NOT NULL,
    path    nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    content nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    PRIMARY KEY (hash, place)
);
ALTER TABLE orchestrator.runs ADD files_hash nvarchar(100) COLLATE Latin1_General_BIN2 NOT NULL DEFAULT N'';
CREATE INDEX runs_that_continue ON orchestrator.runs (continues) WHERE continues IS NOT NULL;

-- When a run was purged; what is left of it is still needed: the newest success of a package, which file was loaded.
ALTER TABLE orchestrator.runs ADD purged_at bigint;
CREATE INDEX watermarks_by_attempt ON orchestrator.watermarks (attempt);
