SELECT a.node, w.attempt, w.reason, w.duration
FROM orchestrator.attempts a
JOIN orchestrator.waits w ON w.attempt = a.attempt
WHERE a.run = @p1
ORDER BY w.attempt, w.reason
