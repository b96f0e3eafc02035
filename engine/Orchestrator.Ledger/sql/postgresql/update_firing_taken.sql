UPDATE orchestrator.firings SET service = $3, token = token + 1
WHERE firing = $1 AND token = $2 AND ended_at IS NULL
RETURNING firing
