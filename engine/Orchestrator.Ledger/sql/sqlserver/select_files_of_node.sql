SELECT f.number, f.attempt, f.environment, f.node, f.connection, f.path, f.size, f.written_at, f.hash,
       CASE WHEN a.state = N'Succeeded' AND a.scope IS NOT NULL THEN N'Failed' ELSE f.outcome END,
       f.to_move, f.moved_to, a.started_at
FROM orchestrator.files f
JOIN orchestrator.attempts a ON a.attempt = f.attempt
WHERE f.environment = @p1 AND f.node = @p2
ORDER BY f.number
