UPDATE requests SET answered_at = max(asked_at, ?2), outcome = ?3, answer = ?4
WHERE run = ?1 AND answered_at IS NULL
