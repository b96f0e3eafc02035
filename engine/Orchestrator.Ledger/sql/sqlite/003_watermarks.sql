-- Every change of a watermark, newest last; value NULL = it was reset. Changes by hand have no attempt.
CREATE TABLE watermarks (
    change      INTEGER PRIMARY KEY AUTOINCREMENT,
    environment TEXT NOT NULL,
    node        TEXT NOT NULL,
    watermark   TEXT NOT NULL,
    data_type   TEXT NOT NULL,
    value       TEXT,
    attempt     INTEGER REFERENCES attempts (attempt),
    why         TEXT NOT NULL,
    who         TEXT NOT NULL,
    changed_at  INTEGER NOT NULL
);
CREATE INDEX watermarks_by_name ON watermarks (environment, node, watermark, change);
