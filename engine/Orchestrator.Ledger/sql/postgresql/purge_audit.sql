DELETE FROM orchestrator.audit
WHERE entry IN (SELECT entry FROM orchestrator.audit WHERE environment = $1 AND at < $2 LIMIT $3)
RETURNING entry
