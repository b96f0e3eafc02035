-- Since when an alert is declared: it tells nothing of what was before.
CREATE TABLE orchestrator.alert_states (
    batch         nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    alert_name    nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    environment   nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    first_seen_at bigint NOT NULL,
    -- Not the table itself, whose key may have 900 bytes: another index may have 1,700.
    PRIMARY KEY NONCLUSTERED (batch, alert_name, environment)
);

-- What alerts have to tell, once for each alert, target and occurrence: the id is made of these. Rows of one cause go
-- to a target as one message, whose name they are given when a service claims them; due_at is when whoever looks may
-- send it, also where a service has claimed it and died. ended_at NULL = it is still to be sent. A target is known by a
-- name without secrets, and by the hash of what is declared for it.
CREATE TABLE orchestrator.alerts (
    alert       bigint IDENTITY PRIMARY KEY,
    id          nvarchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    environment nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    batch       nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    alert_name  nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    event       nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    target      nvarchar(256) COLLATE Latin1_General_BIN2 NOT NULL,
    target_hash nvarchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    occurrence  nvarchar(400) COLLATE Latin1_General_BIN2 NOT NULL,
    cause       nvarchar(400) COLLATE Latin1_General_BIN2 NOT NULL,
    run         bigint,
    detail      nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    state       nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    message     nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL,
    tries       bigint NOT NULL,
    noticed_at  bigint NOT NULL,
    due_at      bigint NOT NULL,
    ended_at    bigint,
    last_error  nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL
);
CREATE UNIQUE INDEX alerts_by_id ON orchestrator.alerts (id);
CREATE INDEX alerts_by_time ON orchestrator.alerts (environment, noticed_at);
CREATE INDEX alerts_not_ended ON orchestrator.alerts (environment, due_at) WHERE ended_at IS NULL;
CREATE INDEX alerts_by_message ON orchestrator.alerts (message);
