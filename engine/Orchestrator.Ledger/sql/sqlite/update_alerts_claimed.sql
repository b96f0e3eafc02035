UPDATE alerts SET state = ?1, message = ?2, tries = 1, due_at = ?3
WHERE environment = ?4 AND target_hash = ?5 AND cause = ?6 AND message = '' AND ended_at IS NULL
RETURNING alert, id, environment, batch, alert_name, event, target, target_hash, occurrence, cause,
       run, detail, state, message, tries, noticed_at, due_at, ended_at, last_error
