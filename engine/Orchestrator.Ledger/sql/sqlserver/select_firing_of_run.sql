SELECT firing, batch, trigger_name, environment, scheduled_at, as_of, local_time, cause, state, why, service, token,
       run, outcome, who, claimed_at, ended_at
FROM orchestrator.firings
WHERE run = @p1
ORDER BY firing DESC
OFFSET 0 ROWS FETCH NEXT 1 ROWS ONLY
