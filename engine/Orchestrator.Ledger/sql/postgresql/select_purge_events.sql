SELECT r.run
FROM orchestrator.runs r
WHERE r.ended_at < $1 AND r.environment = $2
  AND NOT EXISTS (SELECT 1 FROM orchestrator.scopes s WHERE s.run = r.run AND s.closed_at IS NULL)
  AND (EXISTS (SELECT 1 FROM orchestrator.transitions t WHERE t.run = r.run)
      OR EXISTS (SELECT 1 FROM orchestrator.run_samples p WHERE p.run = r.run))
ORDER BY r.run
