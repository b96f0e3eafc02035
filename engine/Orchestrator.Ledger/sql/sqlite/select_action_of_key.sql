SELECT action, environment, idempotency_key, command, who, asked_at, request, wish, outcome, answer
FROM actions
WHERE idempotency_key = ?1
