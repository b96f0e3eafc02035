SELECT firing, batch, trigger_name, environment, scheduled_at, as_of, local_time, cause, state, why, service, token,
       run, outcome, who, claimed_at, ended_at
FROM firings
WHERE batch = ?1 AND trigger_name = ?2 AND environment = ?3 AND scheduled_at = ?4
