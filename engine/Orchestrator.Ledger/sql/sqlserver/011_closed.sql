-- Keys of kind scd that an attempt closed or flagged, because the source has them no more.
ALTER TABLE orchestrator.attempts ADD rows_closed bigint NOT NULL DEFAULT 0;
