UPDATE runs SET commits = ?2
WHERE run = ?1 AND commits = ?2 - 1 AND (verdict IS NULL OR verdict <> 'EndedUnexpectedly')
  AND EXISTS (SELECT 1 FROM leases l WHERE l.batch = runs.batch AND l.environment = runs.environment AND l.token = ?1)
RETURNING commits
