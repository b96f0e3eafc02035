SELECT COALESCE(
    (SELECT min(attempt) - 1 FROM orchestrator.attempts WHERE started_at >= @p1),
    (SELECT max(attempt) FROM orchestrator.attempts), 0)
