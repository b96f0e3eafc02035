SELECT pause, batch, trigger_name, environment, paused_at, paused_by, reason, resumed_at, resumed_by
FROM orchestrator.schedule_pauses
WHERE environment = $1 AND (resumed_at IS NULL OR resumed_at >= $2)
ORDER BY pause
