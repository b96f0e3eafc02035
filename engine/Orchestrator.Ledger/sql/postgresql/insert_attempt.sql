INSERT INTO orchestrator.attempts (run, node, number, state, started_at) VALUES ($1, $2, $3, $4, $5)
RETURNING attempt
