SELECT wish, batch, trigger_name, environment, continues, idempotency_key, who, asked_at, answered_at, firing, refusal
FROM orchestrator.run_wishes
WHERE environment = $1 AND answered_at IS NULL
ORDER BY wish
