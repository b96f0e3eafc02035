INSERT INTO firings (batch, trigger_name, environment, scheduled_at, as_of, local_time, cause, state, why, service,
                     token, run, outcome, who, claimed_at, ended_at)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 1, NULL, '', ?11, ?12, ?13
WHERE EXISTS (SELECT 1 FROM services WHERE service = ?10 AND stopped_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM firings
                  WHERE batch = ?1 AND trigger_name = ?2 AND environment = ?3 AND scheduled_at = ?4)
ON CONFLICT (batch, trigger_name, environment, scheduled_at) DO NOTHING
RETURNING firing
