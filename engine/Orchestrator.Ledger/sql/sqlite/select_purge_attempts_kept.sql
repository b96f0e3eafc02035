SELECT attempt FROM attempts
WHERE attempt <= ?1 AND (ended_at IS NULL OR ended_at >= ?2)
ORDER BY attempt
