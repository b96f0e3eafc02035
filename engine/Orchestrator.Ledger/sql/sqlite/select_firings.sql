SELECT firing, batch, trigger_name, environment, scheduled_at, as_of, local_time, cause, state, why, service, token,
       run, outcome, who, claimed_at, ended_at
FROM firings
WHERE environment = ?1 AND scheduled_at >= ?2 AND scheduled_at < ?3 AND (?4 IS NULL OR batch = ?4)
  AND (?5 IS NULL OR trigger_name = ?5)
ORDER BY scheduled_at DESC, firing DESC
LIMIT ?6
