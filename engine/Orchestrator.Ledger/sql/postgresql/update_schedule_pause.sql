UPDATE orchestrator.schedule_pauses SET resumed_at = greatest(paused_at, $4), resumed_by = $5
WHERE batch = $1 AND trigger_name = $2 AND environment = $3 AND resumed_at IS NULL
RETURNING pause
