SELECT a.node, e.attempt, e.commits, e.commit_time, e.log_bytes, e.log_time, e.log_time_how, e.missing
FROM orchestrator.attempts a
JOIN orchestrator.attempt_evidence e ON e.attempt = a.attempt
WHERE a.run = $1
ORDER BY e.attempt
