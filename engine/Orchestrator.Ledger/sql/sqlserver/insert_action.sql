INSERT INTO orchestrator.actions (environment, idempotency_key, command, who, asked_at, request, wish, outcome, answer)
OUTPUT inserted.action
SELECT @p1, @p2, @p3, @p4, @p5, NULL, NULL, @p6, N''
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.actions WITH (UPDLOCK, HOLDLOCK) WHERE idempotency_key = @p2)
