-- What was asked on the page or over the API, once for each key: who sends one again has asked once, and is told the
-- same. The command is what would be typed for it, and tells one action from another. Asked (a run or a service has yet
-- to answer: request or wish says which), Done or Refused; of these two, the answer.
CREATE TABLE orchestrator.actions (
    action          bigint IDENTITY PRIMARY KEY,
    environment     nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    idempotency_key nvarchar(200) COLLATE Latin1_General_BIN2 NOT NULL UNIQUE,
    command         nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    who             nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    asked_at        bigint NOT NULL,
    request         bigint,
    wish            bigint,
    outcome         nvarchar(40) COLLATE Latin1_General_BIN2 NOT NULL,
    answer          nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL
);
CREATE INDEX actions_by_time ON orchestrator.actions (environment, asked_at);
CREATE INDEX run_wishes_of_firing ON orchestrator.run_wishes (firing) WHERE firing IS NOT NULL;

-- What runs of a service may use beyond data, by its hash: a file of a plug-in, a program with its arguments. A row
-- without a hash says that a service was begun with such a permission for the first time; what it had then was approved
-- by whoever began it, and what came later waits for somebody.
CREATE TABLE orchestrator.approvals (
    approval    bigint IDENTITY PRIMARY KEY,
    environment nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    kind        nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    hash        nvarchar(100) COLLATE Latin1_General_BIN2 NOT NULL,
    name        nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    approved_at bigint NOT NULL,
    approved_by nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL
);
CREATE UNIQUE INDEX approvals_by_hash ON orchestrator.approvals (environment, kind, hash);

-- No token can be used only once: the first one is like any other, and made where there is none.
DELETE FROM orchestrator.tokens WHERE is_first <> 0;
ALTER TABLE orchestrator.tokens DROP COLUMN is_first;
