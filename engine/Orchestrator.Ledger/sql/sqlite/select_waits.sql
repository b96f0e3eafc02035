SELECT a.node, w.attempt, w.reason, w.duration
FROM attempts a
JOIN waits w ON w.attempt = a.attempt
WHERE a.run = ?1
ORDER BY w.attempt, w.reason
