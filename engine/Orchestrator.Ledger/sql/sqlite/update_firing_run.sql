UPDATE firings SET run = ?3, state = ?5
WHERE firing = ?1 AND token = ?2 AND ended_at IS NULL AND (run IS NULL OR run = ?3 OR run = ?4)
RETURNING firing
