DELETE FROM orchestrator.actions
WHERE action IN (SELECT action FROM orchestrator.actions WHERE environment = $1 AND asked_at < $2 LIMIT $3)
RETURNING action
