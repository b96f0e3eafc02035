UPDATE orchestrator.nodes SET reason = $3, reason_object = $4, reason_since = $5 WHERE run = $1 AND node = $2
