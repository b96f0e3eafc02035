INSERT INTO orchestrator.run_wishes (batch, trigger_name, environment, continues, idempotency_key, who, asked_at,
                                     answered_at, firing, refusal)
OUTPUT inserted.wish
SELECT @p1, @p2, @p3, @p4, @p5, @p6, @p7, NULL, NULL, N''
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.run_wishes WITH (UPDLOCK, HOLDLOCK) WHERE idempotency_key = @p5)
