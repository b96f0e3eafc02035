INSERT INTO orchestrator.actions (environment, idempotency_key, command, who, asked_at, request, wish, outcome, answer)
SELECT $1, $2, $3, $4, $5, NULL, NULL, $6, ''
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.actions WHERE idempotency_key = $2)
ON CONFLICT (idempotency_key) DO NOTHING
RETURNING action
