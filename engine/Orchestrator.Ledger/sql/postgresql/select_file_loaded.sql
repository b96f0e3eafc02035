SELECT f.number
FROM orchestrator.files f
WHERE f.environment = $1 AND f.node = $2 AND f.outcome IN ($3, $4) LIMIT 1
