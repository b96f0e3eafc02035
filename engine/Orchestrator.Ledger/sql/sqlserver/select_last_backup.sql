SELECT TOP (1) made_at, [file] FROM orchestrator.backups ORDER BY backup DESC
