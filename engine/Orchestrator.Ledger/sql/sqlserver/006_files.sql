-- Every file that an attempt read; to_move = where it is still to go, moved_to = where it lies since.
CREATE TABLE orchestrator.files (
    number      bigint IDENTITY PRIMARY KEY,
    attempt     bigint NOT NULL REFERENCES orchestrator.attempts (attempt),
    environment nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    node        nvarchar(450) COLLATE Latin1_General_BIN2 NOT NULL,
    connection  nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    path        nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    size        bigint NOT NULL,
    written_at  bigint NOT NULL,
    hash        nvarchar(64) COLLATE Latin1_General_BIN2 NOT NULL,
    outcome     nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    to_move     nvarchar(32) COLLATE Latin1_General_BIN2 NOT NULL,
    moved_to    nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL
);
CREATE INDEX files_by_size ON orchestrator.files (environment, node, size);
CREATE INDEX files_to_move ON orchestrator.files (to_move);
CREATE INDEX files_by_attempt ON orchestrator.files (attempt);
