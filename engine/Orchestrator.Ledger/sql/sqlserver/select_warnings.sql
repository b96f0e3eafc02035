SELECT a.node, w.attempt, w.text
FROM orchestrator.attempts a
JOIN orchestrator.warnings w ON w.attempt = a.attempt
WHERE a.run = @p1
ORDER BY w.attempt, w.number
