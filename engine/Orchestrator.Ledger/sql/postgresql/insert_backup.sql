INSERT INTO orchestrator.backups (number, made_at, path, who)
SELECT coalesce(max(number), 0) + 1, $1, $2, $3 FROM orchestrator.backups
