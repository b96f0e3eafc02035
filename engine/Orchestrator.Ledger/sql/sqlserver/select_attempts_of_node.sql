SELECT a.attempt, a.run, a.node, a.number, a.state, a.started_at, a.ended_at, a.queued, a.waiting, a.working,
       a.load_path, a.bytes_read, a.rows_read, a.rows_inserted, a.rows_updated, a.rows_unchanged, a.rows_duplicate,
       a.rows_filtered, a.rows_rejected, a.rows_truncated, a.thread, a.scope, a.rows_closed
FROM orchestrator.nodes n
JOIN orchestrator.runs r ON r.run = n.run
JOIN orchestrator.attempts a ON a.run = n.run AND a.node = n.node
WHERE n.name = @p1 AND (@p2 IS NULL OR r.environment = @p2)
ORDER BY a.attempt DESC
OFFSET 0 ROWS FETCH NEXT @p3 ROWS ONLY
