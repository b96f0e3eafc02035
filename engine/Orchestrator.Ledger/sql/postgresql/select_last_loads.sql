SELECT a.attempt, a.run, a.node, a.number, a.state, a.started_at, a.ended_at, a.queued, a.waiting, a.working,
       a.load_path, a.bytes_read, a.rows_read, a.rows_inserted, a.rows_updated, a.rows_unchanged, a.rows_duplicate,
       a.rows_filtered, a.rows_rejected, a.rows_truncated, a.thread, a.scope, a.rows_closed, n.name
FROM orchestrator.nodes n
JOIN orchestrator.runs e ON e.run = n.run
LEFT JOIN orchestrator.attempts a ON a.attempt = (
    SELECT b.attempt
    FROM orchestrator.nodes m
    JOIN orchestrator.runs r ON r.run = m.run AND r.environment = e.environment
    JOIN orchestrator.attempts b ON b.run = m.run AND b.node = m.node
        AND (b.state = 'Hardened' OR b.state = 'Succeeded' AND b.scope IS NULL)
    WHERE m.name = n.name AND m.kind = 'Package'
    ORDER BY m.run DESC, b.number DESC
    LIMIT 1)
WHERE n.run = $1 AND n.kind = 'Package' AND n.purpose = 'Load'
ORDER BY n.node
