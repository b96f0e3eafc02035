SELECT attempt FROM orchestrator.attempts
WHERE attempt <= @p1 AND (ended_at IS NULL OR ended_at >= @p2)
ORDER BY attempt
