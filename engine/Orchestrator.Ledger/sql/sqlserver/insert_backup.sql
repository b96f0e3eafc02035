INSERT INTO orchestrator.backups (number, made_at, path, who)
SELECT coalesce(max(number), 0) + 1, @p1, @p2, @p3 FROM orchestrator.backups
