SELECT a.attempt, a.run, a.node, a.number, a.state, a.started_at, a.ended_at, a.queued, a.waiting, a.working,
       a.load_path, a.bytes_read, a.rows_read, a.rows_inserted, a.rows_updated, a.rows_unchanged, a.rows_duplicate,
       a.rows_filtered, a.rows_rejected, a.rows_truncated, a.thread, a.scope, a.rows_closed, n.name
FROM orchestrator.nodes n
JOIN orchestrator.runs e ON e.run = n.run
LEFT JOIN orchestrator.attempts a ON a.attempt = (
    SELECT TOP (1) b.attempt
    FROM orchestrator.nodes m
    JOIN orchestrator.runs r ON r.run = m.run AND r.environment = e.environment
    JOIN orchestrator.attempts b ON b.run = m.run AND b.node = m.node
        AND (b.state = N'Hardened' OR b.state = N'Succeeded' AND b.scope IS NULL)
    WHERE m.name = n.name AND m.kind = N'Package'
    ORDER BY m.run DESC, b.number DESC)
WHERE n.run = @p1 AND n.kind = N'Package' AND n.purpose = N'Load'
ORDER BY n.node
