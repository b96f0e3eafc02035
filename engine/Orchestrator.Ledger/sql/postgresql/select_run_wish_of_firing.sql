SELECT wish, batch, trigger_name, environment, continues, idempotency_key, who, asked_at, answered_at, firing, refusal
FROM orchestrator.run_wishes
WHERE firing = $1
