SELECT TOP (1) made_at, path FROM orchestrator.backups ORDER BY number DESC
