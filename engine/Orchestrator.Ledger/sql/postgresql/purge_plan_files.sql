DELETE FROM orchestrator.plan_files
WHERE hash = $1 AND NOT EXISTS (SELECT 1 FROM orchestrator.runs WHERE files_hash = $1)
