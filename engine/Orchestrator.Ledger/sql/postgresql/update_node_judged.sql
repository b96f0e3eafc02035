UPDATE orchestrator.nodes
SET state = $3, since = $4, why = $5
WHERE run = $1 AND node = $2 AND state = 'Succeeded'
