-- Since when an alert is declared: it tells nothing of what was before.
CREATE TABLE alert_states (
    batch         TEXT NOT NULL,
    alert_name    TEXT NOT NULL,
    environment   TEXT NOT NULL,
    first_seen_at INTEGER NOT NULL,
    PRIMARY KEY (batch, alert_name, environment)
) WITHOUT ROWID;

-- What alerts have to tell, once for each alert, target and occurrence: the id is made of these. Rows of one cause go
-- to a target as one message, whose name they are given when a service claims them; due_at is when whoever looks may
-- send it, also where a service has claimed it and died. ended_at NULL = it is still to be sent. A target is known by a
-- name without secrets, and by the hash of what is declared for it.
CREATE TABLE alerts (
    alert       INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT NOT NULL,
    environment TEXT NOT NULL,
    batch       TEXT NOT NULL,
    alert_name  TEXT NOT NULL,
    event       TEXT NOT NULL,
    target      TEXT NOT NULL,
    target_hash TEXT NOT NULL,
    occurrence  TEXT NOT NULL,
    cause       TEXT NOT NULL,
    run         INTEGER,
    detail      TEXT NOT NULL,
    state       TEXT NOT NULL,
    message     TEXT NOT NULL,
    tries       INTEGER NOT NULL,
    noticed_at  INTEGER NOT NULL,
    due_at      INTEGER NOT NULL,
    ended_at    INTEGER,
    last_error  TEXT NOT NULL
);
CREATE UNIQUE INDEX alerts_by_id ON alerts (id);
CREATE INDEX alerts_by_time ON alerts (environment, noticed_at);
CREATE INDEX alerts_not_ended ON alerts (environment, due_at) WHERE ended_at IS NULL;
CREATE INDEX alerts_by_message ON alerts (message);
