UPDATE orchestrator.runs r SET commits = $2
WHERE run = $1 AND commits = $2 - 1 AND (verdict IS NULL OR verdict <> 'EndedUnexpectedly')
  AND EXISTS (SELECT 1 FROM orchestrator.leases l
              WHERE l.batch = r.batch AND l.environment = r.environment AND l.token = $1)
RETURNING commits
