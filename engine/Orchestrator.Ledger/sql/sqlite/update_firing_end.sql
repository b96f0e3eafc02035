UPDATE firings
SET state = ?3, outcome = ?4, why = CASE WHEN ?6 = '' THEN why ELSE ?6 END,
    ended_at = coalesce(ended_at, max(claimed_at, ?5))
WHERE firing = ?1 AND token = ?2 AND (ended_at IS NULL OR (state = ?3 AND outcome = ?4))
RETURNING firing
