-- Keys of kind scd that an attempt closed or flagged, because the source has them no more.
ALTER TABLE attempts ADD COLUMN rows_closed INTEGER NOT NULL DEFAULT 0;
