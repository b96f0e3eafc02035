SELECT target_hash, min(noticed_at)
FROM orchestrator.alerts
WHERE environment = @p1 AND ended_at IS NULL AND due_at <= @p2
GROUP BY target_hash
ORDER BY min(alert)
