DELETE FROM orchestrator.schedule_pauses
WHERE pause IN (SELECT pause FROM orchestrator.schedule_pauses WHERE environment = $1 AND resumed_at < $2 LIMIT $3)
RETURNING pause
