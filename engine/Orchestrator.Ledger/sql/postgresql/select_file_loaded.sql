SELECT f.number
FROM orchestrator.files f
JOIN orchestrator.attempts a ON a.attempt = f.attempt
WHERE f.environment = $1 AND f.node = $2 AND f.outcome IN ($3, $4)
  AND NOT (a.state = 'Succeeded' AND a.scope IS NOT NULL) LIMIT 1
