-- Every change of a watermark, newest last; value NULL = it was reset. Changes by hand have no attempt.
CREATE TABLE orchestrator.watermarks (
    change      bigint IDENTITY PRIMARY KEY,
    environment nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    node        nvarchar(450) COLLATE Latin1_General_BIN2 NOT NULL,
    watermark   nvarchar(128) COLLATE Latin1_General_BIN2 NOT NULL,
    data_type   nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    value       nvarchar(max) COLLATE Latin1_General_BIN2,
    attempt     bigint REFERENCES orchestrator.attempts (attempt),
    why         nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    who         nvarchar(max) COLLATE Latin1_General_BIN2 NOT NULL,
    changed_at  bigint NOT NULL
);
CREATE INDEX watermarks_by_name ON orchestrator.watermarks (environment, node, watermark, change);
