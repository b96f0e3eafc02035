-- What was asked on the page or over the API, once for each key: who sends one again has asked once, and is told the
-- same. The command is what would be typed for it, and tells one action from another. Asked (a run or a service has yet
-- to answer: request or wish says which), Done or Refused; of these two, the answer.
CREATE TABLE actions (
    action          INTEGER PRIMARY KEY AUTOINCREMENT,
    environment     TEXT NOT NULL,
    idempotency_key TEXT NOT NULL UNIQUE,
    command         TEXT NOT NULL,
    who             TEXT NOT NULL,
    asked_at        INTEGER NOT NULL,
    request         INTEGER,
    wish            INTEGER,
    outcome         TEXT NOT NULL,
    answer          TEXT NOT NULL
);
CREATE INDEX actions_by_time ON actions (environment, asked_at);
CREATE INDEX run_wishes_of_firing ON run_wishes (firing) WHERE firing IS NOT NULL;

-- What runs of a service may use beyond data, by its hash: a file of a plug-in, a program with its arguments. A row
-- without a hash says that a service was begun with such a permission for the first time; what it had then was approved
-- by whoever began it, and what came later waits for somebody.
CREATE TABLE approvals (
    approval    INTEGER PRIMARY KEY AUTOINCREMENT,
    environment TEXT NOT NULL,
    kind        TEXT NOT NULL,
    hash        TEXT NOT NULL,
    name        TEXT NOT NULL,
    approved_at INTEGER NOT NULL,
    approved_by TEXT NOT NULL
);
CREATE UNIQUE INDEX approvals_by_hash ON approvals (environment, kind, hash);

-- No token can be used only once: the first one is like any other, and made where there is none.
DELETE FROM tokens WHERE is_first <> 0;
ALTER TABLE tokens DROP COLUMN is_first;
