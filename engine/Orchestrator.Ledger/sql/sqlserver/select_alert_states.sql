SELECT batch, alert_name, first_seen_at
FROM orchestrator.alert_states
WHERE environment = @p1
ORDER BY batch, alert_name
