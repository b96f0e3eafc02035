UPDATE orchestrator.runs SET commits = @p2 OUTPUT inserted.commits
WHERE run = @p1 AND commits = @p2 - 1 AND (verdict IS NULL OR verdict <> N'EndedUnexpectedly')
  AND EXISTS (SELECT 1 FROM orchestrator.leases l
              WHERE l.batch = runs.batch AND l.environment = runs.environment AND l.token = @p1)
