-- What a run did to the durability of one database, from the intent on; closed_at NULL = it is still to be put back.
CREATE TABLE orchestrator.scopes (
    scope         bigint IDENTITY PRIMARY KEY,
    run           bigint NOT NULL REFERENCES orchestrator.runs (run),
    token         bigint NOT NULL,
    connection    nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    platform      nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    server        nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    database_name nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    kind          nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    setting_found nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    setting_set   nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    owner         nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    state         nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    opened_at     bigint NOT NULL,
    changed_at    bigint,
    hardened_at   bigint,
    closed_at     bigint,
    why           nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL
);
CREATE INDEX scopes_by_run ON orchestrator.scopes (run);
CREATE INDEX scopes_not_closed ON orchestrator.scopes (scope) WHERE closed_at IS NULL;

-- The scope in which the target's commits were not yet on disk; NULL = each commit was. Such an attempt counts as
-- loaded from Hardened on, not from Succeeded.
ALTER TABLE orchestrator.attempts ADD scope bigint;
EXEC (N'CREATE INDEX attempts_of_scope ON orchestrator.attempts (scope) WHERE scope IS NOT NULL');
