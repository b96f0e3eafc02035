DELETE FROM orchestrator.alerts
WHERE alert IN (SELECT alert FROM orchestrator.alerts WHERE environment = $1 AND ended_at < $2 LIMIT $3)
RETURNING alert
