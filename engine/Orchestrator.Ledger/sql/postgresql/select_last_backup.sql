SELECT made_at, file FROM orchestrator.backups ORDER BY backup DESC
LIMIT 1
