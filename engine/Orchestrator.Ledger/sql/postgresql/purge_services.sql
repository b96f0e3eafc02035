DELETE FROM orchestrator.services
WHERE service IN (SELECT service FROM orchestrator.services WHERE environment = $1 AND stopped_at < $2 LIMIT $3)
RETURNING service
