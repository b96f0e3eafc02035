SELECT DISTINCT hash
FROM orchestrator.plan_files f
WHERE NOT EXISTS (SELECT 1 FROM orchestrator.runs r WHERE r.files_hash = f.hash)
