SELECT TOP (1) f.number
FROM orchestrator.files f
JOIN orchestrator.attempts a ON a.attempt = f.attempt
WHERE f.environment = @p1 AND f.node = @p2 AND f.outcome IN (@p3, @p4)
  AND NOT (a.state = N'Succeeded' AND a.scope IS NOT NULL)
