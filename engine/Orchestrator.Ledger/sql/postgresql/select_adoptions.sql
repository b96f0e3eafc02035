SELECT node, max(last_attempt), max(adopted_at)
FROM orchestrator.adoptions
WHERE environment = $1
GROUP BY node
