SELECT alert, id, environment, batch, alert_name, event, target, target_hash, occurrence, cause,
       run, detail, state, message, tries, noticed_at, due_at, ended_at, last_error
FROM orchestrator.alerts
WHERE environment = $1 AND target_hash = $2 AND ended_at IS NULL AND due_at <= $3
ORDER BY alert
LIMIT 1
