SELECT r.solution, r.batch, r.verdict, count_big(*), sum(r.ended_at - r.started_at), max(r.ended_at)
FROM orchestrator.runs r
WHERE r.environment = @p1 AND r.run > @p2 AND r.run <= @p3
  AND r.ended_at IS NOT NULL AND r.purged_at IS NULL
GROUP BY r.solution, r.batch, r.verdict
ORDER BY r.solution, r.batch, r.verdict
