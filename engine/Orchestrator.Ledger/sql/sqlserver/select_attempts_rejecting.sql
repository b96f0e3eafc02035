SELECT a.attempt, a.run, a.node, a.number, a.state, a.started_at, a.ended_at, a.queued, a.waiting, a.working,
       a.load_path, a.bytes_read, a.rows_read, a.rows_inserted, a.rows_updated, a.rows_unchanged, a.rows_duplicate,
       a.rows_filtered, a.rows_rejected, a.rows_truncated, a.thread, a.scope, a.rows_closed, newest.name
FROM (
    SELECT n.name, max(a.attempt) AS attempt
    FROM orchestrator.attempts a
    JOIN orchestrator.runs r ON r.run = a.run
    JOIN orchestrator.nodes n ON n.run = a.run AND n.node = a.node
    WHERE r.environment = @p1 AND a.rows_rejected > 0 AND n.purpose <> N'Replay'
    GROUP BY n.name
) newest
JOIN orchestrator.attempts a ON a.attempt = newest.attempt
ORDER BY newest.name
