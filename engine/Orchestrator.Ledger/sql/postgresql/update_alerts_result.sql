UPDATE orchestrator.alerts SET state = $1, due_at = $2, ended_at = $3, last_error = $4
WHERE message = $5 AND tries = $6 AND ended_at IS NULL
RETURNING alert
