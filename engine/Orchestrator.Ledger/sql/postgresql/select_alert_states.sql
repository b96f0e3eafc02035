SELECT batch, alert_name, first_seen_at
FROM orchestrator.alert_states
WHERE environment = $1
ORDER BY batch, alert_name
