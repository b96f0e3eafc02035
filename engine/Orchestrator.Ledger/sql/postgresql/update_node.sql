UPDATE orchestrator.nodes
SET state = $3, since = $4, why = $5, last_attempt = coalesce($6, last_attempt),
    reason = NULL, reason_object = '', reason_since = NULL
WHERE run = $1 AND node = $2
