-- Processes that fire triggers: since when, and when each was last heard of, by the ledger's clock as in leases. One
-- that stopped, or that another one found silent, has stopped_at and fires nothing more.
CREATE TABLE services (
    service       INTEGER PRIMARY KEY AUTOINCREMENT,
    solution      TEXT NOT NULL,
    environment   TEXT NOT NULL,
    host          TEXT NOT NULL,
    user_name     TEXT NOT NULL,
    process_id    INTEGER NOT NULL,
    process_began INTEGER NOT NULL,
    boot_id       TEXT NOT NULL,
    version       TEXT NOT NULL,
    address       TEXT NOT NULL,
    started_at    INTEGER NOT NULL,
    renewed_at    INTEGER NOT NULL,
    stopped_at    INTEGER
);
CREATE INDEX services_not_stopped ON services (environment, service) WHERE stopped_at IS NULL;

-- Each time at which a trigger was due, or somebody wished for its batch, once: who has this row in it begins the run.
-- The token grows with each service that takes the firing over; run is the newest one that belongs to it; ended_at NULL
-- = its service owes it a run, or waits for the end of that. Claimed, Running, Ended or PassedOver; of the last, why.
CREATE TABLE firings (
    firing       INTEGER PRIMARY KEY AUTOINCREMENT,
    batch        TEXT NOT NULL,
    trigger_name TEXT NOT NULL,
    environment  TEXT NOT NULL,
    scheduled_at INTEGER NOT NULL,
    as_of        TEXT NOT NULL,
    local_time   TEXT NOT NULL,
    cause        TEXT NOT NULL,
    state        TEXT NOT NULL,
    why          TEXT NOT NULL,
    service      INTEGER NOT NULL,
    token        INTEGER NOT NULL,
    run          INTEGER,
    outcome      TEXT NOT NULL,
    who          TEXT NOT NULL,
    claimed_at   INTEGER NOT NULL,
    ended_at     INTEGER
);
CREATE UNIQUE INDEX firings_by_trigger ON firings (batch, trigger_name, environment, scheduled_at);
CREATE INDEX firings_by_time ON firings (environment, scheduled_at);
CREATE INDEX firings_not_ended ON firings (environment, firing) WHERE ended_at IS NULL;
CREATE INDEX firings_of_run ON firings (run) WHERE run IS NOT NULL;

-- Since when a trigger has been defined as it is: it owes nothing for what was before. The hash is that of its
-- definition, and empty while it is not defined; seen is what it had seen of the files that it waits for.
CREATE TABLE schedule_states (
    batch           TEXT NOT NULL,
    trigger_name    TEXT NOT NULL,
    environment     TEXT NOT NULL,
    definition_hash TEXT NOT NULL,
    first_seen_at   INTEGER NOT NULL,
    seen            TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (batch, trigger_name, environment)
) WITHOUT ROWID;

-- Pauses of a trigger, of a batch (trigger_name empty) or of everything in an environment (batch empty as well);
-- resumed_at NULL = it lasts.
CREATE TABLE schedule_pauses (
    pause        INTEGER PRIMARY KEY AUTOINCREMENT,
    batch        TEXT NOT NULL,
    trigger_name TEXT NOT NULL,
    environment  TEXT NOT NULL,
    paused_at    INTEGER NOT NULL,
    paused_by    TEXT NOT NULL,
    reason       TEXT NOT NULL,
    resumed_at   INTEGER,
    resumed_by   TEXT NOT NULL
);
CREATE UNIQUE INDEX schedule_pauses_open ON schedule_pauses (environment, batch, trigger_name)
WHERE resumed_at IS NULL;

-- What people ask the service to run: a batch, or what a trigger of it would (trigger_name), or to go on with a run
-- that did not succeed (continues). It is answered by a firing or a refusal; answered_at NULL = not heard yet.
CREATE TABLE run_wishes (
    wish            INTEGER PRIMARY KEY AUTOINCREMENT,
    batch           TEXT NOT NULL,
    trigger_name    TEXT NOT NULL,
    environment     TEXT NOT NULL,
    continues       INTEGER,
    idempotency_key TEXT NOT NULL UNIQUE,
    who             TEXT NOT NULL,
    asked_at        INTEGER NOT NULL,
    answered_at     INTEGER,
    firing          INTEGER,
    refusal         TEXT NOT NULL
);
CREATE INDEX run_wishes_open ON run_wishes (environment, wish) WHERE answered_at IS NULL;

-- Who may ask the service for something, and what. The hash is that of the secret, which stands nowhere; expires_at
-- NULL = never. A first token (is_first = 1) can be used once; last_used_at is rounded.
CREATE TABLE tokens (
    token_id     TEXT NOT NULL PRIMARY KEY,
    name         TEXT NOT NULL,
    role         TEXT NOT NULL,
    hash         TEXT NOT NULL,
    is_first     INTEGER NOT NULL,
    created_at   INTEGER NOT NULL,
    created_by   TEXT NOT NULL,
    expires_at   INTEGER,
    revoked_at   INTEGER,
    revoked_by   TEXT NOT NULL,
    last_used_at INTEGER
) WITHOUT ROWID;
CREATE UNIQUE INDEX tokens_by_name ON tokens (name) WHERE revoked_at IS NULL;

-- What was asked of the service or done to its tokens and schedules, by whom and from where, also where it was
-- refused.
CREATE TABLE audit (
    entry       INTEGER PRIMARY KEY AUTOINCREMENT,
    environment TEXT NOT NULL,
    at          INTEGER NOT NULL,
    who         TEXT NOT NULL,
    role        TEXT NOT NULL,
    address     TEXT NOT NULL,
    action      TEXT NOT NULL,
    object      TEXT NOT NULL,
    outcome     TEXT NOT NULL,
    detail      TEXT NOT NULL
);
CREATE INDEX audit_by_time ON audit (environment, at);
