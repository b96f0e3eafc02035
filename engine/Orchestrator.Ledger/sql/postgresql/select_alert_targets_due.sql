SELECT target_hash, min(noticed_at)
FROM orchestrator.alerts
WHERE environment = $1 AND ended_at IS NULL AND due_at <= $2
GROUP BY target_hash
ORDER BY min(alert)
