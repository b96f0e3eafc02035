UPDATE orchestrator.requests SET answered_at = greatest(asked_at, $2), outcome = $3, answer = $4
WHERE run = $1 AND answered_at IS NULL
