UPDATE scopes
SET state = ?2, setting_found = ?3, setting_set = ?4, changed_at = ?5, closed_at = ?6, why = ?7
WHERE scope = ?1 AND closed_at IS NULL
