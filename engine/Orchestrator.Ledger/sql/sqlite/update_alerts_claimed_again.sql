UPDATE alerts SET state = ?1, tries = tries + 1, due_at = ?2
WHERE message = ?3 AND tries = ?4 AND due_at <= ?5 AND ended_at IS NULL
RETURNING alert, id, environment, batch, alert_name, event, target, target_hash, occurrence, cause,
       run, detail, state, message, tries, noticed_at, due_at, ended_at, last_error
