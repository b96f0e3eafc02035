SELECT sequence, run, node, attempt, from_state, to_state, why, who, at
FROM orchestrator.transitions
WHERE run = $1 AND sequence > $2
ORDER BY sequence
LIMIT $3
