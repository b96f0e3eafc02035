DELETE FROM orchestrator.warnings
WHERE attempt IN (SELECT attempt FROM orchestrator.attempts WHERE run = @p1 AND node BETWEEN @p2 AND @p3)
