SELECT alert, id, environment, batch, alert_name, event, target, target_hash, occurrence, cause,
       run, detail, state, message, tries, noticed_at, due_at, ended_at, last_error
FROM orchestrator.alerts
WHERE @p1 IS NULL OR environment = @p1
ORDER BY alert DESC
OFFSET 0 ROWS FETCH NEXT @p2 ROWS ONLY
