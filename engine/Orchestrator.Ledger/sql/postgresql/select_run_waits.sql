SELECT connection, name, class, duration, seen, is_sampled
FROM orchestrator.run_waits
WHERE run = $1
ORDER BY connection, duration DESC, name
