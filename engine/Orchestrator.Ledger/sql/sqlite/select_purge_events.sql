SELECT r.run
FROM runs r
WHERE r.ended_at < ?1 AND r.environment = ?2
  AND NOT EXISTS (SELECT 1 FROM scopes s WHERE s.run = r.run AND s.closed_at IS NULL)
  AND (EXISTS (SELECT 1 FROM transitions t WHERE t.run = r.run)
      OR EXISTS (SELECT 1 FROM run_samples p WHERE p.run = r.run))
ORDER BY r.run
