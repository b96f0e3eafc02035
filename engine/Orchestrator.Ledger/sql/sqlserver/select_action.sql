SELECT action, environment, idempotency_key, command, who, asked_at, request, wish, outcome, answer
FROM orchestrator.actions
WHERE action = @p1
