INSERT INTO orchestrator.run_wishes (batch, trigger_name, environment, continues, idempotency_key, who, asked_at,
                                     answered_at, firing, refusal)
SELECT $1, $2, $3, $4, $5, $6, $7, NULL, NULL, ''
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.run_wishes WHERE idempotency_key = $5)
ON CONFLICT (idempotency_key) DO NOTHING
RETURNING wish
