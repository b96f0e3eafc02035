SELECT firing, batch, trigger_name, environment, scheduled_at, as_of, local_time, cause, state, why, service, token,
       run, outcome, who, claimed_at, ended_at
FROM orchestrator.firings
WHERE environment = $1 AND ended_at IS NULL
ORDER BY firing
