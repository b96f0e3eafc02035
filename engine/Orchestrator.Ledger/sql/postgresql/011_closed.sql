-- Keys of kind scd that an attempt closed or flagged, because the source has them no more.
ALTER TABLE orchestrator.attempts ADD COLUMN rows_closed BIGINT NOT NULL DEFAULT 0;
