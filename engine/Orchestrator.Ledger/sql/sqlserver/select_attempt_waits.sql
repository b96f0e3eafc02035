SELECT w.attempt, w.name, w.class, w.duration, w.seen, w.is_sampled
FROM orchestrator.attempts a
JOIN orchestrator.attempt_waits w ON w.attempt = a.attempt
WHERE a.run = @p1
ORDER BY w.attempt, w.duration DESC, w.name
