SELECT firing, batch, trigger_name, environment, scheduled_at, as_of, local_time, cause, state, why, service, token,
       run, outcome, who, claimed_at, ended_at
FROM firings
WHERE run = ?1
ORDER BY firing DESC
LIMIT 1
