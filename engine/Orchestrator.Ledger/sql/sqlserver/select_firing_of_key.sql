SELECT firing, batch, trigger_name, environment, scheduled_at, as_of, local_time, cause, state, why, service, token,
       run, outcome, who, claimed_at, ended_at
FROM orchestrator.firings
WHERE batch = @p1 AND trigger_name = @p2 AND environment = @p3 AND scheduled_at = @p4
