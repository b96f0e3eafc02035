SELECT f.number, f.attempt, f.environment, f.node, f.connection, f.path, f.size, f.written_at, f.hash, f.outcome,
       f.to_move, f.moved_to, a.started_at
FROM orchestrator.files f
JOIN orchestrator.attempts a ON a.attempt = f.attempt
JOIN orchestrator.runs r ON r.run = a.run
WHERE f.to_move > '' AND r.solution = @p1 AND r.batch = @p2 AND r.environment = @p3
  AND NOT (a.state = N'Succeeded' AND a.scope IS NOT NULL)
ORDER BY f.number
