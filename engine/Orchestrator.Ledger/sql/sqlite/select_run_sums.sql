SELECT r.solution, r.batch, r.verdict, count(*), sum(r.ended_at - r.started_at), max(r.ended_at)
FROM runs r
WHERE r.environment = ?1 AND r.run > ?2 AND r.run <= ?3
  AND r.ended_at IS NOT NULL AND r.purged_at IS NULL
GROUP BY r.solution, r.batch, r.verdict
ORDER BY r.solution, r.batch, r.verdict
