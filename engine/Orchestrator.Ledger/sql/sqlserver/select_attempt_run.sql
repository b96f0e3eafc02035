SELECT a.run, a.state, r.id, a.scope
FROM orchestrator.attempts a
JOIN orchestrator.runs r ON r.run = a.run
WHERE a.attempt = @p1
