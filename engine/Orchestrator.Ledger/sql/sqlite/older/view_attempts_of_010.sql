CREATE TEMP VIEW attempts AS
SELECT attempt, run, node, number, state, started_at, ended_at, queued, waiting, working, thread, load_path, bytes_read,
       rows_read, rows_inserted, rows_updated, rows_unchanged, rows_duplicate, rows_filtered, rows_rejected,
       rows_truncated, scope, 0 AS rows_closed
FROM main.attempts
