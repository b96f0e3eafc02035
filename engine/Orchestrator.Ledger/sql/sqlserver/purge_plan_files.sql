DELETE FROM orchestrator.plan_files
WHERE hash = @p1 AND NOT EXISTS (SELECT 1 FROM orchestrator.runs WHERE files_hash = @p1)
