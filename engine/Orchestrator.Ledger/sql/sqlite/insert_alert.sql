INSERT INTO alerts (id, environment, batch, alert_name, event, target, target_hash, occurrence,
                    cause, run, detail, noticed_at, due_at, state, message, tries, ended_at, last_error)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, '', 0, NULL, ''
WHERE NOT EXISTS (SELECT 1 FROM alerts WHERE id = ?1)
ON CONFLICT (id) DO NOTHING
RETURNING alert
