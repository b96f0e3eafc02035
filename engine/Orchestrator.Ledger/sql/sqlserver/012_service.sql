-- Processes that fire triggers: since when, and when each was last heard of, by the ledger's clock as in leases. One
-- that stopped, or that another one found silent, has stopped_at and fires nothing more.
CREATE TABLE orchestrator.services (
    service       bigint IDENTITY PRIMARY KEY,
    solution      nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    environment   nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    host          nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    user_name     nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    process_id    bigint NOT NULL,
    process_began bigint NOT NULL,
    boot_id       nvarchar(100) COLLATE Latin1_General_BIN2 NOT NULL,
    version       nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    address       nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    started_at    bigint NOT NULL,
    renewed_at    bigint NOT NULL,
    stopped_at    bigint
);
CREATE INDEX services_not_stopped ON orchestrator.services (environment, service) WHERE stopped_at IS NULL;

-- Each time at which a trigger was due, or somebody wished for its batch, once: who has this row in it begins the run.
-- The token grows with each service that takes the firing over; run is the newest one that belongs to it; ended_at NULL
-- = its service owes it a run, or waits for the end of that. Claimed, Running, Ended or PassedOver; of the last, why.
CREATE TABLE orchestrator.firings (
    firing       bigint IDENTITY PRIMARY KEY,
    batch        nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    trigger_name nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    environment  nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    scheduled_at bigint NOT NULL,
    as_of        nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    local_time   nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    cause        nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    state        nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    why          nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    service      bigint NOT NULL,
    token        bigint NOT NULL,
    run          bigint,
    outcome      nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL,
    who          nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    claimed_at   bigint NOT NULL,
    ended_at     bigint
);
CREATE UNIQUE INDEX firings_by_trigger ON orchestrator.firings (batch, trigger_name, environment, scheduled_at);
CREATE INDEX firings_by_time ON orchestrator.firings (environment, scheduled_at);
CREATE INDEX firings_not_ended ON orchestrator.firings (environment, firing) WHERE ended_at IS NULL;
CREATE INDEX firings_of_run ON orchestrator.firings (run) WHERE run IS NOT NULL;

-- Since when a trigger has been defined as it is: it owes nothing for what was before. The hash is that of its
-- definition, and empty while it is not defined; seen is what it had seen of the files that it waits for.
CREATE TABLE orchestrator.schedule_states (
    batch           nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    trigger_name    nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    environment     nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    definition_hash nvarchar(100) COLLATE Latin1_General_BIN2 NOT NULL,
    first_seen_at   bigint NOT NULL,
    seen            nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL DEFAULT '',
    -- Not the table itself, whose key may have 900 bytes: another index may have 1,700.
    PRIMARY KEY NONCLUSTERED (batch, trigger_name, environment)
);

-- Pauses of a trigger, of a batch (trigger_name empty) or of everything in an environment (batch empty as well);
-- resumed_at NULL = it lasts.
CREATE TABLE orchestrator.schedule_pauses (
    pause        bigint IDENTITY PRIMARY KEY,
    batch        nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    trigger_name nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    environment  nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    paused_at    bigint NOT NULL,
    paused_by    nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    reason       nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    resumed_at   bigint,
    resumed_by   nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL
);
CREATE UNIQUE INDEX schedule_pauses_open ON orchestrator.schedule_pauses (environment, batch, trigger_name)
WHERE resumed_at IS NULL;

-- What people ask the service to run: a batch, or what a trigger of it would (trigger_name), or to go on with a run
-- that did not succeed (continues). It is answered by a firing or a refusal; answered_at NULL = not heard yet.
CREATE TABLE orchestrator.run_wishes (
    wish            bigint IDENTITY PRIMARY KEY,
    batch           nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    trigger_name    nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    environment     nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    continues       bigint,
    idempotency_key nvarchar(200) COLLATE Latin1_General_BIN2 NOT NULL UNIQUE,
    who             nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    asked_at        bigint NOT NULL,
    answered_at     bigint,
    firing          bigint,
    refusal         nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL
);
CREATE INDEX run_wishes_open ON orchestrator.run_wishes (environment, wish) WHERE answered_at IS NULL;

-- Who may ask the service for something, and what. The hash is that of the secret, which stands nowhere; expires_at
-- NULL = never. A first token (is_first = 1) can be used once; last_used_at is rounded.
CREATE TABLE orchestrator.tokens (
    token_id     nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL PRIMARY KEY,
    name         nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    role         nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    hash         nvarchar(100) COLLATE Latin1_General_BIN2 NOT NULL,
    is_first     bigint NOT NULL,
    created_at   bigint NOT NULL,
    created_by   nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    expires_at   bigint,
    revoked_at   bigint,
    revoked_by   nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    last_used_at bigint
);
CREATE UNIQUE INDEX tokens_by_name ON orchestrator.tokens (name) WHERE revoked_at IS NULL;

-- What was asked of the service or done to its tokens and schedules, by whom and from where, also where it was
-- refused.
CREATE TABLE orchestrator.audit (
    entry       bigint IDENTITY PRIMARY KEY,
    environment nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    at          bigint NOT NULL,
    who         nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    role        nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    address     nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    action      nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    object      nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    outcome     nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL,
    detail      nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL
);
CREATE INDEX audit_by_time ON orchestrator.audit (environment, at);
