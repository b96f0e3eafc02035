SELECT alert, id, environment, batch, alert_name, event, target, target_hash, occurrence, cause,
       run, detail, state, message, tries, noticed_at, due_at, ended_at, last_error
FROM orchestrator.alerts
WHERE environment = @p1 AND target_hash = @p2 AND ended_at IS NULL AND due_at <= @p3
ORDER BY alert
OFFSET 0 ROWS FETCH NEXT 1 ROWS ONLY
