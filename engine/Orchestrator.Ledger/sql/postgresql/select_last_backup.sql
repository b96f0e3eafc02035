SELECT made_at, path FROM orchestrator.backups ORDER BY number DESC
LIMIT 1
